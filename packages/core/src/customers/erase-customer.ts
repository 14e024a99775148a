import type { Transaction } from '../context.ts';
import { recordEvent } from '../webhooks/index.ts';
import { holdCustomer } from './lock-customer.ts';

/** From now on no one can sign in or change anything, and issued sessions and tokens have no effect. */
export async function beginErasing(tx: Transaction, id: string): Promise<void> {
  await holdCustomer(tx, id);
  await tx.db.customer.updateMany({ where: { id }, data: { erasedAt: tx.now(), disabledAt: tx.now() } });
  await tx.db.customerSession.deleteMany({ where: { customerId: id } });
  await tx.db.customerToken.deleteMany({ where: { customerId: id } });
}

/**
 * Deletes the customer with everything that belongs to them alone. Where orders name them, a row without a person stays, and the
 * responses of VIES that exempted an invoice from tax: they are its evidence.
 */
export async function eraseCustomer(tx: Transaction, id: string): Promise<void> {
  const where = { customerId: id };
  await tx.db.customerSession.deleteMany({ where });
  await tx.db.customerToken.deleteMany({ where });
  await tx.db.customerAddress.deleteMany({ where });
  await tx.db.sql.count`
    DELETE FROM vat_checks v WHERE v.tenant_id = ${tx.tenantId}::uuid AND v.customer_id = ${id}::uuid
      AND NOT (v.status = 'valid' AND EXISTS (
        SELECT FROM orders o WHERE o.tenant_id = v.tenant_id AND o.customer_id = v.customer_id
          AND o.reverse_charge AND o.vat_number = v.country || v.number))`;
  // The consent stays as long as the row; the client's address doesn't.
  await tx.db.consent.updateMany({ where, data: { clientAddress: null } });
  const hasOrders = (await tx.db.order.count({ where })) > 0;
  const { count } = hasOrders
    ? await removePerson(tx, id)
    : await tx.db.customer.deleteMany({ where: { id } });
  // A guest has no account.
  if (count > 0) await recordEvent(tx, 'customer.erased', { customerId: id });
}

function removePerson(tx: Transaction, id: string): Promise<{ count: number }> {
  return tx.db.customer.updateMany({
    where: { id },
    data: {
      // A name that no mail server has (RFC 2606).
      email: `${id}@erased.invalid`,
      emailVerifiedAt: null,
      passwordHash: null,
      name: null,
      phone: null,
      acceptsMarketing: false,
      metadata: {},
      customerGroupId: null,
      vatNumber: null,
      vatStatus: null,
      vatCheckId: null,
      vatCheckedAt: null,
      vatName: null,
      vatConsultationNumber: null,
      version: { increment: 1 },
      updatedAt: tx.now(),
    },
  });
}
