import type { Units } from './order-money.ts';

export interface Return {
  id: string;
  step: number;
  status: 'requested' | 'approved' | 'received' | 'refunded' | 'exchanged' | 'rejected';
  lines: Units[];
  /** What of it the money went back for. */
  refunded: Units[];
  /** The order of the family that sends the exchange. */
  exchange: number | undefined;
}

export interface Wanted {
  amount?: bigint;
  lines?: Units[];
  restock?: boolean;
  payment?: number;
}

export interface Swap extends Units {
  variant: number;
  /** Absent: whatever the units were worth. */
  unitAmount?: bigint;
}

export type Status = 'pending' | 'paid' | 'shipped' | 'cancelled' | 'partially_refunded' | 'refunded';
export type LetGo = 'released' | 'written_off';

/** The gravest first, which is shown. */
export const REASONS = [
  'payment_disputed',
  'payment_mismatch',
  'exchange_unpaid',
  'paid_after_cancellation',
  'paid_again',
  'withdrawn',
] as const;
export type Reason = (typeof REASONS)[number];

/** What a discount took off an order. */
export interface Discount {
  code: string;
  amount: bigint;
}

/** Where an order goes: the first lines of its addresses. */
export interface Delivery {
  isPickedUp: boolean;
  /** Null: nothing is sent. */
  shippedTo: string | null;
  billedTo: string | null;
}
