import { Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { buyerOf } from '../prices/index.ts';
import { type LineRow, lineOf, listedLines } from './line-row.ts';
import { IS_CUSTOMERS } from './owner.ts';

/**
 * Input: a cart and its discounts. Output: what those of the kind `gift` may give, as lines with the ids of the discounts and the
 * prices of the cart's buyer. Why a statement of its own: only carts with such a discount ask for it.
 */
export async function selectGifts(
  ctx: Context,
  cartId: string,
  discounts: readonly { id: string }[],
): Promise<LineRow[]> {
  const given = Prisma.sql`
    SELECT d.tenant_id, d.id, d.gift_variant_id AS variant_id, '' AS sku, '' AS title, NULL::text AS product_title,
      NULL::text AS variant_title, d.gift_quantity AS quantity, 0::bigint AS seen_unit_amount, d.created_at
    FROM discounts d
    WHERE d.tenant_id = ${ctx.tenantId}::uuid AND d.id = ANY (${discounts.map(({ id }) => id)}::uuid[]) AND d.kind = 'gift'`;
  const [row] = await ctx.db.sql<{ gifts: unknown[][] }[]>`
    SELECT (${listedLines(ctx, given)}) AS gifts
    FROM carts c
    CROSS JOIN LATERAL buyer_of(${ctx.tenantId}::uuid, c.currency, ${buyerOf(ctx, IS_CUSTOMERS)}, ${ctx.dbNow()}) buyer
    WHERE c.tenant_id = ${ctx.tenantId}::uuid AND c.id = ${cartId}::uuid`;
  return (row?.gifts ?? []).map(giftOf);
}

/** Nobody has seen another price of it. */
function giftOf(values: readonly unknown[]): LineRow {
  const line = lineOf(values);
  return { ...line, seenUnitAmount: line.priceAmount, isGift: true };
}
