import type { Transaction } from './context.ts';

type Kind = 'payment' | 'dispute' | 'refund';

/**
 * How a provider's id is written in the look-up table and in the keys of a waiting event. Ids of a store's own account are
 * prefixed with the account, so that an event of another account with the same id doesn't match.
 */
export function referenceOf(accountId: string | null, kind: Kind, providerId: string): string {
  return keyOf(accountId, `${kind}:${providerId}`);
}

export function keyOf(accountId: string | null, key: string): string {
  return accountId === null ? key : `${accountId}/${key}`;
}

/**
 * Stores the id under which the provider's events will find the payment; a repetition changes nothing. Throws if the id is
 * already another payment's: this table keeps the provider's ids unique across stores.
 */
export async function addPaymentReference(
  { db, tenantId }: Transaction,
  { id, orderId, accountId }: { id: string; orderId: string; accountId: string | null },
  kind: Kind,
  providerId: string,
): Promise<void> {
  const reference = referenceOf(accountId, kind, providerId);
  const written = await db.sql.count`
    INSERT INTO payment_references AS r (reference, tenant_id, payment_id, order_id)
    VALUES (${reference}, ${tenantId}::uuid, ${id}::uuid, ${orderId}::uuid)
    ON CONFLICT (reference) DO UPDATE SET payment_id = r.payment_id
    WHERE r.tenant_id = excluded.tenant_id AND r.payment_id = excluded.payment_id`;
  if (written === 0) throw new Error(`${reference} is another payment's`);
}
