export { cancelOrder } from './cancel-order.ts';
export { expireUnpaidOrders } from './expire-unpaid.ts';
export { changeOrder, previewOrderChange } from './remove-units.ts';
