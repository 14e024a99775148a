export { createProduct } from './create-product.ts';
export { reserveStock, type StockLine } from './reserve-stock.ts';
