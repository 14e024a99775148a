export { acknowledgeOrder } from './acknowledge-order.ts';
export { addOrderNote } from './add-note.ts';
export { assertUndisputed, clearAttention, setAttention } from './attention.ts';
export { completeByRefund } from './complete-by-refund.ts';
export { eraseOrders, hasDocuments, ordersOf } from './erase-orders.ts';
export { exportOrders } from './export-orders.ts';
export { assertFirstPays } from './first-order.ts';
export { getCartOrder, getOrder, ownOrder } from './get-order.ts';
export { linkLabel, NO_LABEL, UNUSED_LABEL } from './link-label.ts';
export { countOrdersToDo, listOrders } from './list-orders.ts';
export { mailBuyer, unitsOf } from './mail-buyer.ts';
export { recordOrderPlaced } from './mail-order.ts';
export { markPaid } from './mark-paid.ts';
export { assertMayLeave } from './may-leave.ts';
export { assertAllowed, type LockedOrder, lockOrder, moveOrder } from './move-order.ts';
export { getOrderOf, listOrdersOf } from './own-orders.ts';
export { findLinkedOrder, mailPaymentLink } from './payment-link.ts';
export { clearPaymentMismatch, flagPaymentMismatch } from './payment-mismatch.ts';
export { type PickedLine, pickLines } from './pick-lines.ts';
export { type NewOrder, type NewOrderLine, type PlacedOrder, placeOrder } from './place-order.sql.ts';
export {
  ITS_CREDIT_NOTE,
  ITS_SHIPMENT,
  LINES_IN_ORDER,
  type PresentedOrder,
  presentDispute,
  presentLabel,
  presentLine,
  presentPayment,
  presentRefund,
  presentSummary,
  presentTerms,
} from './present.ts';
export { readyOrder } from './ready-order.ts';
export { recordExchangeCredit, recordRefundedTotal } from './record-refund.ts';
export { recordRemoved } from './record-removed.ts';
export { shipOrder } from './ship-order.ts';
export { lockOrderVariants, type Released, releaseStock, releaseUnits } from './stock.ts';
export { tagOrders } from './tags.ts';
export { isAllowed } from './transitions.ts';
export { flagUnpaidExchange, readMissingForExchanges } from './unpaid-exchange.ts';
export { assertFewUnpaid } from './unpaid-limit.ts';
export { updateOrder } from './update-order.ts';
export { withdrawOrder } from './withdraw-order.ts';
