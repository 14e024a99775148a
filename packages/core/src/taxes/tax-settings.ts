import type { InputOf, operations, ResponseOf } from '@service/contract';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { lockTenant } from '../lock-tenant.ts';
import { applyPatch, differing } from '../patch.ts';
import { setPricesIncludeTax } from '../tenants/index.ts';

export type PresentedTaxSettings = ResponseOf<typeof operations.getTaxSettings>;

/** Those of a store that never changed them are version 0. Whether prices include tax is one setting of the store. */
export async function getTaxSettings(ctx: Context): Promise<PresentedTaxSettings> {
  const [{ pricesIncludeTax }, row] = await Promise.all([
    ctx.db.tenant.findUniqueOrThrow({ where: { id: ctx.tenantId }, select: { pricesIncludeTax: true } }),
    ctx.db.taxSettings.findUnique({ where: { tenantId: ctx.tenantId } }),
  ]);
  const rates = (row?.rates ?? []) as unknown as PresentedTaxSettings['rates'];
  return { pricesIncludeTax, rates, version: row?.version ?? 0 };
}

/** Replaces them. They hold for every cart from its next reading on; orders keep what they were charged. */
export function putTaxSettings(
  ctx: Context,
  { pricesIncludeTax, rates }: InputOf<typeof operations.putTaxSettings>['body'],
): Promise<PresentedTaxSettings> {
  const stored = rates.map(({ country, rateBasisPoints, validFrom }) => ({
    country: country.toUpperCase(),
    rateBasisPoints,
    ...(validFrom ? { validFrom } : {}),
  }));
  return inTransaction(ctx, async (tx) => {
    await lockTenant(tx);
    const row = await getTaxSettings(tx);
    return applyPatch(tx, {
      action: 'tax_settings.replaced',
      subject: { type: 'tax_settings', id: tx.tenantId },
      row,
      changes: differing(row, { pricesIncludeTax, rates: stored }),
      present: (settings) => settings,
      write: (changes) => writeTaxSettings(tx, stored, changes),
    });
  });
}

async function writeTaxSettings(
  tx: Transaction,
  rates: PresentedTaxSettings['rates'],
  { pricesIncludeTax }: Partial<PresentedTaxSettings>,
): Promise<PresentedTaxSettings> {
  if (pricesIncludeTax !== undefined) await setPricesIncludeTax(tx, pricesIncludeTax);
  const columns = { rates, updatedAt: tx.now() };
  await tx.db.taxSettings.upsert({
    where: { tenantId: tx.tenantId },
    create: { tenantId: tx.tenantId, ...columns },
    update: { ...columns, version: { increment: 1 } },
  });
  return getTaxSettings(tx);
}
