import type { InputOf, operations, ResponseOf } from '@service/contract';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction } from '../context.ts';
import { lockTenant } from '../lock-tenant.ts';
import type { OwnRate } from './tax-rule.ts';

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
  })) satisfies OwnRate[];
  const columns = { rates: stored, updatedAt: ctx.now() };
  return inTransaction(ctx, async (tx) => {
    await lockTenant(tx);
    const before = await getTaxSettings(tx);
    await tx.db.tenant.update({
      where: { id: tx.tenantId },
      data: { pricesIncludeTax, version: { increment: 1 } },
    });
    await tx.db.taxSettings.upsert({
      where: { tenantId: tx.tenantId },
      create: { tenantId: tx.tenantId, ...columns },
      update: { ...columns, version: { increment: 1 } },
    });
    const after = await getTaxSettings(tx);
    const subject = { type: 'tax_settings', id: tx.tenantId };
    await recordChange(tx, { action: 'tax_settings.replaced', subject, before, after });
    return after;
  });
}
