import type { PullError } from '@service/contract';
import type { StatementsContext } from './context.ts';
import { type AttemptOutcome, NOTHING_SEEN } from './destination.ts';
import { errorOfStatus } from './http-answer.ts';
import { countedOf, countOutcomes } from './outcome-counts.ts';
import { recordHealth } from './record-health.sql.ts';
import { type MadeAttempt, recordOutcomes } from './record-outcomes.sql.ts';
import type { SubscriptionRef } from './refs.ts';

/** A subscriber's report about a delivery that it claimed. */
export interface PullReport {
  deliveryId: string;
  /** The newest one when absent. */
  attempt?: number | undefined;
  responseCode: number | null;
  durationMs: number;
  error?: PullError | undefined;
}

interface Found {
  /** Null: no delivery of this subscription. */
  id: string | null;
  /** Null: there is no claim with this number. */
  number: number | null;
  event: string;
  isTest: boolean;
  requestHeaders: Record<string, string>;
}

/** Nothing is recorded when a delivery isn't of this subscription, or was never claimed under this number. */
export type Recorded = { unknown: string } | { unclaimed: string } | { changed: ReadonlySet<string> };

/**
 * Records reports as a worker records its outcomes: ledger, state and retry table alike. Its caller has locked the subscription,
 * so the endpoint's health is updated in the same transaction. Returns the deliveries whose state the reports decided.
 */
export async function recordPulled(
  tx: StatementsContext,
  ref: SubscriptionRef,
  reports: readonly PullReport[],
  schedule: readonly number[],
): Promise<Recorded> {
  const made: MadeAttempt[] = [];
  const events = new Map<string, string>();
  for (const [index, found] of (await findAttempts(tx, ref, reports)).entries()) {
    const report = reports[index] as PullReport;
    if (found.id === null) return { unknown: report.deliveryId };
    if (found.number === null) return { unclaimed: report.deliveryId };
    made.push(attemptOf(ref.tenantId, report, found, found.number));
    events.set(found.id, found.event);
  }
  const recorded = await recordOutcomes(tx, made, schedule);
  const { subscriptionId } = ref;
  const counted = recorded.flatMap((each) => {
    const attempt = made.find(({ id }) => id === each.id);
    return attempt
      ? (countedOf(attempt, { subscriptionId, event: events.get(each.id) ?? '' }, each) ?? [])
      : [];
  });
  await countOutcomes(tx, counted);
  const ofHealth = new Set(recorded.filter(({ changesHealth }) => changesHealth).map(({ id }) => id));
  const outcomes = made.filter(({ id }) => ofHealth.has(id)).map(({ outcome }) => outcome);
  if (outcomes.length > 0)
    await recordHealth(tx, [
      {
        ...ref,
        isUp: outcomes.some(({ ok }) => ok),
        isGone: outcomes.some(({ responseCode }) => responseCode === 410),
        failures: outcomes.filter(({ ok }) => !ok).length,
      },
    ]);
  return { changed: new Set(recorded.map(({ id }) => id)) };
}

/** One row for each report, in their order. */
function findAttempts(
  { db }: StatementsContext,
  { tenantId, subscriptionId }: SubscriptionRef,
  reports: readonly PullReport[],
): Promise<Found[]> {
  const ids = reports.map(({ deliveryId }) => deliveryId);
  const numbers = reports.map(({ attempt }) => attempt ?? null);
  return db.sql<Found[]>`
    SELECT d.id, a.number, d.event, d.is_test AS "isTest", a.request_headers AS "requestHeaders"
    FROM unnest(${ids}::uuid[], ${numbers}::int[]) WITH ORDINALITY AS report(id, number, place)
    LEFT JOIN webhook_deliveries d
      ON d.tenant_id = ${tenantId}::uuid AND d.id = report.id AND d.subscription_id = ${subscriptionId}::uuid
    LEFT JOIN webhook_attempts a
      ON a.tenant_id = ${tenantId}::uuid AND a.delivery_id = d.id AND a.number = COALESCE(report.number, d.attempts)
    ORDER BY report.place`;
}

function attemptOf(
  tenantId: string,
  report: PullReport,
  { isTest, requestHeaders }: Found,
  attemptNumber: number,
): MadeAttempt {
  const { deliveryId, responseCode, durationMs } = report;
  const error = report.error ?? (responseCode === null ? 'network error' : errorOfStatus(responseCode));
  const outcome: AttemptOutcome = { ...NOTHING_SEEN, ok: error === null, responseCode, error, durationMs };
  return {
    tenantId,
    id: deliveryId,
    attemptNumber,
    isTest,
    honourRetryAfter: false,
    outcome,
    requestHeaders,
  };
}
