import { actorName, type Principal, type Transaction } from '../context.ts';

/** Deletes the responses that are kept for what a principal asked. */
export async function eraseKeysOf(tx: Transaction, principal: Principal): Promise<void> {
  const scope = { startsWith: `${actorName(principal)} ` };
  await tx.db.idempotencyKey.deleteMany({ where: { scope } });
}
