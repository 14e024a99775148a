import { ofRows } from '@service/db';
import { DAY_MS } from '@service/jobs/primitives';
import type { StatementsContext } from './context.ts';
import { type SubscriptionRef, subscriptionKeysOf } from './refs.ts';

/**
 * The effect of finished attempts on the health of a subscription's endpoint; attempts that neither succeeded nor failed have
 * none.
 */
export interface EndpointOutcome extends SubscriptionRef {
  /** Whether one of them succeeded. */
  isUp: boolean;
  /** Whether one of them got 410 Gone. */
  isGone: boolean;
  failures: number;
  /** How long the endpoint requested a pause (429 with `Retry-After`); counts where the subscription has a rate. */
  holdOffMs?: number | null;
}

/** A subscription with `autoPause` is paused after this long with failures only. */
const AUTO_PAUSE_AFTER_MS = 5 * DAY_MS;

/**
 * Input: what attempts say about endpoints, one entry for each subscription; of one store, where stores are spread. Output: those
 * whose subscription is locked; nothing was written for these. Why apart from the outcomes, and why nothing waits here: a row
 * that is locked for long must not keep the outcomes of other stores from being recorded. Why times are computed before the update:
 * there Citus takes no function of columns that isn't constant, and the sum of a time and an interval is none.
 */
export async function recordHealth(
  { db, dbNow }: StatementsContext,
  outcomes: readonly EndpointOutcome[],
): Promise<EndpointOutcome[]> {
  const of = ofRows(db, outcomes);
  const now = dbNow();
  const rows = await db.sql<SubscriptionRef[]>`
    WITH seen AS (
      SELECT *, ${now} AS now, ${now} + "holdOffMs" * interval '1 millisecond' AS "heldOffUntil",
             ${now} - ${AUTO_PAUSE_AFTER_MS} * interval '1 millisecond' AS "longAgo"
      FROM json_to_recordset(${JSON.stringify(outcomes)}::json)
        AS seen("tenantId" uuid, "subscriptionId" uuid, "isUp" boolean, "isGone" boolean, failures int, "holdOffMs" float8)
    ), free AS (
      SELECT s.tenant_id, s.id
      FROM (${subscriptionKeysOf(outcomes)}) AS key
      JOIN webhook_subscriptions s ON s.tenant_id = key.tenant_id AND s.id = key.id ${of('s.tenant_id')}
      FOR NO KEY UPDATE OF s SKIP LOCKED
    ), updated AS (
      UPDATE webhook_subscriptions s
      SET consecutive_failures = CASE WHEN seen."isUp" THEN 0 ELSE s.consecutive_failures + seen.failures END,
          failing_since = CASE WHEN seen."isUp" THEN NULL
                               WHEN seen.failures > 0 THEN COALESCE(s.failing_since, seen.now) ELSE s.failing_since END,
          is_probing = s.is_probing AND NOT seen."isUp",
          probed_until = NULL,
          paced_until = CASE WHEN s.max_per_second IS NULL THEN s.paced_until
                             ELSE GREATEST(s.paced_until, seen."heldOffUntil") END,
          paused_reason = CASE WHEN NOT (s.active AND s.auto_pause AND seen.failures > 0) OR seen."isUp" THEN s.paused_reason
                               WHEN seen."isGone" THEN 'gone'
                               WHEN s.is_probing OR s.failing_since <= seen."longAgo" THEN 'failing' END,
          active = s.active AND NOT (s.auto_pause AND seen.failures > 0 AND NOT seen."isUp"
                     AND (seen."isGone" OR s.is_probing OR COALESCE(s.failing_since <= seen."longAgo", false)))
      FROM free JOIN seen ON seen."tenantId" = free.tenant_id AND seen."subscriptionId" = free.id
      WHERE s.tenant_id = free.tenant_id AND s.id = free.id ${of('s.tenant_id')}
    )
    SELECT key.tenant_id AS "tenantId", key.id AS "subscriptionId"
    FROM (${subscriptionKeysOf(outcomes)}) AS key
    JOIN webhook_subscriptions s ON s.tenant_id = key.tenant_id AND s.id = key.id ${of('s.tenant_id')}
    LEFT JOIN free ON free.tenant_id = key.tenant_id AND free.id = key.id
    WHERE free.id IS NULL`;
  const locked = new Set(rows.map(({ subscriptionId }) => subscriptionId));
  return outcomes.filter(({ subscriptionId }) => locked.has(subscriptionId));
}
