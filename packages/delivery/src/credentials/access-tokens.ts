import { setTimeout as after } from 'node:timers/promises';
import type { AttemptError } from '../attempt-error.ts';
import { type DeliveryContext, readDbNow } from '../context.ts';
import type { Destination } from '../destination.ts';
import type { SubscriptionRef } from '../refs.ts';
import type { ClaimedCredentials, OAuthClient } from './credentials.ts';
import { type ReceivedToken, requestToken } from './token-request.ts';

type FoundToken = { token: string; sealed: string; isYoung: boolean } | { error: AttemptError };

export interface AccessTokens {
  /** The token that the claim has read; else a new one, fetched once for all workers. */
  tokenFor(
    subscription: SubscriptionRef,
    credentials: ClaimedCredentials & { client: OAuthClient },
  ): Promise<FoundToken>;
  /** The endpoint refused this token: the next attempt fetches another. */
  refuse(subscription: SubscriptionRef, sealed: string): Promise<void>;
}

/** How long a token server may take, and how long callers wait for its response. */
const TIMEOUT_MS = 5000;
/** Added to that before the worker that called it counts as dead. */
const LEASE_MARGIN_MS = 5000;
/**
 * The delays between polls: each is two statements, and many callers may wait for a server that hangs. Together they last as long
 * as that server may take.
 */
const LOOK_AGAIN_MS = [50, 100, 200, 400, 800, 1600, 1850];

const FIRST_BACK_OFF_MS = 5000;
const LONGEST_BACK_OFF_MS = 60_000;

/**
 * Access tokens of OAuth clients. A token is stored sealed in the row of its subscription until shortly before it expires. A
 * caller that finds none acquires the lease of that row and fetches one, and all others wait for it: in this process by sharing a
 * promise, in other processes by polling. A server that failed isn't called again for a while, and deliveries that are due
 * meanwhile fail with its error.
 */
export function createAccessTokens(system: DeliveryContext, destination: Destination): AccessTokens {
  const underWay = new Map<string, Promise<FoundToken>>();

  async function fetchOnce(
    subscription: SubscriptionRef,
    { sealed, client }: { sealed: string; client: OAuthClient },
  ): Promise<FoundToken> {
    const until = performance.now() + TIMEOUT_MS;
    for (const waitMs of LOOK_AGAIN_MS) {
      const leaseUntil = await takeLease(system, subscription, sealed);
      if (leaseUntil) {
        const { tenantId } = subscription;
        const mayTakeMs = Math.max(1, Math.round(until - performance.now()));
        const received = await requestToken(destination, { tenantId, client, mayTakeMs, now: system.now() });
        return keep(system, subscription, { received, credentialsSealed: sealed, leaseUntil });
      }
      const found = await readFound(system, subscription);
      if (found) return found;
      await after(waitMs);
    }
    return (await readFound(system, subscription)) ?? { error: 'token unavailable' };
  }

  return {
    async tokenFor(subscription, { sealed, token, client }) {
      if (token) return { ...token, token: system.services.sealer.open(token.sealed) };
      const shared =
        underWay.get(sealed) ??
        fetchOnce(subscription, { sealed, client }).finally(() => underWay.delete(sealed));
      underWay.set(sealed, shared);
      return shared;
    },
    async refuse({ tenantId, subscriptionId }, sealed) {
      await system.db.sql.count`
        UPDATE webhook_access_tokens SET renew_at = ${system.dbNow()}
        WHERE tenant_id = ${tenantId}::uuid AND subscription_id = ${subscriptionId}::uuid AND token_sealed = ${sealed}`;
    },
  };
}

/**
 * Input: a subscription with the credentials that were claimed with it. Output: until when this worker may fetch its token; none
 * when another one does, or has just done so, or failed a moment ago, or when the subscription has other credentials by now.
 */
async function takeLease(
  system: DeliveryContext,
  { tenantId, subscriptionId }: SubscriptionRef,
  credentialsSealed: string,
): Promise<Date | undefined> {
  // Passed as a value, because Citus accepts no clock in an upsert.
  const now = await readDbNow(system);
  const [taken] = await system.db.sql<{ leaseUntil: Date }[]>`
    INSERT INTO webhook_access_tokens AS t (tenant_id, subscription_id, lease_until)
    SELECT s.tenant_id, s.id, ${new Date(now.getTime() + TIMEOUT_MS + LEASE_MARGIN_MS)}::timestamptz
    FROM webhook_subscriptions s
    WHERE s.tenant_id = ${tenantId}::uuid AND s.id = ${subscriptionId}::uuid AND s.auth_sealed = ${credentialsSealed}
    ON CONFLICT (tenant_id, subscription_id) DO UPDATE SET lease_until = EXCLUDED.lease_until
    WHERE COALESCE(t.lease_until <= ${now}::timestamptz, true) AND COALESCE(t.retry_at <= ${now}::timestamptz, true)
      AND COALESCE(t.renew_at <= ${now}::timestamptz, true)
    RETURNING lease_until AS "leaseUntil"`;
  return taken?.leaseUntil;
}

/** Returns the token that another process has fetched, or the error it had; undefined while its fetch is under way. */
async function readFound(
  { db, dbNow, services }: DeliveryContext,
  { tenantId, subscriptionId }: SubscriptionRef,
): Promise<FoundToken | undefined> {
  const now = dbNow();
  const [row] = await db.sql<{ sealed: string | null; isGood: boolean; error: AttemptError | null }[]>`
    SELECT token_sealed AS sealed, COALESCE(renew_at > ${now}, false) AS "isGood",
           CASE WHEN retry_at > ${now} THEN error END AS error
    FROM webhook_access_tokens
    WHERE tenant_id = ${tenantId}::uuid AND subscription_id = ${subscriptionId}::uuid`;
  if (row?.sealed && row.isGood)
    return { token: services.sealer.open(row.sealed), sealed: row.sealed, isYoung: true };
  return row?.error ? { error: row.error } : undefined;
}

/** Records the result of the fetch, unless another worker has the lease by now, or the subscription has other credentials. */
async function keep(
  { db, dbNow, services }: DeliveryContext,
  { tenantId, subscriptionId }: SubscriptionRef,
  {
    received,
    credentialsSealed,
    leaseUntil,
  }: { received: ReceivedToken; credentialsSealed: string; leaseUntil: Date },
): Promise<FoundToken> {
  const now = dbNow();
  if ('error' in received) {
    // The time is computed before the update, because Citus accepts no sum of a time and a column in it.
    await db.sql.count`
      WITH failed AS (
        SELECT ${now} + LEAST(${FIRST_BACK_OFF_MS} * 2 ^ LEAST(failures, 10), ${LONGEST_BACK_OFF_MS}) * interval '1 millisecond' AS retry_at
        FROM webhook_access_tokens WHERE tenant_id = ${tenantId}::uuid AND subscription_id = ${subscriptionId}::uuid
      )
      UPDATE webhook_access_tokens t
      SET lease_until = NULL, failures = t.failures + 1, error = ${received.error}, retry_at = failed.retry_at
      FROM failed
      WHERE t.tenant_id = ${tenantId}::uuid AND t.subscription_id = ${subscriptionId}::uuid AND t.lease_until = ${leaseUntil}::timestamptz`;
    return received;
  }
  const { token, lifetimeMs } = received;
  const sealed = services.sealer.seal(token);
  await db.sql.count`
    UPDATE webhook_access_tokens t
    SET lease_until = NULL, failures = 0, error = NULL, retry_at = NULL, token_sealed = ${sealed}, obtained_at = ${now},
        renew_at = ${now} + ${lifetimeMs - renewBeforeMs(lifetimeMs)} * interval '1 millisecond'
    FROM webhook_subscriptions s
    WHERE t.tenant_id = ${tenantId}::uuid AND t.subscription_id = ${subscriptionId}::uuid AND t.lease_until = ${leaseUntil}::timestamptz
      AND s.tenant_id = t.tenant_id AND s.id = t.subscription_id AND s.auth_sealed = ${credentialsSealed}`;
  return { token, sealed, isYoung: true };
}

/** Early enough that no token expires during a request; half the lifetime of a token that lives for seconds. */
function renewBeforeMs(lifetimeMs: number): number {
  return Math.min(30_000, lifetimeMs / 2);
}
