import { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';
import { hideTerms, type Person } from '../person.ts';

/** Removes the person from the refunds of these orders. A reason that is printed on a credit note is part of that document. */
export async function eraseRefunds(
  tx: Transaction,
  orderIds: readonly string[],
  person: Person,
): Promise<string[]> {
  const ids = [...orderIds];
  await tx.db.refund.updateMany({
    where: { orderId: { in: ids }, creditNotes: { none: {} } },
    data: { reason: null },
  });
  await hideTerms(tx, {
    table: 'refunds',
    columns: ['metadata'],
    terms: person.ownTexts,
    where: Prisma.sql`t.order_id = ANY (${ids}::uuid[])`,
  });
  const refunds = await tx.db.refund.findMany({ where: { orderId: { in: ids } }, select: { id: true } });
  return refunds.map(({ id }) => id);
}
