import {
  type Address,
  type FulfilmentStatus,
  type OrderPaymentStatus,
  type OrderStatus,
  type operations,
  type ResponseOf,
  refuse,
} from '@service/contract';
import type { OrderModel } from '@service/db';
import type { Context } from '../context.ts';
import { presentTitles } from '../line-titles.ts';
import { publicMetadata } from '../metadata.ts';
import { type CursorQuery, readNewest } from '../page.ts';
import { readOwnCreditNotes } from './credit-notes.ts';
import {
  ITS_INVOICE,
  LINES_IN_ORDER,
  presentDiscounts,
  presentInvoice,
  presentPickup,
  presentShipment,
  presentWithdrawnAt,
} from './present.ts';

/** A page of the orders that a customer placed while signed in, newest first. */
export async function listOrdersOf(
  ctx: Context,
  customerId: string,
  page: CursorQuery,
): Promise<ResponseOf<typeof operations.listOwnOrders>> {
  const where = { customerId };
  return readNewest(page, {
    count: (part) => ctx.db.order.count({ where, ...part }),
    rows: ({ older, ...part }) => ctx.db.order.findMany({ where: { AND: [where, older] }, ...part }),
    present: presentSummary,
  });
}

/** Without history and payments, because these name operators. Refuses with `not_found` if the order is another customer's. */
export async function getOrderOf(
  ctx: Context,
  customerId: string,
  id: string,
): Promise<ResponseOf<typeof operations.getOwnOrder>> {
  const order = await ctx.db.order.findFirst({
    where: { id, customerId },
    include: {
      lines: { orderBy: LINES_IN_ORDER },
      documents: ITS_INVOICE,
      shipments: { orderBy: { createdAt: 'asc' } },
    },
  });
  if (!order) refuse('not_found', `No order ${id}.`);
  return {
    ...presentSummary(order),
    discounts: presentDiscounts(order),
    discountTotal: Number(order.discountTotal),
    taxTotal: Number(order.taxTotal),
    pricesIncludeTax: order.pricesIncludeTax,
    shippingAddress: order.shippingAddress as Address | null,
    ...presentPickup(order),
    billingAddress: order.billingAddress as Address | null,
    ...presentInvoice(order),
    creditNotes: await readOwnCreditNotes(ctx, id),
    withdrawnAt: presentWithdrawnAt(order),
    shipments: order.shipments.map(presentShipment),
    metadata: publicMetadata(order.metadata),
    lines: order.lines.map((line) => ({
      id: line.id,
      variantId: line.variantId,
      sku: line.sku,
      ...presentTitles(line),
      quantity: line.quantity,
      requiresShipping: line.requiresShipping,
      isGift: line.isGift,
      unitAmount: Number(line.unitAmount),
    })),
  };
}

function presentSummary(order: OrderModel) {
  return {
    id: order.id,
    number: Number(order.number),
    status: order.status as OrderStatus,
    paymentStatus: order.paymentStatus as OrderPaymentStatus,
    fulfilmentStatus: order.fulfilmentStatus as FulfilmentStatus,
    currency: order.currency,
    subtotal: Number(order.subtotal),
    shippingTotal: Number(order.shippingTotal),
    total: Number(order.total),
    removedTotal: Number(order.removedTotal),
    createdAt: order.createdAt.toISOString(),
  };
}
