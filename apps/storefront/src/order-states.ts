import type { ListOwnOrdersItem, PickupPlace } from '@service/client-js';
import type { Reader } from './reader.ts';

type Order = Pick<ListOwnOrdersItem, 'status' | 'paymentStatus' | 'fulfilmentStatus'> & {
  pickupPlace?: PickupPlace | null;
};

/** Where the money and the goods of an order are, in words of the shop. */
export function statesOf(
  { t }: Reader,
  { status, paymentStatus, fulfilmentStatus, pickupPlace }: Order,
): string {
  const goods = pickupPlace ? { ...t.fulfilment, ...t.pickup } : t.fulfilment;
  const states = [
    status === 'cancelled' ? t.status.cancelled : undefined,
    t.payment[paymentStatus],
    fulfilmentStatus === 'nothing_to_ship' ? undefined : goods[fulfilmentStatus],
  ];
  return states.filter((state) => state !== undefined).join(' · ');
}
