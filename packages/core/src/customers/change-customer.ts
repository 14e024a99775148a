import type { CustomerChange } from '@service/contract';
import type { CustomerModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { isSameVatNumber, startVatCheck, vatColumns } from '../vat/index.ts';
import { lockCustomer } from './lock-customer.ts';
import { presentCustomer } from './present.ts';

/** Absent members stay, null clears. Another VAT number starts another check. */
export function changeCustomer(ctx: Context, id: string, change: CustomerChange): Promise<CustomerModel> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockCustomer(tx, id);
    const after = await applyChange(tx, before, change);
    await recordCustomerChange(tx, 'customer.updated', before, after);
    return after;
  });
}

async function applyChange(
  tx: Transaction,
  { id, vatNumber: vatNumberBefore }: CustomerModel,
  { vatNumber, ...columns }: CustomerChange,
): Promise<CustomerModel> {
  if (vatNumber === undefined || isSameVatNumber(vatNumberBefore, vatNumber))
    return updateCustomerRow(tx, id, columns);
  const vat = vatColumns(tx, vatNumber);
  const after = await updateCustomerRow(tx, id, { ...columns, ...vat });
  await startVatCheck(tx, id, vat);
  return after;
}

export function recordCustomerChange(
  tx: Transaction,
  action: `customer.${string}`,
  before: CustomerModel,
  after: CustomerModel,
): Promise<void> {
  return recordChange(tx, {
    action,
    subject: { type: 'customer', id: after.id },
    before: presentCustomer(before),
    after: presentCustomer(after),
  });
}

/** The row after the change, one version on. */
export function updateCustomerRow(
  tx: Transaction,
  id: string,
  data: Partial<CustomerModel>,
): Promise<CustomerModel> {
  return tx.db.customer.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id } },
    data: { ...data, version: { increment: 1 }, updatedAt: tx.now() },
  });
}
