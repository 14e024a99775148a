import type { CustomerChange } from '@service/contract';
import type { CustomerModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { assertCustomerGroup } from '../customer-groups/index.ts';
import { applyPatch, changesOf, type Writable } from '../patch.ts';
import { recordEvent } from '../webhooks/index.ts';
import { appendConsent, MARKETING } from './append-consent.ts';
import { lockCustomer } from './lock-customer.ts';
import { CUSTOMER, presentCustomer } from './present.ts';
import { isSameVatNumber, startVatCheck, type VatColumns, vatColumns } from './vat-checks/start-check.ts';

/** Absent members stay, null clears. Another VAT number starts another check. */
export function changeCustomer(ctx: Context, id: string, change: CustomerChange): Promise<CustomerModel> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockCustomer(tx, id);
    const vat = vatChange(tx, row, change);
    await assertCustomerGroup(tx, change.customerGroupId);
    return applyPatch(tx, {
      action: 'customer.updated',
      subject: { type: 'customer', id },
      row,
      changes: { ...CUSTOMER.changesOf(row, change), ...vat },
      present: presentCustomer,
      write: async (data) => {
        const after = await updateCustomerRow(tx, row, data);
        if (vat) await startVatCheck(tx, id, vat);
        if (data.acceptsMarketing !== undefined)
          await appendConsent(tx, id, { purpose: MARKETING, granted: data.acceptsMarketing });
        return after;
      },
    });
  });
}

/** Another notation of the same number isn't a change. */
function vatChange(
  tx: Transaction,
  { vatNumber: before }: CustomerModel,
  { vatNumber }: CustomerChange,
): VatColumns | undefined {
  if (vatNumber === undefined || isSameVatNumber(before, vatNumber)) return undefined;
  return vatColumns(tx, vatNumber);
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

/** The row after the change, with the next version. Records `customer.updated` when a field that operators see has changed. */
export async function updateCustomerRow(
  tx: Transaction,
  before: CustomerModel,
  data: Partial<Writable<CustomerModel>>,
): Promise<CustomerModel> {
  const { id } = before;
  const after = await tx.db.customer.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id } },
    data: { ...data, version: { increment: 1 }, updatedAt: tx.now() },
  });
  const changes = changesOf(presentCustomer(before), presentCustomer(after));
  if (changes.length > 0) await recordEvent(tx, 'customer.updated', { customerId: id }, { changes });
  return after;
}
