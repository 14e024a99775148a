import { countByStore, type OfStore, Prisma } from '@service/db';
import { DAY_MS, HOUR_MS } from '@service/jobs/primitives';
import type { DeliveryContext } from './context.ts';

/**
 * How long counts are kept by the minute, by the hour and by the day: one more than can be requested, so that the oldest ones
 * that can be requested still exist.
 */
const KEPT_MS = { minute: 7 * HOUR_MS, hour: 15 * DAY_MS, day: 92 * DAY_MS };

const BATCH = 5000;

/** Adds up counts that are old enough, and removes the oldest. Each count is in one row at any time, so sums never differ. */
export async function rollUpCounts(system: DeliveryContext, signal?: AbortSignal): Promise<void> {
  await inBatches(() => addUp(system, 'minute', 'hour'), signal);
  await inBatches(() => addUp(system, 'hour', 'day'), signal);
  await inBatches(() => deleteOldDays(system), signal);
}

function deleteOldDays({ db, dbNow }: DeliveryContext): Promise<number> {
  const old = Prisma.sql`FROM webhook_outcome_counts
    WHERE grain = 'day' AND at < ${dbNow()} - ${KEPT_MS.day} * interval '1 millisecond'`;
  return countByStore(
    db,
    BATCH,
    old,
    (of, limit) => db.sql.count`
      WITH taken AS (
        SELECT tenant_id, at, grain, subscription_id, event, error, response_class, up_to_ms
        ${old} ${of('tenant_id')}
        ORDER BY at LIMIT ${limit}::int
        FOR UPDATE SKIP LOCKED
      )
      DELETE FROM webhook_outcome_counts
      WHERE (tenant_id, at, grain, subscription_id, event, error, response_class, up_to_ms) IN (SELECT * FROM taken)
        ${of('tenant_id')}`,
  );
}

async function inBatches(run: () => Promise<number>, signal: AbortSignal | undefined): Promise<void> {
  while (!signal?.aborted && (await run()) === BATCH);
}

/** Returns how many rows were added to others. */
function addUp({ db, dbNow }: DeliveryContext, from: 'minute' | 'hour', to: 'hour' | 'day'): Promise<number> {
  const old = Prisma.sql`FROM webhook_outcome_counts
    WHERE grain = ${from} AND at < date_trunc(${to}, ${dbNow()} - ${KEPT_MS[from]} * interval '1 millisecond', 'UTC')`;
  return countByStore(db, BATCH, old, (of, limit) => addUpOld(db, { old, of, limit, to }));
}

/**
 * Input: the counts of one grain that are old enough. Output: how many of them were added to those of the next grain. Why one
 * statement: a count is in one row at any time, also while another worker adds. Why in the order of their keys: two workers that add
 * to the same rows wait for each other in no circle.
 */
async function addUpOld(
  db: DeliveryContext['db'],
  { old, of, limit, to }: { old: Prisma.Sql; of: OfStore; limit: number; to: 'hour' | 'day' },
): Promise<number> {
  const [row] = await db.sql<{ moved: number }[]>`
    WITH old AS (
      SELECT tenant_id, at, grain, subscription_id, event, error, response_class, up_to_ms
      ${old} ${of('tenant_id')}
      ORDER BY at LIMIT ${limit}::int
      FOR UPDATE SKIP LOCKED
    ), moved AS (
      DELETE FROM webhook_outcome_counts c USING old
      WHERE (c.tenant_id, c.at, c.grain, c.subscription_id, c.event, c.error, c.response_class, c.up_to_ms)
        = (old.tenant_id, old.at, old.grain, old.subscription_id, old.event, old.error, old.response_class, old.up_to_ms)
        ${of('c.tenant_id')}
      RETURNING c.*
    ), summed AS (
      INSERT INTO webhook_outcome_counts AS counts
        (tenant_id, at, grain, subscription_id, event, error, response_class, up_to_ms, attempts, delivered, failed, exhausted)
      SELECT tenant_id, date_trunc(${to}, at, 'UTC'), ${to}, subscription_id, event, error, response_class, up_to_ms,
             sum(attempts), sum(delivered), sum(failed), sum(exhausted)
      FROM moved
      GROUP BY 1, 2, 4, 5, 6, 7, 8
      ORDER BY 1, 2, 4, 5, 6, 7, 8
      ON CONFLICT (tenant_id, at, grain, subscription_id, event, error, response_class, up_to_ms) DO UPDATE
      SET attempts = counts.attempts + excluded.attempts, delivered = counts.delivered + excluded.delivered,
          failed = counts.failed + excluded.failed, exhausted = counts.exhausted + excluded.exhausted
    )
    SELECT count(*)::int AS moved FROM moved`;
  return row?.moved ?? 0;
}
