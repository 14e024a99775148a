import { Prisma } from '@service/db';
import type { DeliveryContext } from './context.ts';
import type { SubscriptionRef } from './refs.ts';

/**
 * How a rate is kept by all workers together: each request takes the next time slot of its subscription, and the first free
 * slot stands in `paced_until`. A claim reads and moves it under the lock of the subscription, so no two take the same one.
 */

/** Slots of the last moment are taken up together: a claim that comes late, or at a high rate, takes several. */
const CATCH_UP = Prisma.sql`interval '50 milliseconds'`;

/** One that had nothing to send for so long begins anew, with one slot. */
const IDLE = Prisma.sql`interval '1 second'`;

/** Seconds between two slots of a subscription `s`: a little more than asked for, because requests arrive sooner or later after they start. */
const SLOT_SECONDS = Prisma.sql`(1.02 / s.max_per_second)`;

function firstSlot(now: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`CASE WHEN s.paced_until > ${now} - ${IDLE} THEN GREATEST(s.paced_until, ${now} - ${CATCH_UP}) ELSE ${now} END`;
}

/** How many requests the rate of a subscription `s` lets start now; null: it has none. */
export function mayStart(now: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`CASE
    WHEN s.max_per_second IS NULL THEN NULL
    WHEN s.paced_until > ${now} THEN 0
    ELSE 1 + floor(extract(epoch FROM ${now} - (${firstSlot(now)})) / ${SLOT_SECONDS})::int END`;
}

/** Whether claims of a subscription `s` are noted in its row. */
export const IS_NOTED = Prisma.sql`(s.is_probing OR s.max_per_second IS NOT NULL)`;

/**
 * Notes what was claimed, where that decides when the next request may start: one that has a rate gives a slot to each; one that
 * is probed waits for the end of the lease, or until the outcome stands in its health. The caller has locked these subscriptions.
 */
export async function recordStarts(
  { db, dbNow }: DeliveryContext,
  claimed: readonly SubscriptionRef[],
  leaseMs: number,
): Promise<void> {
  const counts = new Map<string, { tenantId: string; id: string; count: number }>();
  for (const { tenantId, subscriptionId: id } of claimed)
    counts.set(id, { tenantId, id, count: (counts.get(id)?.count ?? 0) + 1 });
  const now = dbNow();
  await db.sql.count`
    UPDATE webhook_subscriptions s
    SET paced_until = CASE WHEN s.max_per_second IS NULL THEN s.paced_until
                           ELSE (${firstSlot(now)}) + started.count * ${SLOT_SECONDS} * interval '1 second' END,
        probed_until = CASE WHEN s.is_probing THEN ${now} + ${leaseMs} * interval '1 millisecond' END
    FROM json_to_recordset(${JSON.stringify([...counts.values()])}::json) AS started("tenantId" uuid, id uuid, count int)
    WHERE s.tenant_id = started."tenantId" AND s.id = started.id AND ${IS_NOTED}`;
}
