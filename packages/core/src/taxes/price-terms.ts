import type { PriceTerms, SystemContext } from '../context.ts';
import { type OwnRate, rateOf } from './tax-rule.ts';

/** The terms of a customer group; null: those of its store. */
export async function readPriceTerms(
  { db, now }: SystemContext,
  tenantId: string,
  { pricesIncludeTax }: { pricesIncludeTax: boolean | null },
): Promise<PriceTerms | null> {
  if (pricesIncludeTax === null) return null;
  const store = await db.tenant.findUniqueOrThrow({
    where: { id: tenantId },
    select: { pricesIncludeTax: true, country: true, taxSettings: { select: { rates: true } } },
  });
  if (store.pricesIncludeTax === pricesIncludeTax) return null;
  const ownRates = (store.taxSettings?.rates ?? []) as unknown as OwnRate[];
  const homeRateBasisPoints = rateOf(store.country, { storeCountry: store.country, ownRates, at: now() });
  return { pricesIncludeTax, homeRateBasisPoints };
}
