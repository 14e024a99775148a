import type { Transaction } from '../context.ts';
import { referenceOf } from '../payment-references.ts';

interface NewPaymentRow {
  id: string;
  orderId: string;
  /** Null: the provider hasn't opened it yet. */
  providerPaymentId: string | null;
  amount: bigint;
  currency: string;
}

/**
 * Input: a payment of the store's provider. Output: its row, and the reference by which the provider's events find it.
 * Why one statement: neither is there without the other, and the checkout makes one trip for both. Throws when the
 * provider's id is another payment's already.
 */
export async function insertPayment(
  { db, tenantId, now, services }: Transaction,
  { id, orderId, providerPaymentId, amount, currency }: NewPaymentRow,
): Promise<void> {
  const reference = providerPaymentId && referenceOf('payment', providerPaymentId);
  await db.$executeRaw`
    WITH payment AS (
      INSERT INTO payments (tenant_id, id, order_id, provider, provider_payment_id, amount, currency, created_at, updated_at)
      VALUES (${tenantId}::uuid, ${id}::uuid, ${orderId}::uuid, ${services.payments.provider.name}, ${providerPaymentId},
        ${amount}, ${currency}, ${now()}, ${now()})
      RETURNING tenant_id, id
    )
    INSERT INTO payment_references (reference, tenant_id, payment_id)
    SELECT ${reference}::text, tenant_id, id FROM payment WHERE ${reference}::text IS NOT NULL`;
}
