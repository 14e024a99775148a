export { getHome } from './home.ts';
export { getSales } from './sales.ts';
export { search } from './search.ts';
export { sumSales } from './sum-sales.ts';
