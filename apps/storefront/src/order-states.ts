import type { ListOwnOrdersItem } from '@service/client-js';
import type { Reader } from './reader.ts';

type Order = Pick<ListOwnOrdersItem, 'status' | 'paymentStatus' | 'fulfilmentStatus'>;

/** Where the money and the goods of an order are, in words of the shop. */
export function statesOf({ t }: Reader, { status, paymentStatus, fulfilmentStatus }: Order): string {
  const states = [
    status === 'cancelled' ? t.status.cancelled : undefined,
    t.payment[paymentStatus],
    fulfilmentStatus === 'nothing_to_ship' ? undefined : t.fulfilment[fulfilmentStatus],
  ];
  return states.filter((state) => state !== undefined).join(' · ');
}
