import type { OrderStatus } from '@service/contract';

/** What a request may do: from each status, where an order may move. Decisions, section Commerce. */
export const TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['paid', 'cancelled'],
  paid: ['shipped', 'cancelled', 'partially_refunded', 'refunded'],
  shipped: ['partially_refunded', 'refunded'],
  cancelled: [],
  partially_refunded: ['partially_refunded', 'refunded'],
  refunded: [],
};

/** From where goods may leave. What a partial refund has left is shipped without a move: where the money is stays to be seen. */
export const SHIPS_FROM: readonly OrderStatus[] = ['paid', 'partially_refunded'];

/** What the provider's success does whatever the status is; specification, States and transitions. */
export const ON_PAYMENT: OrderStatus = 'paid';

/** What causes a move: a request of this service, or a payment that went through at the provider. */
export type Trigger = 'request' | 'payment';

export function isAllowed(from: OrderStatus, to: OrderStatus, trigger: Trigger = 'request'): boolean {
  if (trigger === 'payment' && to === ON_PAYMENT) return true;
  return TRANSITIONS[from].includes(to);
}
