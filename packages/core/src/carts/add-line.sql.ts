import { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';
import { buyerOf, rateInTerms } from '../prices/index.ts';
import { abandonedBefore } from './lifetime.ts';
import { IS_CUSTOMERS, ownedBy } from './owner.ts';

/** Lines of a cart. */
export const MAX_LINES = 500;

export interface Added {
  /** Null: no such variant is for sale. */
  variantCurrency: string | null;
  cartCurrency: string | null;
  /** Whether that many of it cost anything in the cart's currency. */
  priced: boolean;
  added: boolean;
}

/**
 * Input: a variant and how many. Output: whether the cart has that many more of it, else what kept it from that. Why one statement:
 * the variant is for sale, the cart is open and the line is written at one moment, in one round trip. The count of lines is that of
 * the statement's start, so parallel additions may pass the limit by a few; nothing depends on it.
 */
export async function addLine(
  ctx: Transaction,
  cartId: string,
  { variantId, quantity }: { variantId: string; quantity: number },
): Promise<Added | undefined> {
  const now = ctx.now();
  const buyer = buyerOf(ctx, IS_CUSTOMERS);
  const [result] = await ctx.db.sql<Added[]>`
    WITH variant AS (
      SELECT v.tenant_id, v.id, v.price_amount, v.currency, v.sku, COALESCE(v.title, p.title) AS title,
        p.title AS product_title, v.title AS variant_title, COALESCE(v.tax_class, p.tax_class) AS tax_class
      FROM variants v JOIN products p ON p.tenant_id = v.tenant_id AND p.id = v.product_id
      WHERE v.tenant_id = ${ctx.tenantId}::uuid AND v.id = ${variantId}::uuid AND p.status = 'published'
    ), shopping AS (
      SELECT c.currency, buyer.* FROM carts c
      CROSS JOIN LATERAL buyer_of(${ctx.tenantId}::uuid, c.currency, ${buyer}, ${ctx.dbNow()}) buyer
      WHERE c.tenant_id = ${ctx.tenantId}::uuid AND c.id = ${cartId}::uuid
    ), price AS (
      SELECT price.amount FROM variant v CROSS JOIN shopping buyer
      CROSS JOIN LATERAL lowest_price(${ctx.tenantId}::uuid, v.id, v.price_amount, v.currency, buyer.currency, ${quantity}::int,
        buyer.lists, buyer.group_id, buyer.includes_tax, ${rateInTerms(ctx, Prisma.sql`v.tax_class`)}) price
    ), cart AS (
      UPDATE carts c SET version = c.version + 1, updated_at = ${now}
      FROM variant
      WHERE c.tenant_id = ${ctx.tenantId}::uuid AND c.id = ${cartId}::uuid AND ${ownedBy(ctx)}
        AND c.completed_at IS NULL AND c.updated_at >= ${abandonedBefore(ctx)} AND EXISTS (SELECT FROM price)
        AND (SELECT count(*) FILTER (WHERE l.variant_id <> variant.id) FROM cart_lines l
             WHERE l.tenant_id = ${ctx.tenantId}::uuid AND l.cart_id = c.id) < ${MAX_LINES}
      RETURNING c.id
    ), line AS (
      INSERT INTO cart_lines AS l (tenant_id, cart_id, variant_id, sku, title, product_title, variant_title, quantity,
        seen_unit_amount, created_at)
      SELECT ${ctx.tenantId}::uuid, cart.id, variant.id, variant.sku, variant.title, variant.product_title,
        variant.variant_title, ${quantity}, price.amount, ${now}
      FROM cart CROSS JOIN variant CROSS JOIN price
      ON CONFLICT (tenant_id, cart_id, variant_id) DO UPDATE
      SET quantity = l.quantity + EXCLUDED.quantity, seen_unit_amount = EXCLUDED.seen_unit_amount
      RETURNING l.id
    )
    SELECT (SELECT currency FROM variant) AS "variantCurrency", (SELECT currency FROM shopping) AS "cartCurrency",
           EXISTS (SELECT FROM price) AS priced, EXISTS (SELECT 1 FROM line) AS added`;
  return result;
}
