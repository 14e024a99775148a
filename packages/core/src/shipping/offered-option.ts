import { Prisma } from '@service/db';

/** The option `o`, whose price is the row `rate`, as an `OfferedOption` in terms: whether prices include tax, and the rate of shipping. */
export function OFFERED_OPTION(terms: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`json_build_object('name', o.name, 'amount', in_terms(rate.amount, ${terms}),
    'freeFrom', in_terms(rate.free_from, ${terms}), 'tiersBy', o.tiers_by, 'postalCodes', o.postal_codes, 'profiles', o.profiles,
    'pickupPlace', o.pickup_place,
    'tiers', (
      SELECT coalesce(json_agg(json_build_object(
        'from', CASE WHEN o.tiers_by = 'value' THEN in_terms(tier."from", ${terms}) ELSE tier."from" END,
        'amount', CASE WHEN tier.amount IS NOT NULL THEN in_terms(tier.amount, ${terms}) END)), '[]')
      FROM jsonb_to_recordset(rate.tiers) AS tier("from" bigint, amount bigint)))`;
}
