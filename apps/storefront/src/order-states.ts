import type { ListOwnOrdersItem } from '@service/client-js';

type Order = Pick<ListOwnOrdersItem, 'status' | 'paymentStatus' | 'fulfilmentStatus'>;

const PAYMENT: Readonly<Record<Order['paymentStatus'], string>> = {
  disputed: 'Payment disputed',
  charged_back: 'Payment taken back',
  overpaid: 'Overpaid',
  refunded: 'Refunded',
  partly_refunded: 'Refunded in part',
  paid: 'Paid',
  partly_paid: 'Paid in part',
  authorised: 'Payment reserved',
  unpaid: 'Not paid',
};

const FULFILMENT: Readonly<Record<Order['fulfilmentStatus'], string | undefined>> = {
  unfulfilled: 'Not sent yet',
  partly_shipped: 'Sent in part',
  shipped: 'Sent',
  partly_returned: 'Returned in part',
  returned: 'Returned',
  nothing_to_ship: undefined,
};

/** Where the money and the goods of an order are, in words of the shop. */
export function statesOf({ status, paymentStatus, fulfilmentStatus }: Order): string {
  const states = [
    status === 'cancelled' ? 'Cancelled' : undefined,
    PAYMENT[paymentStatus],
    FULFILMENT[fulfilmentStatus],
  ];
  return states.filter((state) => state !== undefined).join(' · ');
}
