export { getOrder } from './get-order.ts';
export { markPaid } from './mark-paid.ts';
export { getOrderOf, listOrdersOf } from './own-orders.ts';
export { type NewOrder, type NewOrderLine, type PlacedOrder, placeOrder } from './place-order.ts';
