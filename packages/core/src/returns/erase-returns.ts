import type { Transaction } from '../context.ts';

/** Removes free text from the returns of these orders; returns their ids. */
export async function eraseReturns(tx: Transaction, orderIds: readonly string[]): Promise<string[]> {
  const where = { orderId: { in: [...orderIds] } };
  await tx.db.return.updateMany({ where, data: { reason: null, note: null } });
  return (await tx.db.return.findMany({ where, select: { id: true } })).map(({ id }) => id);
}
