import { PUBLIC_PREFIX } from '@service/contract';
import { Prisma } from '@service/db';
import type { Context, Transaction } from '../context.ts';
import { hideTerms, type Person } from '../person.ts';

/** The orders of a person, as a condition on the row `o`. A guest is identified by one of the orders. */
export function ordersOf({
  customerId,
  guestEmail,
  until,
}: Pick<Person, 'customerId' | 'guestEmail' | 'until'>): Prisma.Sql {
  const isBefore = until ? Prisma.sql`AND o.created_at < ${until}` : Prisma.empty;
  return Prisma.sql`(o.customer_id = ${customerId}::uuid OR o.id = ${customerId}::uuid OR (o.customer_id IS NULL AND o.email = ${guestEmail} ${isBefore}))`;
}

/**
 * Whether an order `o` has, or may get, an invoice or a credit note: in that case, tax law requires the store to keep the name
 * and address on it.
 */
export const hasDocuments = ({ tenantId }: Context) => Prisma.sql`EXISTS (
  SELECT FROM order_history h WHERE h.tenant_id = ${tenantId}::uuid AND h.order_id = o.id AND h.status = 'paid')`;

export interface ErasedOrder {
  id: string;
  cartId: string;
}

/**
 * Input: the most orders to take. Output: the orders that were taken. Removes the person from them, except for the data on their
 * documents: the invoice address and the VAT number. Lines, amounts and numbers stay.
 */
export async function eraseOrders(tx: Transaction, person: Person, limit: number): Promise<ErasedOrder[]> {
  const orders = await tx.db.sql<ErasedOrder[]>`
    SELECT o.id, o.cart_id AS "cartId" FROM orders o
    WHERE o.tenant_id = ${tx.tenantId}::uuid AND o.erased_at IS NULL AND ${ordersOf(person)}
    ORDER BY o.id LIMIT ${limit} FOR NO KEY UPDATE`;
  const ids = orders.map(({ id }) => id);
  if (ids.length === 0) return [];
  const documented = await tx.db.orderHistoryEntry.findMany({
    where: { orderId: { in: ids }, status: 'paid' },
    select: { orderId: true },
  });
  const isDocumented = Prisma.sql`o.id = ANY (${documented.map(({ orderId }) => orderId)}::uuid[])`;
  await tx.db.sql.count`
    UPDATE orders o SET email = NULL, origin = NULL, payment_link_hash = NULL,
      billing_address = CASE WHEN ${isDocumented} THEN o.billing_address - 'phone' END,
      shipping_address = CASE WHEN ${isDocumented} AND o.billing_address IS NULL THEN o.shipping_address - 'phone' END,
      vat_number = CASE WHEN ${isDocumented} AND o.vat_status = 'valid' THEN o.vat_number END,
      metadata = o.metadata - ARRAY(SELECT key FROM jsonb_object_keys(o.metadata) AS key WHERE starts_with(key, ${PUBLIC_PREFIX})),
      erased_at = ${tx.now()}, version = o.version + 1, updated_at = ${tx.now()}
    WHERE o.tenant_id = ${tx.tenantId}::uuid AND o.id = ANY (${ids}::uuid[])`;
  const terms = person.ownTexts;
  const where = Prisma.sql`t.id = ANY (${ids}::uuid[])`;
  await hideTerms(tx, { table: 'orders', columns: ['metadata', 'tags'], terms, where });
  // Free texts, and the addresses and tracking numbers of parcels.
  await tx.db.sql.count`
    UPDATE order_history SET details = details - '{reason,note,tracking}'::text[]
    WHERE tenant_id = ${tx.tenantId}::uuid AND order_id = ANY (${ids}::uuid[]) AND details ?| '{reason,note,tracking}'`;
  await tx.db.shipment.updateMany({
    where: { orderId: { in: ids } },
    data: { trackingNumber: null, trackingUrl: null },
  });
  return orders;
}
