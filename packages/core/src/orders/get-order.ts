import {
  type AcceptedText,
  type Metadata,
  type operations,
  type PaymentMismatch,
  type ResponseOf,
  refuse,
} from '@service/contract';
import type { OrderHistoryEntryModel, Prisma } from '@service/db';
import { type Context, customerOf } from '../context.ts';
import { publicMetadata } from '../metadata.ts';
import { readAdditions } from './additions.ts';
import { readCreditNotes, readOwnCreditNotes } from './credit-notes.ts';
import {
  ITS_CREDIT_NOTE,
  ITS_INVOICE,
  ITS_SHIPMENT,
  LINES_IN_ORDER,
  type PresentedOrder,
  presentDispute,
  presentExchangeOf,
  presentHistory,
  presentInvoice,
  presentLabel,
  presentLine,
  presentPayment,
  presentRefund,
  presentShipment,
  presentSummary,
  presentTerms,
  presentWithdrawnAt,
} from './present.ts';

const OLDEST_FIRST = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];

/** Refuses with `not_found`. */
export async function getOrder(ctx: Context, id: string): Promise<PresentedOrder> {
  const order = await ctx.db.order.findFirst({
    where: { id },
    include: {
      cart: { select: { additionToId: true } },
      lines: { orderBy: LINES_IN_ORDER },
      history: { orderBy: OLDEST_FIRST },
      shipments: { orderBy: OLDEST_FIRST },
      labels: { orderBy: OLDEST_FIRST, include: ITS_SHIPMENT },
      documents: ITS_INVOICE,
      payments: {
        orderBy: OLDEST_FIRST,
        include: {
          refunds: { orderBy: OLDEST_FIRST, include: { creditNotes: ITS_CREDIT_NOTE } },
          disputes: { orderBy: OLDEST_FIRST },
        },
      },
    },
  });
  if (!order) refuse('not_found', `No order ${id}.`);
  const creditNotes = await readCreditNotes(ctx, id);
  const related = await readAdditions(ctx, id, order.cart.additionToId);
  return {
    ...presentSummary(order),
    attentionDetails: order.attentionDetails as PaymentMismatch | null,
    ...presentTerms(order),
    acceptedTexts: order.acceptedTexts as unknown as AcceptedText[],
    exchangeOf: presentExchangeOf(order),
    ...related,
    withdrawnAt: presentWithdrawnAt(order),
    metadata: order.metadata as Metadata,
    lines: order.lines.map(presentLine),
    history: inOrder(order.history).map(presentHistory),
    shipments: order.shipments.map(presentShipment),
    labels: order.labels.map(presentLabel),
    payments: order.payments.map(presentPayment),
    refunds: order.payments.flatMap(({ refunds }) => refunds.map(presentRefund)),
    ...presentInvoice(order),
    creditNotes,
    disputes: order.payments.flatMap(({ disputes }) => disputes.map(presentDispute)),
  };
}

/** Selects the order of a cart: for its customer, or, if a guest placed it, for any caller who knows the cart's id. */
export function ownOrder(ctx: Context, cartId: string): Prisma.OrderWhereInput {
  return { cartId, OR: [{ customerId: null }, { customerId: customerOf(ctx.principal) }] };
}

/** The order of a cart, as its shopper sees it. A customer's order is visible to that customer only. Refuses with `not_found`. */
export async function getCartOrder(
  ctx: Context,
  cartId: string,
): Promise<ResponseOf<typeof operations.getCartOrder>> {
  const order = await ctx.db.order.findFirst({
    where: ownOrder(ctx, cartId),
    include: {
      lines: { orderBy: LINES_IN_ORDER },
      shipments: { orderBy: OLDEST_FIRST },
      documents: ITS_INVOICE,
    },
  });
  if (!order) refuse('not_found', `The cart ${cartId} hasn’t become an order.`);
  const { customerId: _, attention: __, tags: ___, version: ____, ...summary } = presentSummary(order);
  return {
    ...summary,
    ...presentTerms(order),
    withdrawnAt: presentWithdrawnAt(order),
    metadata: publicMetadata(order.metadata),
    lines: order.lines.map(presentLine),
    shipments: order.shipments.map(presentShipment),
    ...presentInvoice(order),
    creditNotes: await readOwnCreditNotes(ctx, order.id),
  };
}

/** Entries of the same millisecond are sorted by status: an order may be placed, paid and refunded within one. */
function inOrder(entries: readonly OrderHistoryEntryModel[]): OrderHistoryEntryModel[] {
  const left = [...entries];
  const sorted: OrderHistoryEntryModel[] = [];
  for (let first = left[0]; first; first = left[0]) {
    const at = first.createdAt.getTime();
    const status = sorted.at(-1)?.status ?? null;
    const following = left.filter(
      (each) => each.createdAt.getTime() === at && each.previousStatus === status,
    );
    const next = following.find((each) => each.status === status) ?? following[0] ?? first;
    sorted.push(...left.splice(left.indexOf(next), 1));
  }
  return sorted;
}
