export { checkOut } from './check-out.ts';
export { listPaymentMethods } from './payment-methods.ts';
