export { getAccountReport } from './accounts.ts';
export { exportMoney } from './export-money.ts';
export { getHome } from './home.ts';
export { getSales } from './sales.ts';
export { search } from './search.ts';
export { sumMoney } from './sum-money.ts';
export { getTaxReport } from './taxes.ts';
