import { Prisma } from '@service/db';
import { recordEvent } from '@service/delivery/record';
import { eachItem } from '@service/jobs/primitives';
import { inTransaction, type SystemContext } from '../context.ts';
import { lockEndpoint } from './lock-endpoint.ts';

const NAME = 'webhook.delivery_exhausted';

/** The most deliveries that one event reports; the next event reports the others. */
const MAX_PER_EVENT = 5000;

interface Endpoint {
  tenantId: string;
  id: string;
  label: string | null;
}

/**
 * Records an event for subscribers about deliveries that ran out of retries: at most one a minute for each endpoint, with their
 * count. Each delivery records the attempt that was reported, in the transaction of the event, so that each is reported exactly
 * once. Returns how many events.
 */
export async function recordExhausted(system: SystemContext, limit = 100): Promise<number> {
  const endpoints = await system.db.sql<Endpoint[]>`
    SELECT s.tenant_id AS "tenantId", s.id, s.label
    FROM (SELECT DISTINCT d.tenant_id, d.subscription_id FROM webhook_deliveries d WHERE ${isUnreported(system.dbNow())}) AS untold
    JOIN webhook_subscriptions s ON s.tenant_id = untold.tenant_id AND s.id = untold.subscription_id
    WHERE s.deleted_at IS NULL
    ORDER BY random() LIMIT ${limit}::int`;
  const told = await eachItem(endpoints, (endpoint) => tell(system, endpoint), {
    onError: (err, { id }) =>
      system.log.error({ err, subscriptionId: id }, 'no event was recorded of exhausted deliveries'),
  });
  return told.filter(Boolean).length;
}

/** Deliveries of such events aren't reported, because that would cause another event. */
function isUnreported(now: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`d.status = 'exhausted' AND NOT d.is_test AND d.event NOT LIKE 'webhook.%'
    AND d.exhausted_at > ${now} - interval '2 days'
    AND (d.exhausted_told_at IS NULL OR d.exhausted_told_at < d.last_attempt_at)`;
}

function tell(system: SystemContext, { tenantId, id, label }: Endpoint): Promise<boolean> {
  return inTransaction(system.forTenant(tenantId, { kind: 'system' }), async (tx) => {
    const recent = await lockEndpoint(tx, id);
    if (!recent || recent.includes(NAME)) return false;
    const told = await tx.db.sql<{ id: string; event: string; at: Date }[]>`
      WITH untold AS (
        SELECT d.id FROM webhook_deliveries d
        WHERE d.tenant_id = ${tenantId}::uuid AND d.subscription_id = ${id}::uuid AND ${isUnreported(tx.dbNow())}
        LIMIT ${MAX_PER_EVENT}::int
        FOR NO KEY UPDATE SKIP LOCKED
      )
      UPDATE webhook_deliveries d SET exhausted_told_at = d.last_attempt_at
      FROM untold
      WHERE d.tenant_id = ${tenantId}::uuid AND d.id = untold.id
      RETURNING d.id, d.event, d.last_attempt_at AS at`;
    const [first, ...others] = told;
    if (!first) return false;
    const last = others.reduce((newest, each) => (each.at > newest.at ? each : newest), first);
    await recordEvent(tx, NAME, {
      subscriptionId: id,
      label,
      count: told.length,
      deliveryId: last.id,
      event: last.event,
    });
    return true;
  });
}
