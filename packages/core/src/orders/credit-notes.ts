import type { Context } from '../context.ts';
import type { PresentedOrder } from './present.ts';

type CreditNote = PresentedOrder['creditNotes'][number];

/** The credit notes of an order, by number, each with the document that cancels it. */
export async function readCreditNotes(ctx: Context, orderId: string): Promise<CreditNote[]> {
  const notes = await ctx.db.creditNote.findMany({
    where: { orderId },
    include: { cancellation: true },
    orderBy: { number: 'asc' },
  });
  return notes.map(({ id, number, amount, currency, refundId, cancellation, createdAt }) => ({
    id,
    number: Number(number),
    amount: Number(amount),
    currency,
    refundId,
    cancellation: cancellation && {
      id: cancellation.id,
      number: Number(cancellation.number),
      createdAt: cancellation.createdAt.toISOString(),
    },
    createdAt: createdAt.toISOString(),
  }));
}

/** The same, as shoppers see them. */
export async function readOwnCreditNotes(
  ctx: Context,
  orderId: string,
): Promise<Omit<CreditNote, 'refundId'>[]> {
  return (await readCreditNotes(ctx, orderId)).map(({ refundId: _, ...note }) => note);
}
