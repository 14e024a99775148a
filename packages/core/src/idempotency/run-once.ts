import { createHash } from 'node:crypto';
import { refuse } from '@service/contract';
import { DAY_MS } from '@service/jobs/primitives';
import { actorName, type Context, inTransaction, type Transaction } from '../context.ts';

/** For how long a repetition is known. */
export const KEPT_MS = DAY_MS;

export interface Repeatable {
  key: string;
  /** Method and path: the same key for another resource is another request. */
  route: string;
  body: Buffer;
  /** The status of the response; default 200. */
  status?: number;
  /** Whom else the key belongs to, beside the principal. */
  caller?: string | undefined;
}

export interface Answer<T> {
  status: number;
  result: T;
}

interface Kept<T> extends Answer<T> {
  /** SHA-256 of the request's body; sealed like the rest, because a body may hold a password. */
  request: string;
}

/** Leaves the transaction that would have executed the request a second time. */
class Known<T> extends Error {
  constructor(readonly kept: Kept<T>) {
    super('carried out before');
  }
}

/**
 * Runs `fn` once for each key, and returns the first response to a repetition. The response is written in the
 * transaction of the effect, so there is never one without the other; a refusal rolls back and isn't kept, so that a
 * repetition after a fix goes through. What `fn` does before its first query (hash a password, resolve a name) holds no
 * connection. Refuses with `idempotency_key_in_flight` or `idempotency_key_reused`.
 */
export async function runOnce<T>(
  ctx: Context,
  { key, route, body, status = 200, caller = '' }: Repeatable,
  fn: (tx: Transaction) => Promise<T>,
): Promise<Answer<T> & { replayed: boolean }> {
  const scope = `${actorName(ctx.principal)} ${route} ${caller}`.trim();
  const request = createHash('sha256').update(body).digest('base64');
  const repeat = (kept: Kept<T>) => {
    if (kept.request !== request)
      refuse('idempotency_key_reused', 'This Idempotency-Key was used with another body before.');
    return { status: kept.status, result: kept.result, replayed: true };
  };
  // Before anything is done, so that a repetition of what has become wrong meanwhile still gets its response.
  const known = await findAnswer<T>(ctx, scope, key);
  if (known) return repeat(known);
  try {
    const result = await inTransaction(ctx, async (tx) => {
      tx.db.beforeFirstQuery(async () => {
        await takeKey(tx, scope, key);
        const kept = await findAnswer<T>(tx, scope, key);
        if (kept) throw new Known(kept);
      });
      const answer = await fn(tx);
      await keepAnswer(tx, { scope, key }, { status, result: answer, request });
      return answer;
    });
    return { status, result, replayed: false };
  } catch (error) {
    if (error instanceof Known) return repeat(error.kept as Kept<T>);
    throw error;
  }
}

/** Held until the transaction ends. Looked up by a statement of its own afterwards, which sees what the holder before wrote. */
async function takeKey(ctx: Transaction, scope: string, key: string): Promise<void> {
  const name = `${ctx.tenantId} ${scope} ${key}`;
  const [lock] = await ctx.db.sql<{ taken: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS taken`;
  if (!lock?.taken) refuse('idempotency_key_in_flight', 'A request with this Idempotency-Key is under way.');
}

async function findAnswer<T>(ctx: Context, scope: string, key: string): Promise<Kept<T> | undefined> {
  const [kept] = await ctx.db.sql<{ answerSealed: string }[]>`
    SELECT answer_sealed AS "answerSealed" FROM idempotency_keys
    WHERE tenant_id = ${ctx.tenantId}::uuid AND scope = ${scope} AND key = ${key}
      AND created_at > ${ctx.dbNow()} - ${KEPT_MS}::int * interval '1 millisecond'`;
  return kept ? (JSON.parse(ctx.services.sealer.open(kept.answerSealed)) as Kept<T>) : undefined;
}

async function keepAnswer<T>(
  ctx: Transaction,
  { scope, key }: { scope: string; key: string },
  kept: Kept<T>,
): Promise<void> {
  const sealed = ctx.services.sealer.seal(JSON.stringify(kept));
  // Only a row that is older than a day can be in the way.
  await ctx.db.sql.count`
    INSERT INTO idempotency_keys (tenant_id, scope, key, answer_sealed, created_at)
    VALUES (${ctx.tenantId}::uuid, ${scope}, ${key}, ${sealed}, ${ctx.now()})
    ON CONFLICT (tenant_id, scope, key) DO UPDATE
    SET answer_sealed = EXCLUDED.answer_sealed, created_at = EXCLUDED.created_at`;
}
