import { createHash } from 'node:crypto';
import { refuse } from '@service/contract';
import { DAY_MS } from '@service/jobs/primitives';
import { actorName, type Context, type Once, type Transaction } from '../context.ts';

/** How long repetitions are recognised. */
export const KEPT_MS = DAY_MS;

export interface Repeatable {
  key: string;
  /** Method and path: the same key for another resource is another request. */
  route: string;
  body: Buffer;
  /** The status of the response; default 200. */
  status?: number;
  /** The part of the caller that the key belongs to, beside the principal. */
  caller?: string | undefined;
}

export interface Answer {
  status: number;
  result: unknown;
}

interface Kept extends Answer {
  /** SHA-256 of the request's body; sealed like the rest, because a body may hold a password. */
  request: string;
}

export interface OnceByKey extends Once {
  /** Checked before the work, so that a repetition that has become invalid meanwhile still gets its response. */
  find(): Promise<Answer | undefined>;
  /** The first response, if this turns out to be a repetition. */
  repeated(): Answer | undefined;
}

/**
 * Does work once for each key, and returns the first response to a repetition. The response is written in the transaction of the
 * effect, so there is never one without the other; a refusal rolls back and isn't kept, so that a repetition after a fix
 * succeeds. Refuses with `idempotency_key_in_flight` or `idempotency_key_reused`.
 */
export function onceByKey(
  ctx: Context,
  { key, route, body, status = 200, caller = '' }: Repeatable,
): OnceByKey {
  const scope = `${actorName(ctx.principal)} ${route} ${caller}`.trim();
  const request = createHash('sha256').update(body).digest('base64');
  let repeated: Answer | undefined;
  async function find(via: Context): Promise<Answer | undefined> {
    const kept = await findAnswer(via, scope, key);
    if (kept && kept.request !== request)
      refuse('idempotency_key_reused', 'This Idempotency-Key was used with another body before.');
    repeated = kept;
    return kept;
  }
  return {
    find: () => find(ctx),
    async begin(tx) {
      await takeKey(tx, scope, key);
      return find(tx);
    },
    end: (tx, result) => keepAnswer(tx, { scope, key }, { status, result, request }),
    repeated: () => repeated,
  };
}

/** Locked until the transaction ends. Read by a statement of its own afterwards, which sees the row of the former holder. */
async function takeKey(ctx: Transaction, scope: string, key: string): Promise<void> {
  const name = `${ctx.tenantId} ${scope} ${key}`;
  const [lock] = await ctx.db.sql<{ taken: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS taken`;
  if (!lock?.taken) refuse('idempotency_key_in_flight', 'A request with this Idempotency-Key is under way.');
}

async function findAnswer(ctx: Context, scope: string, key: string): Promise<Kept | undefined> {
  const [kept] = await ctx.db.sql<{ answerSealed: string }[]>`
    SELECT answer_sealed AS "answerSealed" FROM idempotency_keys
    WHERE tenant_id = ${ctx.tenantId}::uuid AND scope = ${scope} AND key = ${key}
      AND created_at > ${ctx.dbNow()} - ${KEPT_MS}::int * interval '1 millisecond'`;
  return kept ? (JSON.parse(ctx.services.sealer.open(kept.answerSealed)) as Kept) : undefined;
}

async function keepAnswer(
  ctx: Transaction,
  { scope, key }: { scope: string; key: string },
  kept: Kept,
): Promise<void> {
  const sealed = ctx.services.sealer.seal(JSON.stringify(kept));
  // Only a row that is older than a day can be in the way.
  await ctx.db.sql.count`
    INSERT INTO idempotency_keys (tenant_id, scope, key, answer_sealed, created_at)
    VALUES (${ctx.tenantId}::uuid, ${scope}, ${key}, ${sealed}, ${ctx.now()})
    ON CONFLICT (tenant_id, scope, key) DO UPDATE
    SET answer_sealed = EXCLUDED.answer_sealed, created_at = EXCLUDED.created_at`;
}
