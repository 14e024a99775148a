import { isAboutWebhooks } from '@service/contract';
import { Prisma } from '@service/db';
import { recordEvent } from '@service/delivery/record';
import { DAY_MS, eachItem } from '@service/jobs/primitives';
import { inTransaction, type SystemContext, type Transaction } from '../context.ts';
import { recordMail } from '../mail/index.ts';
import { notifyAdmins, operatorsWith, recordSlack } from '../notifications/index.ts';
import { lockEndpoint } from './lock-endpoint.ts';

/** An endpoint that has failed for less time than this is left to the retries. */
const WORTH_TELLING_MS = DAY_MS;

type Health = 'well' | 'failing' | 'paused';

interface Changed {
  id: string;
  tenantId: string;
  /** Null for a pull subscription. */
  url: string | null;
  label: string | null;
  events: string[];
  health: Health;
  pausedReason: string | null;
  failingSince: Date | null;
}

/**
 * Notifies the operators of each store, once, by a notice and a mail, of endpoints that have failed for a day, were paused
 * automatically, or work again after that; subscribers by an event. Returns how many. The subscription holds what was reported, written in the
 * transaction that reports it, so several workers, and one that dies, report it once.
 */
export async function notifyEndpointHealth(system: SystemContext, limit = 100): Promise<number> {
  const failingBefore = Prisma.sql`${system.dbNow()} - ${WORTH_TELLING_MS} * interval '1 millisecond'`;
  // An endpoint that is being probed, or has failed for less than a day, is neither healthy nor reported.
  const changed = await system.db.sql<Changed[]>`
    SELECT id, tenant_id AS "tenantId", url, label, events, health, paused_reason AS "pausedReason", failing_since AS "failingSince"
    FROM (
      SELECT *, CASE WHEN paused_reason IS NOT NULL THEN 'paused'
                     WHEN active AND failing_since <= ${failingBefore} THEN 'failing'
                     WHEN failing_since IS NULL AND NOT is_probing THEN 'well' END AS health
      FROM webhook_subscriptions
      WHERE deleted_at IS NULL AND (failing_since IS NOT NULL OR paused_reason IS NOT NULL OR told_health <> 'well')
    ) AS s
    WHERE health <> told_health
    ORDER BY id LIMIT ${limit}`;
  const told = await eachItem(changed, (change) => tell(system, change), {
    onError: (err, { id }) => system.log.error({ err, subscriptionId: id }, 'operators were not notified'),
  });
  return told.filter(Boolean).length;
}

function tell(system: SystemContext, change: Changed): Promise<boolean> {
  const ctx = system.forTenant(change.tenantId, { kind: 'system' });
  const { id, health } = change;
  return inTransaction(ctx, async (tx) => {
    const recent = (await lockEndpoint(tx, id))?.filter((name) => name !== 'webhook.delivery_exhausted');
    const event = EVENT_OF[health];
    // Subscribers know already that it was paused again in the same minute, unless another event came in between; then it waits.
    const isKnown = recent?.[0] === event;
    if (!recent || (recent.includes(event) && !isKnown)) return false;
    const { count } = await tx.db.webhookSubscription.updateMany({
      where: { id, toldHealth: { not: health } },
      data: { toldHealth: health },
    });
    if (count === 0) return false;
    const { title, detail } = wordsFor(change);
    await notifyAdmins(tx, { kind: `webhook_endpoint.${health}`, title, detail });
    for (const to of await operatorsWith(tx, 'settings:write'))
      await recordMail(tx, { kind: 'endpoint_health', to, data: { title, detail } });
    await recordSlack(tx, 'endpoint_health', { title, detail });
    if (!isKnown) await recordHealthEvent(tx, change);
    return true;
  });
}

const EVENT_OF = {
  failing: 'webhook.endpoint_failing',
  paused: 'webhook.endpoint_paused',
  well: 'webhook.endpoint_recovered',
} as const;

/** No event is recorded for an endpoint that gets nothing but such events: its own deliveries must not cause further events. */
async function recordHealthEvent(tx: Transaction, change: Changed): Promise<void> {
  const { id: subscriptionId, label, events, health, pausedReason, failingSince } = change;
  if (events.every(isAboutWebhooks)) return;
  const endpoint = { subscriptionId, label };
  if (health === 'paused')
    await recordEvent(tx, EVENT_OF.paused, { ...endpoint, reason: pausedReason as 'gone' | 'failing' });
  else if (health === 'failing' && failingSince)
    await recordEvent(tx, EVENT_OF.failing, { ...endpoint, failingSince: failingSince.toISOString() });
  else await recordEvent(tx, EVENT_OF.well, endpoint);
}

/** The host instead of the URL, which may contain a key in its path or query. */
function wordsFor({ id, url, health, pausedReason, failingSince }: Changed) {
  const endpoint = url === null ? 'receiver of a pull subscription' : `endpoint at ${new URL(url).host}`;
  if (health === 'well') {
    return {
      title: `The webhook ${endpoint} is healthy again`,
      detail: `Endpoint ${id} accepts deliveries again.`,
    };
  }
  if (health === 'failing') {
    return {
      title: `The webhook ${endpoint} has failed for a day`,
      detail: `Endpoint ${id} has accepted no delivery since ${failingSince?.toISOString()}. A bulk resend sends what ran out of retries again, once the endpoint is fixed.`,
    };
  }
  const why = pausedReason === 'gone' ? 'it returned 410 Gone' : 'every attempt has failed for five days';
  return {
    title: `The webhook ${endpoint} was paused`,
    detail: `Endpoint ${id} was paused because ${why}. Its deliveries wait; resume it once the endpoint is fixed.`,
  };
}
