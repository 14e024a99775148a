import type { InputOf, operations, ResponseOf } from '@service/contract';
import type { Context } from '../context.ts';
import type { OwnRate } from './tax-rule.ts';

export type PresentedTaxSettings = ResponseOf<typeof operations.getTaxSettings>;

const DEFAULTS: PresentedTaxSettings = { pricesIncludeTax: true, rates: [], version: 0 };

/** Those of a store that never changed them are the defaults, as version 0. */
export async function getTaxSettings(ctx: Context): Promise<PresentedTaxSettings> {
  const row = await ctx.db.taxSettings.findUnique({ where: { tenantId: ctx.tenantId } });
  if (!row) return DEFAULTS;
  return {
    pricesIncludeTax: row.pricesIncludeTax,
    rates: row.rates as unknown as PresentedTaxSettings['rates'],
    version: row.version,
  };
}

/** Replaces them. They hold for every cart from its next reading on; orders keep what they were charged. */
export async function putTaxSettings(
  ctx: Context,
  { pricesIncludeTax, rates }: InputOf<typeof operations.putTaxSettings>['body'],
): Promise<PresentedTaxSettings> {
  const stored = rates.map(({ country, rateBasisPoints, validFrom }) => ({
    country: country.toUpperCase(),
    rateBasisPoints,
    ...(validFrom ? { validFrom } : {}),
  })) satisfies OwnRate[];
  const columns = { pricesIncludeTax, rates: stored, updatedAt: ctx.now() };
  const { version } = await ctx.db.taxSettings.upsert({
    where: { tenantId: ctx.tenantId },
    create: { tenantId: ctx.tenantId, ...columns },
    update: { ...columns, version: { increment: 1 } },
  });
  return { pricesIncludeTax, rates: stored, version };
}
