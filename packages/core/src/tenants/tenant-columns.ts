import type { Transaction } from '../context.ts';

/** The columns of other modules in the store's row, which is locked. Taxes: whether listed prices include tax. */
export async function setPricesIncludeTax({ db, tenantId }: Transaction, pricesIncludeTax: boolean) {
  await db.tenant.update({
    where: { id: tenantId },
    data: { pricesIncludeTax, version: { increment: 1 } },
  });
}

/** Privacy: the kinds of texts that a checkout must accept. */
export async function setRequiredTexts(
  { db, tenantId }: Transaction,
  requiredTexts: string[],
): Promise<void> {
  await db.tenant.update({ where: { id: tenantId }, data: { requiredTexts } });
}

/** The version of the shipping settings. */
export async function raiseShippingVersion({ db, tenantId }: Transaction): Promise<void> {
  await db.tenant.update({ where: { id: tenantId }, data: { shippingVersion: { increment: 1 } } });
}
