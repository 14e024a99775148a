export { checkOut } from './check-out.ts';
export { listOwnPaymentMethods, listPaymentMethods } from './payment-methods.ts';
