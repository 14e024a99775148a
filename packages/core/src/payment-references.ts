import type { Transaction } from './context.ts';

type Kind = 'payment' | 'dispute' | 'refund';

/**
 * How an id of the payment provider's is written in the look-up and in the keys of an event that waits: ids of a store's
 * own account after the account, so that what another account says of the same id finds nothing.
 */
export function referenceOf(accountId: string | null, kind: Kind, providerId: string): string {
  return keyOf(accountId, `${kind}:${providerId}`);
}

export function keyOf(accountId: string | null, key: string): string {
  return accountId === null ? key : `${accountId}/${key}`;
}

/**
 * Lets the provider's events find the payment by this id; a repetition changes nothing. Throws when the id is another
 * payment's already: the look-up is what keeps the provider's ids unique across stores.
 */
export async function addPaymentReference(
  { db, tenantId }: Transaction,
  { id, accountId }: { id: string; accountId: string | null },
  kind: Kind,
  providerId: string,
): Promise<void> {
  const reference = referenceOf(accountId, kind, providerId);
  const written = await db.sql.count`
    INSERT INTO payment_references AS r (reference, tenant_id, payment_id)
    VALUES (${reference}, ${tenantId}::uuid, ${id}::uuid)
    ON CONFLICT (reference) DO UPDATE SET payment_id = r.payment_id
    WHERE r.tenant_id = excluded.tenant_id AND r.payment_id = excluded.payment_id`;
  if (written === 0) throw new Error(`${reference} is another payment's`);
}
