import { inTransaction, type SystemContext, type Transaction } from '../../context.ts';
import type { RowRef } from '../../services.ts';
import type { ViesAnswer } from '../../vat/index.ts';
import { recordEvent } from '../../webhooks/index.ts';
import type { ClaimedCheck } from './claim-check.ts';

type Proof = Exclude<ViesAnswer, { status: 'unavailable' }>;

/**
 * Input: the result of a check. Output: nothing. Why one statement: the evidence and the customer's status are written together
 * or not at all. Why `vat_check_id`: the result counts only while the customer waits for this very check. A result that comes
 * late, for a number that was changed or cleared meanwhile, is kept as evidence and exempts no customer; a concurrent change of
 * the number locks the customer's row, and this statement sees it afterwards.
 */
export async function recordAnswer(
  system: SystemContext,
  { tenantId, id }: RowRef,
  { status, name, address, consultationNumber }: Proof,
  { source, answeredAt }: { source: 'vies' | 'cache'; answeredAt: Date },
): Promise<void> {
  await recordStatus(
    system,
    tenantId,
    (tx) => tx.db.sql`
    WITH answered AS (
      UPDATE vat_checks
      SET status = ${status}, source = ${source}, answered_at = ${answeredAt}, name = ${name}, address = ${address},
          consultation_number = ${consultationNumber}, next_attempt_at = NULL, lease_until = NULL, last_error = NULL
      WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid AND status IN ('pending', 'unavailable')
      RETURNING id, tenant_id, customer_id
    )
    UPDATE customers c
    SET vat_status = ${status}, vat_checked_at = ${answeredAt}, vat_name = ${name},
        vat_consultation_number = ${consultationNumber}, version = c.version + 1, updated_at = ${system.now()}
    FROM answered a
    WHERE c.tenant_id = a.tenant_id AND c.id = a.customer_id AND c.vat_check_id = a.id
    RETURNING c.id`,
  );
}

/**
 * Input: a check without a result, and when it's retried. Only the newest attempt may record this: one that hung while
 * another got a result must not revoke that.
 */
export async function recordNoAnswer(
  system: SystemContext,
  { tenantId, id, attempts }: Pick<ClaimedCheck, 'tenantId' | 'id' | 'attempts'>,
  error: string,
  nextAttemptAt: Date,
): Promise<void> {
  await recordStatus(
    system,
    tenantId,
    (tx) => tx.db.sql`
    WITH unanswered AS (
      UPDATE vat_checks
      SET status = 'unavailable', next_attempt_at = ${nextAttemptAt}, lease_until = NULL, last_error = ${error}
      WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid AND attempts = ${attempts}
        AND status IN ('pending', 'unavailable')
      RETURNING id, tenant_id, customer_id
    )
    UPDATE customers c
    SET vat_status = 'unavailable', version = c.version + 1, updated_at = ${system.now()}
    FROM unanswered u
    WHERE c.tenant_id = u.tenant_id AND c.id = u.customer_id AND c.vat_check_id = u.id
      AND c.vat_status <> 'unavailable'
    RETURNING c.id`,
  );
}

/** `answer` returns the customer whose status it changed, if any. */
async function recordStatus(
  system: SystemContext,
  tenantId: string,
  answer: (tx: Transaction) => Promise<{ id: string }[]>,
): Promise<void> {
  await inTransaction(system.forTenant(tenantId, { kind: 'system' }), async (tx) => {
    for (const { id: customerId } of await answer(tx))
      await recordEvent(tx, 'customer.updated', { customerId });
  });
}
