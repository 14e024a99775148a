import { actorName, type Principal, type Transaction } from '../context.ts';

/** Deletes responses that are kept for a principal's requests, at most `limit`; returns how many. */
export async function eraseKeysOf(tx: Transaction, principal: Principal, limit: number): Promise<number> {
  const found = await tx.db.idempotencyKey.findMany({
    where: { scope: { startsWith: `${actorName(principal)} ` } },
    select: { scope: true, key: true },
    take: limit,
  });
  if (found.length > 0) await tx.db.idempotencyKey.deleteMany({ where: { OR: found } });
  return found.length;
}
