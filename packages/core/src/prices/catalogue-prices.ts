import { Prisma } from '@service/db';
import { type Context, customerOf } from '../context.ts';
import { listsFor, lowestPrice } from './lowest-price.ts';
import { presentPriceList } from './present.ts';

/** What `buyerOf` found, in a statement that has its row as `buyer`. */
const BUYER = { currency: Prisma.sql`buyer.currency`, lists: Prisma.sql`buyer.lists` };

/** One row: the asked currency, else the store's, and the lists that the shopper who asks buys from in it now. */
export function buyerOf(ctx: Context, currency: string | undefined): Prisma.Sql {
  const customerId = customerOf(ctx.principal);
  const customerGroupId =
    customerId === null
      ? Prisma.sql`NULL::uuid`
      : Prisma.sql`(SELECT customer_group_id FROM customers
          WHERE tenant_id = ${ctx.tenantId}::uuid AND id = ${customerId}::uuid)`;
  const asked = Prisma.sql`COALESCE(${currency?.toUpperCase() ?? null}, t.currency)`;
  return Prisma.sql`
    SELECT ${asked} AS currency, ${listsFor(ctx, { currency: asked, customerGroupId })} AS lists
    FROM tenants t WHERE t.id = ${ctx.tenantId}::uuid`;
}

/** The lowest prices of the product of the listing `l`, as JSON; null: none of its variants is sold in the currency. */
export const PRICE_RANGE = Prisma.sql`
  CASE WHEN cardinality(buyer.lists) = 0 AND l.currency = buyer.currency
    THEN json_build_object('from', l.price_from, 'to', l.price_to, 'currency', buyer.currency)
    ELSE (
      SELECT json_build_object('from', min(price.amount), 'to', max(price.amount), 'currency', buyer.currency)
      FROM variants v CROSS JOIN LATERAL (${lowestPrice({ ...BUYER, quantity: Prisma.sql`1` })}) price
      WHERE v.tenant_id = l.tenant_id AND v.product_id = l.product_id HAVING count(*) > 0)
  END`;

/** A price of a variant from a quantity on, as `OFFERS` finds them. */
interface Offer {
  minQuantity: number;
  amount: number;
  priceListId: string | null;
  priceListName: string | null;
}

/** The lowest price of the variant `v` that begins at each quantity, by quantity, as JSON. */
export const OFFERS = Prisma.sql`(
  SELECT json_build_object('currency', buyer.currency, 'offers', coalesce(json_agg(json_build_object(
    'minQuantity', offer.min_quantity, 'amount', offer.amount, 'priceListId', offer.price_list_id, 'priceListName', pl.name
  ) ORDER BY offer.min_quantity), '[]'))
  FROM (
    SELECT DISTINCT ON (each.min_quantity) each.min_quantity, each.amount, each.price_list_id FROM (
      SELECT 1 AS min_quantity, v.price_amount AS amount, NULL::uuid AS price_list_id WHERE v.currency = buyer.currency
      UNION ALL
      SELECT p.min_quantity, p.amount, p.price_list_id FROM list_prices p
      WHERE p.tenant_id = v.tenant_id AND p.variant_id = v.id AND p.price_list_id = ANY (buyer.lists)
    ) each
    ORDER BY each.min_quantity, each.amount, each.price_list_id NULLS FIRST
  ) offer
  LEFT JOIN price_lists pl ON pl.tenant_id = v.tenant_id AND pl.id = offer.price_list_id)`;

export interface Offers {
  currency: string;
  offers: readonly Offer[];
}

/** What one unit costs, and from which quantities one costs less: a step that is no cheaper than one before it isn't shown. */
export function presentOffers({ currency, offers }: Offers) {
  const [first, ...more] = offers.filter(
    ({ amount }, index) => index === 0 || offers.slice(0, index).every((before) => amount < before.amount),
  );
  if (first?.minQuantity !== 1) return null;
  return {
    amount: first.amount,
    currency,
    priceList: presentPriceList(first),
    steps: more.map((offer) => ({
      minQuantity: offer.minQuantity,
      amount: offer.amount,
      priceList: presentPriceList(offer),
    })),
  };
}
