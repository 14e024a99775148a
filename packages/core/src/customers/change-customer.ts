import type { CustomerChange } from '@service/contract';
import type { CustomerModel } from '@service/db';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { isSameVatNumber, startVatCheck, vatColumns } from '../vat/index.ts';
import { lockCustomer } from './lock-customer.ts';

/** Absent members stay, null clears. Another VAT number starts another check. */
export function changeCustomer(ctx: Context, id: string, change: CustomerChange): Promise<CustomerModel> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockCustomer(tx, id);
    const { vatNumber, ...columns } = change;
    if (vatNumber === undefined || isSameVatNumber(before.vatNumber, vatNumber))
      return updateCustomerRow(tx, id, columns);
    const vat = vatColumns(tx, vatNumber);
    const after = await updateCustomerRow(tx, id, { ...columns, ...vat });
    await startVatCheck(tx, id, vat);
    return after;
  });
}

/** The row after the change, one version on. */
export function updateCustomerRow(
  tx: Transaction,
  id: string,
  data: Partial<CustomerModel>,
): Promise<CustomerModel> {
  return tx.db.customer.update({
    where: { id },
    data: { ...data, version: { increment: 1 }, updatedAt: tx.now() },
  });
}
