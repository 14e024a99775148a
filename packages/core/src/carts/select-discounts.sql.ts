import { Prisma } from '@service/db';
import type { Context } from '../context.ts';
import type { CartDiscount } from '../discounts/index.ts';

export interface CartOfDiscounts {
  id: string;
  customerId: string | null;
  /** Of its customer, as prices have it. */
  customerGroupId: string | null;
  discountCode: string | null;
}

/** As the statement has it: amounts in JSON are numbers that are exact. */
type DiscountRow = Omit<CartDiscount, 'tiers' | 'gift'> & { tiers: { from: number; basisPoints: number }[] };

/**
 * Input: a cart. Output: the discount of its code, and those that are automatic and apply now, with what their conditions ask of
 * orders, past uses and the catalogue. Why a statement of its own: within the one of the cart PostgreSQL would set all of this
 * up at each reading, also in stores without a discount.
 */
export async function selectDiscounts(
  ctx: Context,
  cart: CartOfDiscounts,
): Promise<Omit<CartDiscount, 'gift'>[]> {
  const { tenantId } = ctx;
  const isForBuyer = Prisma.sql`(d.customer_group_ids = '{}' OR (${cart.customerGroupId}::uuid = ANY (d.customer_group_ids)) IS TRUE)`;
  const rows = await ctx.db.sql<DiscountRow[]>`
    SELECT d.id, d.version, found.code, d.title, d.automatic, d.single_use_codes AS "singleUseCodes",
      d.kind, d.basis_points AS "basisPoints", d.amount, d.currency, d.tiers,
      d.buy_quantity AS "buyQuantity", d.get_quantity AS "getQuantity", d.priority, d.combinable,
      d.minimum_amount AS "minimumAmount", d.minimum_quantity AS "minimumQuantity", d.active,
      d.starts_at AS "startsAt", d.ends_at AS "endsAt", d.usage_limit AS "usageLimit", d.times_used AS "timesUsed",
      d.first_order AS "firstOrder", d.once_per_customer AS "oncePerCustomer",
      ${isForBuyer} AS "isForBuyer",
      CASE WHEN d.first_order THEN EXISTS (
        SELECT FROM orders o WHERE o.tenant_id = ${tenantId}::uuid AND o.customer_id = ${cart.customerId}::uuid
          AND o.status <> 'cancelled' AND o.cart_id <> ${cart.id}::uuid) END AS "hasOrdered",
      CASE WHEN d.first_order OR d.once_per_customer THEN EXISTS (
        SELECT FROM discount_customers x WHERE x.tenant_id = ${tenantId}::uuid AND x.discount_id = d.id
          AND x.customer_id = ${cart.customerId}::uuid AND x.cart_id <> ${cart.id}::uuid) END AS "hasUsed",
      CASE WHEN d.product_ids <> '{}' OR d.category_ids <> '{}' THEN ARRAY(
        SELECT DISTINCT v.product_id FROM cart_lines l
        JOIN variants v ON v.tenant_id = l.tenant_id AND v.id = l.variant_id
        WHERE l.tenant_id = ${tenantId}::uuid AND l.cart_id = ${cart.id}::uuid
          AND (v.product_id = ANY (d.product_ids) OR (d.category_ids <> '{}' AND EXISTS (
            WITH RECURSIVE above AS (
              SELECT pc.category_id AS id FROM product_categories pc
              WHERE pc.tenant_id = ${tenantId}::uuid AND pc.product_id = v.product_id
              UNION
              SELECT parent.parent_id FROM above
              JOIN categories parent ON parent.tenant_id = ${tenantId}::uuid AND parent.id = above.id
              WHERE parent.parent_id IS NOT NULL
            ) SELECT FROM above WHERE above.id = ANY (d.category_ids))))) END AS "productIds"
    FROM (
      SELECT d.id, d.code FROM discounts d
      WHERE d.tenant_id = ${tenantId}::uuid AND d.code = ${cart.discountCode} AND NOT d.single_use_codes
      UNION ALL
      SELECT d.id, x.code FROM discount_codes x
      JOIN discounts d ON d.tenant_id = ${tenantId}::uuid AND d.id = x.discount_id AND d.single_use_codes
      WHERE x.tenant_id = ${tenantId}::uuid AND x.code = ${cart.discountCode} AND COALESCE(x.cart_id, ${cart.id}::uuid) = ${cart.id}::uuid
      UNION ALL
      SELECT d.id, d.code FROM discounts d
      WHERE d.tenant_id = ${tenantId}::uuid AND d.automatic AND d.active AND d.code IS DISTINCT FROM ${cart.discountCode}
        AND (d.starts_at IS NULL OR d.starts_at <= ${ctx.dbNow()}) AND (d.ends_at IS NULL OR d.ends_at > ${ctx.dbNow()})
        AND (d.usage_limit IS NULL OR d.times_used < d.usage_limit) AND ${isForBuyer}
    ) found
    JOIN discounts d ON d.tenant_id = ${tenantId}::uuid AND d.id = found.id`;
  return rows.map(({ tiers, ...discount }) => ({
    ...discount,
    tiers: tiers.map(({ from, basisPoints }) => ({ from: BigInt(from), basisPoints })),
  }));
}
