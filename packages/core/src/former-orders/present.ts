import type { operations, ResponseOf } from '@service/contract';
import type { FormerOrderModel } from '@service/db';

type FormerOrder = ResponseOf<typeof operations.getFormerOrder>;

export type FormerAddress = NonNullable<FormerOrder['billingAddress']>;
export type FormerLine = FormerOrder['lines'][number];

/** What is kept of an order beside that by which it is found and listed. */
export type FormerDetails = Pick<
  FormerOrder,
  | 'subtotal'
  | 'discountTotal'
  | 'shippingTotal'
  | 'taxTotal'
  | 'refundedTotal'
  | 'taxes'
  | 'paidAt'
  | 'cancelledAt'
  | 'discountCode'
  | 'paymentMethod'
  | 'shippingMethod'
  | 'note'
>;

export const ADDRESS_PARTS = [
  'name',
  'company',
  'line1',
  'line2',
  'city',
  'postalCode',
  'region',
  'country',
  'phone',
] as const satisfies readonly (keyof FormerAddress)[];

/** What lists leave out: an order may have hundreds of lines. */
export const LONG_COLUMNS = { lines: true, details: true } as const;

type Listed = Omit<FormerOrderModel, keyof typeof LONG_COLUMNS>;

/** What the shopper sees of it in a list. */
export function presentOwnSummary(order: Listed) {
  return {
    id: order.id,
    number: order.number,
    placedAt: order.createdAt.toISOString(),
    currency: order.currency,
    total: Number(order.total),
    status: order.status,
    paymentStatus: order.paymentStatus,
    fulfilmentStatus: order.fulfilmentStatus,
  };
}

export function presentSummary(order: Listed) {
  const [billing, shipping] = [order.billingAddress, order.shippingAddress] as (FormerAddress | null)[];
  return {
    ...presentOwnSummary(order),
    email: order.email,
    name: billing?.name ?? shipping?.name ?? null,
    importedAt: order.importedAt.toISOString(),
  };
}

/** Without the note, which may be the former shop's own. */
export function presentOwnOrder(order: FormerOrderModel): ResponseOf<typeof operations.getOwnFormerOrder> {
  const { note: _, ...details } = order.details as unknown as FormerDetails;
  return {
    ...presentOwnSummary(order),
    ...details,
    billingAddress: order.billingAddress as FormerAddress | null,
    shippingAddress: order.shippingAddress as FormerAddress | null,
    lines: order.lines as unknown as FormerLine[],
  };
}

export function presentFormerOrder(order: FormerOrderModel): FormerOrder {
  const { note } = order.details as unknown as FormerDetails;
  return { ...presentOwnOrder(order), ...presentSummary(order), note };
}
