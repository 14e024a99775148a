import { Prisma } from '@service/db';

/**
 * The option `o`, whose price is the row `rate`, as an `OfferedOption` in the buyer's terms: whether prices include tax, and the
 * tax rate of shipping. `carrierRates`: the carriers' rates by option.
 */
export function OFFERED_OPTION(terms: Prisma.Sql, carrierRates: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`json_build_object('name', o.name, 'amount', in_terms(rate.amount, ${terms}),
    'freeFrom', in_terms(rate.free_from, ${terms}), 'tiersBy', o.tiers_by, 'postalCodes', o.postal_codes, 'profiles', o.profiles,
    'pickupPlace', o.pickup_place,
    'carrier', CASE WHEN o.carrier IS NOT NULL THEN json_build_object(
      'rate', CASE jsonb_typeof(${carrierRates} -> o.id::text)
        WHEN 'number' THEN in_terms((${carrierRates} ->> o.id::text)::bigint, ${terms}) END,
      'usesOwnPrice', coalesce(${carrierRates} ->> o.id::text = 'own', false)) END,
    'tiers', (
      SELECT coalesce(json_agg(json_build_object(
        'from', CASE WHEN o.tiers_by = 'value' THEN in_terms(tier."from", ${terms}) ELSE tier."from" END,
        'amount', CASE WHEN tier.amount IS NOT NULL THEN in_terms(tier.amount, ${terms}) END)), '[]')
      FROM jsonb_to_recordset(rate.tiers) AS tier("from" bigint, amount bigint)))`;
}
