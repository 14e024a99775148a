import { Prisma } from '@service/db';
import type { AttemptError } from './attempt-error.ts';
import type { DeliveryContext } from './context.ts';
import type { ClaimedCredentials } from './credentials/credentials.ts';
import type { QueueSettings } from './destination.ts';
import { millisecondsUntil } from './due.ts';
import type { DeliveryRef, SubscriptionRef } from './refs.ts';
import type { SigningKey } from './sign-by-key-pair.ts';

export interface ClaimOptions {
  /** How long the claim holds. */
  leaseMs: number;
  /** How many attempts the retry table allows. */
  maxAttempts: number;
  /** The server ends a claim that takes longer; default: the deadline of its connection. */
  withinMs?: number;
}

export type ClaimedQueue = QueueSettings & { secretSealed: string; resourceId: string };

export interface ClaimedDelivery extends DeliveryRef, SubscriptionRef {
  /** The number of the attempt that this claim opened. It is the fence: see record-outcomes.ts. */
  attemptNumber: number;
  /** How many attempts before it were interrupted. */
  interruptions: number;
  /** For how long it had been due when it was claimed; what it waited for its subscription's rate doesn't count. */
  overdueMs: number;
  /** Of its subscription, the same at every attempt; null for a test. */
  sequence: number | null;
  event: string;
  occurredAt: Date;
  data: Record<string, unknown>;
  /** Of the request that made the change; null where nobody traces. */
  traceparent: string | null;
  isTest: boolean;
  honourRetryAfter: boolean;
  /** What follows it of the same resource waits for its end. */
  isOrdered: boolean;
  /** The one request to an endpoint that failed; its outcome decides whether others follow. */
  isProbing: boolean;
  kind: string;
  url: string;
  /** What the subscription of a queue says of it; null of any other. */
  queue: ClaimedQueue | null;
  secretSealed: string;
  /** The store's key pairs, newest first; null: the subscription is signed by its secret alone. */
  signingKeys: SigningKey[] | null;
  /** The secret before the last rotation, while it is still valid. */
  previousSecretSealed: string | null;
  /** What the endpoint asks for beside the signature; null: nothing. */
  credentials: ClaimedCredentials | null;
  /** Custom headers, as sealed JSON. */
  headersSealed: string | null;
}

/**
 * The second half of every claim. Input: the CTE `due`, rows of webhook_deliveries that are due and locked. Output: the CTE
 * `taken`, a ClaimedDelivery for each that the caller now has the lease of.
 *
 * Why one statement: the lease, the attempt number and the open row of the ledger stand or fall together, for any number of
 * deliveries, in one round trip. A lease is longer than an attempt can take; one that has run out was left by a worker that
 * died, whose attempt is then `unknown`. It doesn't count towards the retry table, because it may never have sent a request; after
 * as many interruptions as that table has attempts, the delivery is exhausted here, so that one that kills its worker can't do so
 * for ever.
 *
 * The first claim numbers a delivery: of its subscription, without a gap, for a claim that fails takes its numbers back. Where
 * another transaction has locked the counter, the new ones of that subscription are left out, like locked rows: nothing waits
 * here.
 */
export function takingDue(
  system: DeliveryContext,
  { leaseMs, maxAttempts }: Omit<ClaimOptions, 'withinMs'>,
): Prisma.Sql {
  const now = system.dbNow();
  const interrupted: AttemptError = 'attempt interrupted';
  return Prisma.sql`
    counter AS (
      SELECT c.tenant_id, c.subscription_id, c.last
      FROM (SELECT DISTINCT tenant_id, subscription_id FROM due WHERE sequence IS NULL AND NOT is_test) AS unnumbered
      JOIN webhook_sequences c USING (tenant_id, subscription_id)
      FOR NO KEY UPDATE OF c SKIP LOCKED
    ), numbered AS (
      SELECT due.tenant_id, due.id, due.subscription_id, due.sequence IS NULL AND NOT due.is_test AS is_new,
             due.lease_until IS NOT NULL AS was_interrupted,
             due.lease_until IS NOT NULL AND due.next_retry_at <= due.last_attempt_at
               AND due.interruptions + 1 >= CASE WHEN due.is_test THEN 1 ELSE ${maxAttempts}::int END AS is_spent,
             COALESCE(due.sequence, CASE WHEN NOT due.is_test THEN counter.last + row_number() OVER (
               PARTITION BY due.tenant_id, due.subscription_id, due.sequence IS NULL AND NOT due.is_test
               ORDER BY due.position, due.id) END) AS sequence
      FROM due LEFT JOIN counter USING (tenant_id, subscription_id)
      WHERE due.sequence IS NOT NULL OR due.is_test OR counter.last IS NOT NULL
    ), counted AS (
      UPDATE webhook_sequences c SET last = highest.last
      FROM (
        SELECT tenant_id, subscription_id, max(sequence) AS last FROM numbered WHERE is_new GROUP BY tenant_id, subscription_id
      ) AS highest
      WHERE c.tenant_id = highest.tenant_id AND c.subscription_id = highest.subscription_id
    ), claimed AS (
      UPDATE webhook_deliveries d
      SET attempts = d.attempts + 1, last_attempt_at = ${now}, sequence = numbered.sequence,
          interruptions = d.interruptions + numbered.was_interrupted::int,
          lease_until = ${now} + ${leaseMs} * interval '1 millisecond'
      FROM numbered
      WHERE d.tenant_id = numbered.tenant_id AND d.id = numbered.id AND NOT numbered.is_spent
      RETURNING d.tenant_id, d.id, d.subscription_id, d.event_id, d.attempts, d.interruptions, d.is_test, d.sequence, d.next_retry_at
    ), exhausted AS (
      UPDATE webhook_deliveries d
      SET status = 'exhausted', next_retry_at = NULL, lease_until = NULL, response_code = NULL, last_error = ${interrupted},
          interruptions = 0, exhausted_at = d.last_attempt_at
      FROM numbered
      WHERE d.tenant_id = numbered.tenant_id AND d.id = numbered.id AND numbered.is_spent
    ), interrupted AS (
      UPDATE webhook_attempts a SET outcome = 'unknown'
      FROM numbered
      WHERE a.tenant_id = numbered.tenant_id AND a.delivery_id = numbered.id AND numbered.was_interrupted
        AND a.outcome = 'open'
    ), taken AS MATERIALIZED (
      SELECT c.tenant_id AS "tenantId", c.id, c.subscription_id AS "subscriptionId", c.attempts AS "attemptNumber", c.interruptions,
             -${millisecondsUntil(Prisma.sql`GREATEST(c.next_retry_at, s.paced_until)`, now)} AS "overdueMs", c.sequence::float8 AS sequence,
             e.name AS event, e.occurred_at AS "occurredAt", e.data, e.traceparent, c.is_test AS "isTest",
             s.honour_retry_after AS "honourRetryAfter", s.ordered AS "isOrdered", s.is_probing AND NOT c.is_test AS "isProbing", s.url,
             s.kind, CASE WHEN s.queue IS NOT NULL THEN s.queue || jsonb_build_object(
               'kind', s.kind, 'secretSealed', s.queue_secret_sealed, 'resourceId', e.resource_id) END AS queue,
             CASE WHEN s.signature = 'ed25519' THEN (
               SELECT jsonb_agg(jsonb_build_object('id', k.id, 'publicKey', k.public_key, 'privateKeySealed', k.private_key_sealed)
                                ORDER BY k.created_at DESC, k.id DESC)
               FROM webhook_signing_keys k
               WHERE k.tenant_id = s.tenant_id AND (k.expires_at IS NULL OR k.expires_at > ${now})
             ) END AS "signingKeys",
             CASE WHEN s.auth_sealed IS NOT NULL THEN jsonb_build_object('sealed', s.auth_sealed, 'token', (
               SELECT jsonb_build_object('sealed', t.token_sealed, 'isYoung', t.obtained_at > ${now} - interval '1 minute')
               FROM webhook_access_tokens t
               WHERE t.tenant_id = s.tenant_id AND t.subscription_id = s.id AND t.renew_at > ${now}
             )) END AS credentials,
             s.secret_sealed AS "secretSealed", s.headers_sealed AS "headersSealed",
             CASE WHEN s.previous_secret_expires_at > ${now} THEN s.previous_secret_sealed END AS "previousSecretSealed"
      FROM claimed c
      JOIN webhook_events e ON e.tenant_id = c.tenant_id AND e.id = c.event_id
      JOIN webhook_subscriptions s ON s.tenant_id = c.tenant_id AND s.id = c.subscription_id
    ), opened AS (
      INSERT INTO webhook_attempts (tenant_id, delivery_id, number, subscription_id, started_at, via)
      SELECT "tenantId", id, "attemptNumber", "subscriptionId", ${now}, kind FROM taken
    )`;
}
