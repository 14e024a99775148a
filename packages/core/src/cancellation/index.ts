export { cancelOrder } from './cancel-order.ts';
export { expireUnpaidOrders, RESERVATION_MS } from './expire-unpaid.ts';
