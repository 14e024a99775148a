import type { Transaction } from '../context.ts';
import { referenceOf } from '../payment-references.ts';

interface NewPaymentRow {
  id: string;
  orderId: string;
  /** Null: the provider hasn't opened it yet. */
  providerPaymentId: string | null;
  amount: bigint;
  currency: string;
  /** How long its order is kept where the account doesn't say; absent: for half an hour. */
  dueDays?: number | undefined;
}

/**
 * Input: a payment for the account that is active, with the id that it has if that is the deployment's. Output: its row,
 * and the reference by which the provider's events find it; whether it is the deployment's. Why one statement: the account
 * stays the one that was found, none of the three is there without the others, and the checkout makes one trip for all.
 * Throws when the provider's id is another payment's already.
 */
export async function insertPayment(
  { db, tenantId, now, services }: Transaction,
  { id, orderId, providerPaymentId, amount, currency, dueDays }: NewPaymentRow,
): Promise<{ isOfDeployment: boolean }> {
  const reference = providerPaymentId && referenceOf(null, 'payment', providerPaymentId);
  const [row] = await db.sql<{ isOfDeployment: boolean }[]>`
    WITH payment AS (
      INSERT INTO payments (tenant_id, id, order_id, account_id, provider, provider_payment_id, amount, currency, capture_later, expires_at,
        created_at, updated_at)
      SELECT ${tenantId}::uuid, ${id}::uuid, ${orderId}::uuid, account.id,
        coalesce(account.provider, ${services.payments.provider.name}),
        CASE WHEN account.id IS NULL THEN ${providerPaymentId}::text END,
        ${amount}::bigint, ${currency}, t.capture_later AND account.provider IS DISTINCT FROM 'manual', ${now()}::timestamptz + make_interval(days => coalesce(account.due_days, ${dueDays ?? null}::int)),
        ${now()}::timestamptz, ${now()}::timestamptz
      FROM tenants t LEFT JOIN payment_accounts account ON account.tenant_id = ${tenantId}::uuid AND account.active
      WHERE t.id = ${tenantId}::uuid
      RETURNING tenant_id, id, account_id, provider_payment_id
    ), found_by AS (
      INSERT INTO payment_references (reference, tenant_id, payment_id)
      SELECT ${reference}::text, tenant_id, id FROM payment WHERE provider_payment_id IS NOT NULL
      RETURNING tenant_id
    )
    SELECT account_id IS NULL AS "isOfDeployment" FROM payment`;
  if (!row) throw new Error(`No payment was made for the order ${orderId}`);
  return row;
}
