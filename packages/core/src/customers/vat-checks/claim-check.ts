import { LEASE_MS } from '@service/jobs/lease';
import { readDbNow, type SystemContext } from '../../context.ts';
import type { RowRef } from '../../services.ts';

export interface ClaimedCheck {
  id: string;
  tenantId: string;
  country: string;
  number: string;
  isFresh: boolean;
  /** The number of this attempt; it is the fence of a failure's record. */
  attempts: number;
  /** Whether the customer still waits for this check. */
  isCurrent: boolean;
}

/**
 * Input: a check that may be due. Output: the check, leased by this caller; undefined when it isn't due, is completed, or another
 * has leased it. Why one statement: of two workers the second waits for the row and sees the lease.
 */
export async function claimCheck(
  system: SystemContext,
  { tenantId, id }: RowRef,
): Promise<ClaimedCheck | undefined> {
  const now = system.dbNow();
  const [claimed] = await system.db.sql<ClaimedCheck[]>`
    UPDATE vat_checks v SET attempts = v.attempts + 1, lease_until = ${now} + ${LEASE_MS.vatCheck} * interval '1 millisecond'
    FROM customers c
    WHERE v.tenant_id = ${tenantId}::uuid AND v.id = ${id}::uuid AND c.tenant_id = v.tenant_id AND c.id = v.customer_id
      AND v.status IN ('pending', 'unavailable') AND v.next_attempt_at <= ${now}
      AND (v.lease_until IS NULL OR v.lease_until <= ${now})
    RETURNING v.id, v.tenant_id AS "tenantId", v.country, v.number, v.is_fresh AS "isFresh", v.attempts,
              (c.vat_check_id IS NOT DISTINCT FROM v.id) AS "isCurrent"`;
  return claimed;
}

/** Checks that are due and not leased, the longest due first: jobs that the queue lost are still here. */
export async function findDueVatChecks(system: SystemContext, limit: number): Promise<RowRef[]> {
  const now = await readDbNow(system);
  return system.db.sql`
    SELECT tenant_id AS "tenantId", id FROM vat_checks
    WHERE status IN ('pending', 'unavailable') AND next_attempt_at <= ${now}
      AND (lease_until IS NULL OR lease_until <= ${now})
    ORDER BY next_attempt_at, id LIMIT ${limit}`;
}

/** How many VAT numbers wait to be checked, of all stores. */
export async function countWaitingVatChecks({ db }: SystemContext): Promise<number> {
  const [row] = await db.sql<[{ count: number }]>`
    SELECT count(*)::int AS count FROM vat_checks WHERE status IN ('pending', 'unavailable')`;
  return row.count;
}
