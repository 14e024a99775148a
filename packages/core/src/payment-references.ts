import type { Transaction } from './context.ts';

type Kind = 'payment' | 'dispute' | 'refund';

/** How an id of the payment provider's is written in the look-up and in the keys of an event that waits. */
export function referenceOf(kind: Kind, providerId: string): string {
  return `${kind}:${providerId}`;
}

/**
 * Lets the provider's events find the payment by this id; a repetition changes nothing. Throws when the id is another
 * payment's already: the look-up is what keeps the provider's ids unique across stores.
 */
export async function addPaymentReference(
  { db, tenantId }: Transaction,
  paymentId: string,
  reference: string,
): Promise<void> {
  const written = await db.$executeRaw`
    INSERT INTO payment_references AS r (reference, tenant_id, payment_id)
    VALUES (${reference}, ${tenantId}::uuid, ${paymentId}::uuid)
    ON CONFLICT (reference) DO UPDATE SET payment_id = r.payment_id
    WHERE r.tenant_id = excluded.tenant_id AND r.payment_id = excluded.payment_id`;
  if (written === 0) throw new Error(`${reference} is another payment's`);
}
