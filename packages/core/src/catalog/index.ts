export { createProduct } from './create-product.ts';
export { moveStock, type StockMove } from './move-stock.ts';
export { reserveStock, type StockLine } from './reserve-stock.ts';
