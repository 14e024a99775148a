import type { Transaction } from '../context.ts';
import { ordersOf } from '../orders/index.ts';
import type { Person } from '../person.ts';

/** They stay with a customer whose confirmed address changes. */
export async function keepFormerOrders(
  tx: Transaction,
  customer: { id: string; email: string; emailVerifiedAt: Date | null },
): Promise<void> {
  if (customer.emailVerifiedAt)
    await tx.db.formerOrder.updateMany({
      where: { email: customer.email, customerId: null },
      data: { customerId: customer.id },
    });
}

/** Deletes at most `limit` orders of a person, for no document here is about them; returns how many. */
export function eraseFormerOrders(tx: Transaction, person: Person, limit: number): Promise<number> {
  return tx.db.sql.count`
    DELETE FROM former_orders WHERE tenant_id = ${tx.tenantId}::uuid AND id = ANY (ARRAY(
      SELECT o.id FROM former_orders o WHERE o.tenant_id = ${tx.tenantId}::uuid AND ${ordersOf(person)}
      ORDER BY o.id LIMIT ${limit}::int))`;
}
