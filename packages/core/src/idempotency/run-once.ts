import { createHash } from 'node:crypto';
import { refuse } from '@service/contract';
import { actorName, type Context, inTransaction, type Transaction } from '../context.ts';

/** For how long a repetition is known. */
export const KEPT_MS = 24 * 60 * 60 * 1000;

export interface Repeatable {
  key: string;
  /** Method and path: the same key for another resource is another request. */
  route: string;
  body: Buffer;
}

/**
 * Carries `fn` out once for each key, and answers a repetition with the first answer. The answer is written in the
 * transaction of the effect, so there is never one without the other; a refusal rolls back and isn't kept, so that a
 * repetition after a mend goes through. Refuses with `idempotency_key_in_flight` or `idempotency_key_reused`.
 */
export function runOnce<T>(
  ctx: Context,
  { key, route, body }: Repeatable,
  fn: () => Promise<T>,
): Promise<{ result: T; replayed: boolean }> {
  return inTransaction(ctx, async (tx) => {
    const scope = `${actorName(tx.principal)} ${route}`;
    const requestHash = createHash('sha256').update(body).digest();
    await takeKey(tx, scope, key);
    const kept = await tx.db.idempotencyKey.findUnique({
      where: {
        tenantId_scope_key: { tenantId: tx.tenantId, scope, key },
        createdAt: { gt: new Date(tx.now().getTime() - KEPT_MS) },
      },
    });
    if (kept) {
      if (!requestHash.equals(kept.requestHash))
        refuse('idempotency_key_reused', 'This Idempotency-Key came with another body before.');
      return { result: JSON.parse(tx.platform.sealer.open(kept.answerSealed)) as T, replayed: true };
    }
    const result = await fn();
    await keepAnswer(tx, { scope, key, requestHash, answer: JSON.stringify(result) });
    return { result, replayed: false };
  });
}

/** Held until the transaction ends. Looked up by a statement of its own afterwards, which sees what the holder before wrote. */
async function takeKey(tx: Transaction, scope: string, key: string): Promise<void> {
  const name = `${tx.tenantId} ${scope} ${key}`;
  const [lock] = await tx.db.$queryRaw<{ taken: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS taken`;
  if (!lock?.taken)
    refuse('idempotency_key_in_flight', 'A request with this Idempotency-Key is being carried out.');
}

async function keepAnswer(
  tx: Transaction,
  { scope, key, requestHash, answer }: { scope: string; key: string; requestHash: Buffer; answer: string },
): Promise<void> {
  // Only a row that is older than a day can be in the way.
  await tx.db.$executeRaw`
    INSERT INTO idempotency_keys (tenant_id, scope, key, request_hash, answer_sealed, created_at)
    VALUES (${tx.tenantId}::uuid, ${scope}, ${key}, ${requestHash}, ${tx.platform.sealer.seal(answer)}, ${tx.now()})
    ON CONFLICT (tenant_id, scope, key) DO UPDATE
    SET request_hash = EXCLUDED.request_hash, answer_sealed = EXCLUDED.answer_sealed,
        created_at = EXCLUDED.created_at`;
}
