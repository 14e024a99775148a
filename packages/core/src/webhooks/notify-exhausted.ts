import { countByStore, type OfStore, Prisma } from '@service/db';
import type { SystemContext } from '../context.ts';
import { keepNotices } from '../notifications/index.ts';

/** Deliveries that were exhausted longer ago than this are no longer reported. */
const HOURS = 48;

const ALL = Number.MAX_SAFE_INTEGER;

/**
 * Creates one notice for each endpoint and hour in which deliveries ran out of retries, and keeps its count right while more
 * follow. Output: how many notices were created or changed. There is one statement for each hour, the newest first: after an
 * outage of many endpoints, a single statement would exceed its deadline in every cycle.
 */
export async function notifyExhausted(system: SystemContext, signal?: AbortSignal): Promise<number> {
  let notices = 0;
  for (let ago = 0; ago <= HOURS && !signal?.aborted; ago += 1) notices += await notifyOfHour(system, ago);
  return notices;
}

/**
 * Why one statement: its result is the same for every worker and every run, so no worker has to know what another has reported.
 * The notice has the host and not the URL, which may carry a key.
 */
function notifyOfHour(system: SystemContext, ago: number): Promise<number> {
  const hour = Prisma.sql`date_trunc('hour', ${system.dbNow()} - ${ago}::int * interval '1 hour', 'UTC')`;
  const exhausted = Prisma.sql`FROM webhook_deliveries
    WHERE status = 'exhausted' AND NOT is_test AND exhausted_at >= ${hour} AND exhausted_at < ${hour} + interval '1 hour'`;
  const noticesOf = (of: OfStore) => Prisma.sql`
    SELECT s.tenant_id, 'webhook_delivery.exhausted',
           format('Deliveries to %s ran out of retries: %s', coalesce(substring(s.url from '://(?:[^/?#]*@)?([^/?#]+)'), 'a pull subscription'), exhausted.count),
           format('Endpoint %s, last tried in the hour from %s UTC. Resend them, one by one or by a bulk resend, once the endpoint works.',
                  s.id, to_char(exhausted.hour, 'YYYY-MM-DD HH24:MI')),
           format('webhook_delivery.exhausted:%s:%s', s.id, exhausted.hour)
    FROM (
      SELECT tenant_id, subscription_id, ${hour} AT TIME ZONE 'UTC' AS hour, count(*) AS count
      ${exhausted} ${of('tenant_id')}
      GROUP BY tenant_id, subscription_id
    ) AS exhausted
    JOIN webhook_subscriptions s ON s.tenant_id = exhausted.tenant_id AND s.id = exhausted.subscription_id ${of('s.tenant_id')}`;
  return countByStore(system.db, ALL, exhausted, (of) => keepNotices(system, noticesOf(of)));
}
