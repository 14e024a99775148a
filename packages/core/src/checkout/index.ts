export { checkOut } from './check-out.ts';
export { draftFromOrder } from './draft-from-order.ts';
export { listOwnPaymentMethods, listPaymentMethods, readPaymentLink } from './payment-methods.ts';
export { placeDraft } from './place-draft.ts';
