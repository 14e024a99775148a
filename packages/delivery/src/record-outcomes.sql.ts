import { ofRows, Prisma } from '@service/db';
import { isOurs } from './attempt-error.ts';
import type { StatementsContext } from './context.ts';
import type { AttemptOutcome } from './destination.ts';
import { type DeliveryRef, deliveriesByKey } from './refs.ts';
import { retryAfterMs, type Settlement, settle } from './settle.ts';

export interface MadeAttempt extends DeliveryRef {
  attemptNumber: number;
  /** How many of the attempts before it don't count, because they were interrupted; default 0. */
  interruptions?: number;
  outcome: AttemptOutcome;
  /** A test is tried once. */
  isTest: boolean;
  /** Whether a `Retry-After` of the endpoint counts. */
  honourRetryAfter: boolean;
  /** See `settle`. */
  isRenewed?: boolean;
  /** The headers as the ledger may show them. */
  requestHeaders: Record<string, string>;
}

export interface RecordedOutcome {
  id: string;
  status: string;
  /** In how many milliseconds the next automatic attempt is due; null when there is none. */
  nextRetryInMs: number | null;
  /** Whether the attempt changes the known state of the endpoint: a failure, or a success after failures. */
  changesHealth: boolean;
}

/** An outcome whose delivery is locked: it isn't recorded yet. */
export interface LockedOutcome {
  id: string;
  status: 'locked';
}

export function isLocked(outcome: RecordedOutcome | LockedOutcome): outcome is LockedOutcome {
  return outcome.status === 'locked';
}

/**
 * Input: attempts that were just made. Output: the deliveries whose state they decided. Why one statement: ledger and delivery
 * are written together or not at all, for any number of attempts. A 2xx is recorded from any worker, for the subscriber has the
 * delivery; a failure only counts while its attempt is the newest and not yet settled, so that a worker that resumes late can't
 * overwrite a newer outcome. A retry that was requested by hand while the attempt was under way outlives its failure. A newer
 * attempt that a success overtakes is `unknown` until its worker reports: no lease will run out for one that died.
 *
 * Tests, and failures of ours, don't count towards an endpoint's health.
 *
 * Why the time of the retry is computed before the update: Citus accepts no function of columns that isn't constant there.
 *
 * Locks: the subscriptions first, which only the removal of a deleted one locks against this; its deliveries are left out,
 * because they are removed with it. Then every delivery in the order of their keys, before its ledger. So no two statements wait
 * for each other, nor does one wait for an operator's change of a subscription: record-health.sql.ts writes the health.
 */
export async function recordOutcomes(
  system: StatementsContext,
  attempts: readonly MadeAttempt[],
  schedule: readonly number[],
): Promise<RecordedOutcome[]> {
  const lock = Prisma.sql`FOR NO KEY UPDATE OF d`;
  const recorded = await record(system, system.db.sql, attempts, { schedule, lock });
  return recorded.filter((each): each is RecordedOutcome => !isLocked(each));
}

/**
 * The same for attempts of many stores (of one, where stores are spread), which don't wait for a locked delivery. The server
 * cancels it after `withinMs`.
 */
export function recordOutcomesOfMany(
  system: StatementsContext,
  attempts: readonly MadeAttempt[],
  { schedule, withinMs }: { schedule: readonly number[]; withinMs: number },
): Promise<(RecordedOutcome | LockedOutcome)[]> {
  const lock = Prisma.sql`FOR NO KEY UPDATE OF d SKIP LOCKED`;
  return record(system, system.db.sqlWithin(withinMs), attempts, { schedule, lock });
}

function record(
  system: StatementsContext,
  sql: StatementsContext['db']['sql'],
  attempts: readonly MadeAttempt[],
  { schedule, lock }: { schedule: readonly number[]; lock: Prisma.Sql },
): Promise<(RecordedOutcome | LockedOutcome)[]> {
  const of = ofRows(system.db, attempts);
  const now = system.dbNow();
  const rows = attempts.map((made) => {
    const { outcome, isTest, isRenewed = false, honourRetryAfter } = made;
    const attemptNumber = made.attemptNumber - (made.interruptions ?? 0);
    const header = outcome.responseHeaders?.['retry-after'];
    const notBeforeMs = honourRetryAfter ? retryAfterMs(header, system.now()) : null;
    const table = isTest ? [] : schedule;
    return ledgerRow(made, settle({ attemptNumber, schedule: table, isRenewed, notBeforeMs }, outcome));
  });
  return sql<(RecordedOutcome | LockedOutcome)[]>`
    WITH made AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS made(
        tenant_id uuid, id uuid, number int, status text, retry_in_ms float8, response_code int, last_error text,
        duration_ms int, resolved_address text, response_body text, dns_ms int, connect_ms int, tls_ms int,
        first_byte_ms int, request_headers jsonb, response_headers jsonb, is_of_endpoint boolean)
    ), asked AS MATERIALIZED (
      SELECT d.tenant_id, d.id, d.subscription_id
      FROM ${deliveriesByKey(attempts, of)} AS d
    ), kept AS (
      SELECT s.tenant_id, s.id, s.failing_since IS NOT NULL OR s.is_probing AS is_in_doubt
      FROM (SELECT DISTINCT tenant_id, subscription_id FROM asked) AS of
      JOIN webhook_subscriptions s ON s.tenant_id = of.tenant_id AND s.id = of.subscription_id
      WHERE s.deleted_at IS NULL ${of('s.tenant_id')}
      FOR KEY SHARE OF s SKIP LOCKED
    ), own AS (
      SELECT d.tenant_id, d.id, d.status, d.attempts, d.lease_until, kept.is_in_doubt
      FROM asked
      JOIN kept ON kept.tenant_id = asked.tenant_id AND kept.id = asked.subscription_id
      JOIN webhook_deliveries d ON d.tenant_id = asked.tenant_id AND d.id = asked.id ${of('d.tenant_id')}
      ORDER BY d.tenant_id, d.id
      ${lock}
    ), ledger AS (
      UPDATE webhook_attempts a
      SET outcome = CASE WHEN made.status = 'delivered' THEN 'succeeded' ELSE 'failed' END, finished_at = ${now},
          duration_ms = made.duration_ms, response_code = made.response_code, error = made.last_error,
          resolved_address = made.resolved_address, response_body = made.response_body,
          dns_ms = made.dns_ms, connect_ms = made.connect_ms, tls_ms = made.tls_ms, first_byte_ms = made.first_byte_ms,
          request_headers = made.request_headers, response_headers = made.response_headers
      FROM own JOIN made USING (tenant_id, id)
      WHERE a.tenant_id = own.tenant_id AND a.delivery_id = own.id AND a.number = made.number
        AND a.outcome IN ('open', 'unknown') ${of('a.tenant_id')}
    ), decided AS (
      SELECT DISTINCT ON (made.tenant_id, made.id) made.*, own.is_in_doubt, own.attempts AS newest,
             ${now} + made.retry_in_ms * interval '1 millisecond' AS retry_at
      FROM own JOIN made USING (tenant_id, id)
      WHERE own.status <> 'delivered'
        AND (made.status = 'delivered' OR (own.attempts = made.number AND own.lease_until IS NOT NULL))
      ORDER BY made.tenant_id, made.id, made.status = 'delivered' DESC
    ), overtaken AS (
      UPDATE webhook_attempts a SET outcome = 'unknown'
      FROM decided
      WHERE decided.status = 'delivered' AND decided.newest > decided.number
        AND a.tenant_id = decided.tenant_id AND a.delivery_id = decided.id AND a.outcome = 'open'
        AND NOT EXISTS (
          SELECT FROM made WHERE made.tenant_id = a.tenant_id AND made.id = a.delivery_id AND made.number = a.number)
        ${of('a.tenant_id')}
    ), settled AS (
    UPDATE webhook_deliveries d
    SET status = CASE WHEN made.status <> 'delivered' AND d.next_retry_at > d.last_attempt_at THEN 'pending' ELSE made.status END,
        next_retry_at = CASE WHEN made.status <> 'delivered' AND d.next_retry_at > d.last_attempt_at THEN d.next_retry_at
                             ELSE made.retry_at END,
        response_code = made.response_code, last_error = made.last_error, lease_until = NULL,
        exhausted_at = CASE WHEN made.status = 'exhausted' THEN d.last_attempt_at END
    FROM decided made
    WHERE d.tenant_id = made.tenant_id AND d.id = made.id ${of('d.tenant_id')}
    RETURNING d.id, d.status, made.is_of_endpoint AND (made.status <> 'delivered' OR made.is_in_doubt) AS "changesHealth",
      d.next_retry_at
    )
    SELECT id, status, "changesHealth", milliseconds_until(next_retry_at, ${now}) AS "nextRetryInMs" FROM settled
    UNION ALL
    SELECT asked.id, 'locked', false, NULL
    FROM asked JOIN kept ON kept.tenant_id = asked.tenant_id AND kept.id = asked.subscription_id
    WHERE (asked.tenant_id, asked.id) NOT IN (SELECT tenant_id, id FROM own)`;
}

/** Whether an attempt counts for its endpoint: a test doesn't, nor does a failure of the deployment. */
export function isOfEndpoint({
  isTest,
  isRenewed,
  outcome,
}: Pick<MadeAttempt, 'isTest' | 'isRenewed' | 'outcome'>): boolean {
  return !isTest && !isRenewed && !isOurs(outcome.error);
}

function ledgerRow(made: MadeAttempt, settlement: Settlement) {
  const { tenantId, id, attemptNumber, outcome, requestHeaders } = made;
  const { dnsMs, connectMs, tlsMs, firstByteMs } = outcome.phases;
  return {
    tenant_id: tenantId,
    id,
    number: attemptNumber,
    status: settlement.status,
    retry_in_ms: settlement.retryInMs,
    response_code: settlement.responseCode,
    last_error: settlement.lastError,
    duration_ms: Math.round(outcome.durationMs),
    resolved_address: outcome.resolvedAddress,
    response_body: outcome.responseBody,
    dns_ms: dnsMs,
    connect_ms: connectMs,
    tls_ms: tlsMs,
    first_byte_ms: firstByteMs,
    request_headers: requestHeaders,
    response_headers: outcome.responseHeaders,
    is_of_endpoint: isOfEndpoint(made),
  };
}
