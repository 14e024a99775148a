import { countByStore, deleteByStore, Prisma } from '@service/db';
import { DAY_MS } from '@service/jobs/primitives';
import { type DeliveryContext, readDbNow } from './context.ts';

export interface RetentionDays {
  /** How long a delivered delivery stays in the log. */
  delivered: number;
  /** How long any delivery stays. */
  all: number;
  /** How long an event that no delivery refers to stays, for recoveries of missing events. */
  events: number;
}

const BATCH = 500;

/**
 * Removes older rows than these limits, in batches that each hold their locks for a moment. Returns how many deliveries and
 * events were removed. Several workers may do this at once: rows that one of them has locked are left out.
 */
export async function removeOld(
  system: DeliveryContext,
  days: RetentionDays,
  signal?: AbortSignal,
): Promise<{ deliveries: number; events: number }> {
  const now = await readDbNow(system);
  const before = (count: number) => new Date(now.getTime() - count * DAY_MS);
  await inBatches(() => forgetExpiredSecrets(system), signal);
  const deliveries =
    (await inBatches(() => removeDeliveries(system, before(days.delivered), ['delivered']), signal)) +
    (await inBatches(
      () => removeDeliveries(system, before(days.all), ['pending', 'delivered', 'failed', 'exhausted']),
      signal,
    ));
  const events = await inBatches(() => removeEvents(system, before(days.events)), signal);
  return { deliveries, events };
}

async function inBatches(remove: () => Promise<number>, signal: AbortSignal | undefined): Promise<number> {
  let removed = 0;
  for (let last = BATCH; last === BATCH && !signal?.aborted; removed += last) last = await remove();
  return removed;
}

/**
 * Removes the logs of deleted subscriptions, and then these, in batches as above. Returns how many deliveries were removed. An
 * outcome that comes for one of them meanwhile is ignored.
 */
export async function removeDeleted(system: DeliveryContext, signal?: AbortSignal): Promise<number> {
  const removed = await inBatches(() => removeOfDeleted(system), signal);
  await inBatches(() => removeEmpty(system), signal);
  return removed;
}

function removeOfDeleted(system: DeliveryContext): Promise<number> {
  return removeWithPayloads(
    system,
    Prisma.sql`FROM webhook_subscriptions s JOIN webhook_deliveries d USING (tenant_id)
      WHERE d.subscription_id = s.id AND s.deleted_at IS NOT NULL`,
  );
}

function removeEmpty({ db }: DeliveryContext): Promise<number> {
  return deleteByStore(
    db,
    BATCH,
    Prisma.sql`DELETE FROM webhook_subscriptions`,
    Prisma.sql`FROM webhook_subscriptions AS s
      WHERE s.deleted_at IS NOT NULL AND NOT EXISTS (
        SELECT FROM webhook_deliveries d WHERE d.tenant_id = s.tenant_id AND d.subscription_id = s.id)`,
  );
}

/** Deliveries that wait because their store is suspended stay, however long. */
function removeDeliveries(system: DeliveryContext, before: Date, statuses: string[]): Promise<number> {
  return removeWithPayloads(
    system,
    Prisma.sql`FROM webhook_deliveries d
      WHERE d.created_at < ${before} AND d.status = ANY (${statuses})
        AND (d.lease_until IS NULL OR d.lease_until <= ${system.dbNow()})
        AND tenant_id <> ALL (ARRAY(SELECT id FROM tenants WHERE suspended_at IS NOT NULL))`,
  );
}

/**
 * Input: which deliveries `d`, as a query's FROM and WHERE. Output: how many were removed. The ledger is removed with its
 * delivery: the foreign key cascades. A full payload is removed with the last delivery that carries it; where two workers remove
 * the last two at once, it is removed with its event.
 */
function removeWithPayloads({ db }: DeliveryContext, due: Prisma.Sql): Promise<number> {
  return countByStore(db, BATCH, due, async (of, limit) => {
    const [{ count }] = await db.sql<[{ count: number }]>`
      WITH due AS (
        SELECT tenant_id, d.id ${due} ${of('d.tenant_id')} LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED
      ), removed AS (
        DELETE FROM webhook_deliveries WHERE (tenant_id, id) IN (SELECT tenant_id, id FROM due) ${of('tenant_id')}
        RETURNING tenant_id, id, event_id, is_full
      ), payloads AS (
        DELETE FROM webhook_full_payloads p USING removed
        WHERE removed.is_full AND p.tenant_id = removed.tenant_id AND p.event_id = removed.event_id ${of('p.tenant_id')}
          AND NOT EXISTS (
            SELECT FROM webhook_deliveries d
            WHERE d.tenant_id = p.tenant_id AND d.event_id = p.event_id AND d.is_full ${of('d.tenant_id')}
              AND (d.tenant_id, d.id) NOT IN (SELECT tenant_id, id FROM removed))
      )
      SELECT count(*)::int AS count FROM removed`;
    return count;
  });
}

function removeEvents({ db }: DeliveryContext, before: Date): Promise<number> {
  return deleteByStore(
    db,
    BATCH,
    Prisma.sql`DELETE FROM webhook_events`,
    Prisma.sql`FROM webhook_events
      WHERE occurred_at < ${before} AND NOT EXISTS (
        SELECT FROM webhook_deliveries d WHERE d.tenant_id = webhook_events.tenant_id AND d.event_id = webhook_events.id
      )`,
  );
}

function forgetExpiredSecrets({ db, dbNow }: DeliveryContext): Promise<number> {
  const due = Prisma.sql`FROM webhook_subscriptions WHERE previous_secret_expires_at <= ${dbNow()}`;
  return countByStore(
    db,
    BATCH,
    due,
    (of, limit) => db.sql.count`
      WITH expired AS (SELECT tenant_id, id ${due} ${of('tenant_id')} LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED)
      UPDATE webhook_subscriptions SET previous_secret_sealed = NULL, previous_secret_expires_at = NULL
      WHERE (tenant_id, id) IN (SELECT tenant_id, id FROM expired) ${of('tenant_id')}`,
  );
}
