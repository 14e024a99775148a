import { Prisma } from '@service/db';
import type { SystemContext } from '../context.ts';
import type { AttemptError } from './attempt.ts';

export interface ClaimedDelivery {
  id: string;
  /** The number of the attempt that this claim opened. It is the fence: see record-outcomes.ts. */
  attemptNumber: number;
  event: string;
  occurredAt: Date;
  data: Record<string, unknown>;
  isTest: boolean;
  honourRetryAfter: boolean;
  url: string;
  secretSealed: string;
  /** The secret before the last rotation, while it is still valid. */
  previousSecretSealed: string | null;
  /** Custom headers, as sealed JSON. */
  headersSealed: string | null;
}

export interface ClaimOptions {
  /** How long the claim holds. */
  leaseMs: number;
  /** How many attempts the retry table allows. */
  maxAttempts: number;
}

/**
 * Input: ids of deliveries that may be due. Output: those that this caller now holds, each with an open attempt in the
 * ledger. Why one statement: the lease, the attempt number and the open ledger row stand or fall together, for any
 * number of deliveries, in one round trip. A lease is longer than an attempt can take; one that has run out was
 * left by a worker that died, whose attempt is then `unknown`. If that was the last attempt, the delivery is exhausted
 * here, so that one that kills its worker can't do so for ever.
 */
export async function claimDeliveries(
  system: SystemContext,
  ids: readonly string[],
  { leaseMs, maxAttempts }: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  const now = system.sharedNow();
  const interrupted: AttemptError = 'attempt interrupted';
  // The rows are locked in the order of their ids, and those that another claim holds are passed over: two claims of
  // the same rows can't wait for each other.
  return system.db.$queryRaw<ClaimedDelivery[]>`
    WITH due AS (
      SELECT d.id, d.lease_until IS NOT NULL AND d.attempts >= CASE WHEN d.is_test THEN 1 ELSE ${maxAttempts} END AND d.next_retry_at <= d.last_attempt_at AS is_spent
      FROM webhook_deliveries d
      JOIN webhook_subscriptions s ON s.tenant_id = d.tenant_id AND s.id = d.subscription_id
      WHERE d.id = ANY (${ids}::uuid[]) AND (s.active OR d.is_test)
        AND d.status IN ('pending', 'failed') AND d.next_retry_at <= ${now}
        AND (d.lease_until IS NULL OR d.lease_until <= ${now})
      ORDER BY d.id
      FOR NO KEY UPDATE OF d SKIP LOCKED
    ), claimed AS (
      UPDATE webhook_deliveries d
      SET attempts = d.attempts + 1, last_attempt_at = ${now}, lease_until = ${now} + ${leaseMs} * interval '1 millisecond'
      FROM due WHERE d.id = due.id AND NOT due.is_spent
      RETURNING d.id, d.tenant_id, d.subscription_id, d.event_id, d.attempts, d.is_test
    ), exhausted AS (
      UPDATE webhook_deliveries d
      SET status = 'exhausted', next_retry_at = NULL, lease_until = NULL, response_code = NULL, last_error = ${interrupted}
      FROM due WHERE d.id = due.id AND due.is_spent
    ), interrupted AS (
      UPDATE webhook_attempts a SET outcome = 'unknown'
      FROM due WHERE a.delivery_id = due.id AND a.outcome = 'open'
    ), opened AS (
      INSERT INTO webhook_attempts (delivery_id, number, tenant_id, subscription_id, started_at)
      SELECT c.id, c.attempts, c.tenant_id, c.subscription_id, ${now} FROM claimed c
    )
    SELECT c.id, c.attempts AS "attemptNumber", e.name AS event, e.occurred_at AS "occurredAt", e.data,
           c.is_test AS "isTest", s.honour_retry_after AS "honourRetryAfter", s.url, s.secret_sealed AS "secretSealed",
           CASE WHEN s.previous_secret_expires_at > ${now} THEN s.previous_secret_sealed END AS "previousSecretSealed",
           s.headers_sealed AS "headersSealed"
    FROM claimed c
    JOIN webhook_events e ON e.tenant_id = c.tenant_id AND e.id = c.event_id
    JOIN webhook_subscriptions s ON s.tenant_id = c.tenant_id AND s.id = c.subscription_id`;
}

/**
 * Input: a delivery that a claim didn't get. Output: in how many milliseconds to ask for it again; null: never, or
 * something else will. A lease that another worker holds is asked after when it ends, in case that worker is dead. Why
 * here: the worker's own clock may differ from the one that the times were written by.
 */
export async function whenToAskAgain({ db, sharedNow }: SystemContext, id: string): Promise<number | null> {
  // Deleted, delivered or exhausted: nothing is left to do. Paused: resuming makes it due again.
  const [waiting] = await db.$queryRaw<{ askAgainInMs: number }[]>`
    SELECT GREATEST(0, ${millisecondsUntil(Prisma.sql`GREATEST(d.next_retry_at, d.lease_until)`, sharedNow())}) AS "askAgainInMs"
    FROM webhook_deliveries d
    JOIN webhook_subscriptions s ON s.tenant_id = d.tenant_id AND s.id = d.subscription_id
    WHERE d.id = ${id}::uuid AND d.next_retry_at IS NOT NULL AND (s.active OR d.is_test)`;
  return waiting?.askAgainInMs ?? null;
}

export function millisecondsUntil(time: Prisma.Sql, now: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`ceil(extract(epoch FROM ${time} - ${now}) * 1000)::float8`;
}
