export { deleteFormerOrder, getFormerOrder, listFormerOrders } from './former-orders.ts';
export {
  getFormerOrderImport,
  importFormerOrders,
  listRefusedFormerOrders,
  processFormerOrderImports,
} from './import/import-former-orders.ts';
export { eraseFormerOrders, keepFormerOrders } from './of-person.ts';
export { getFormerOrderOf, listFormerOrdersOf } from './own-former-orders.ts';
export { presentFormerOrder } from './present.ts';
