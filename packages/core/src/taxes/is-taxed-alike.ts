import type { Context } from '../context.ts';
import type { Destination } from './eu-rates.ts';
import { STANDARD_CLASS } from './tax-classes.ts';
import { type TaxQuestion, taxOf } from './tax-rule.ts';

interface Rules extends Pick<TaxQuestion, 'storeCountry' | 'ownRates' | 'today' | 'belowOssThreshold'> {
  shippingTaxClass: string;
  hasProvider: boolean;
}

type Place = Destination & { city: string };

/**
 * Whether the store charges the same tax at two places of one country today, for goods of each of these classes and for shipping.
 * For two countries or regions it returns false even if the rates are equal: tax is reported by them.
 */
export async function isTaxedAlike(
  ctx: Context,
  taxClasses: readonly string[],
  [one, other]: readonly [Place, Place],
): Promise<boolean> {
  if (one.country !== other.country) return false;
  const { shippingTaxClass, hasProvider, ...rules } = await readRules(ctx);
  // What a provider would say of the other place isn't known.
  if (hasProvider && namesOf(one) !== namesOf(other)) return false;
  const [here, there] = [one, other].map(({ country, region, postalCode = null }) =>
    taxOf({ ...rules, destination: country, region, postalCode, customer: null }),
  ) as [ReturnType<typeof taxOf>, ReturnType<typeof taxOf>];
  return (
    here.country === there.country &&
    here.region === there.region &&
    [shippingTaxClass, ...taxClasses].every(
      (taxClass) => here.on(taxClass).rateBasisPoints === there.on(taxClass).rateBasisPoints,
    )
  );
}

function namesOf({ region, postalCode, city }: Place): string {
  return JSON.stringify([region ?? null, postalCode ?? null, city]);
}

async function readRules({ db, tenantId, now }: Context): Promise<Rules> {
  const [rules] = await db.sql<[Rules]>`
    SELECT t.country AS "storeCountry", COALESCE(tax.rates, '[]') AS "ownRates",
      COALESCE(tax.below_oss_threshold, false) AS "belowOssThreshold",
      COALESCE(tax.shipping_tax_class, ${STANDARD_CLASS}) AS "shippingTaxClass", tax.provider IS NOT NULL AS "hasProvider",
      (${now()}::timestamptz AT TIME ZONE t.time_zone)::date::text AS today
    FROM tenants t LEFT JOIN tax_settings tax ON tax.tenant_id = t.id
    WHERE t.id = ${tenantId}::uuid`;
  return rules;
}
