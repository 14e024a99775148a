import type { OrderStatus } from '@service/contract';

/**
 * The moves that a request may make: from each status, the statuses that an order may move to. docs/orders-and-payments.md
 * describes them.
 */
export const TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['paid', 'cancelled'],
  paid: ['shipped', 'cancelled', 'partially_refunded', 'refunded'],
  shipped: ['partially_refunded', 'refunded'],
  cancelled: [],
  partially_refunded: ['partially_refunded', 'refunded'],
  refunded: [],
};

/**
 * The statuses in which goods may be shipped. After a partial refund the rest is shipped without a move: the status keeps showing
 * the refund.
 */
export const SHIPS_FROM: readonly OrderStatus[] = ['paid', 'partially_refunded'];

/** The status that a successful payment at the provider sets, whatever the status before. */
export const ON_PAYMENT: OrderStatus = 'paid';

/** The cause of a move: a request of this service, or a successful payment at the provider. */
export type Trigger = 'request' | 'payment';

export function isAllowed(from: OrderStatus, to: OrderStatus, trigger: Trigger = 'request'): boolean {
  if (trigger === 'payment' && to === ON_PAYMENT) return true;
  return TRANSITIONS[from].includes(to);
}
