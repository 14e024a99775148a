import { refuse } from '@service/contract';
import { Prisma } from '@service/db';
import { atomically, type Context, inTransaction } from '../context.ts';
import { buyerOf, rateOfVariant } from '../prices/index.ts';
import { acceptPrices } from './accept-prices.ts';
import { type Added, addLine, MAX_LINES } from './add-line.sql.ts';
import { assertOpenCart, getCart } from './change-cart.ts';
import { abandonedBefore } from './lifetime.ts';
import { IS_CUSTOMERS, ownedBy } from './owner.ts';
import { type PresentedCart, presentCart } from './present.ts';
import { readCart } from './read-cart.ts';

/** Refuses, and changes nothing, when the cart would cost more than an amount can hold. */
export function addCartLine(
  ctx: Context,
  cartId: string,
  line: { variantId: string; quantity: number },
): Promise<PresentedCart> {
  return inTransaction(ctx, async (tx) => {
    const result = await addLine(tx, cartId, line);
    if (!result?.added) await refuseLine(tx, { cartId, variantId: line.variantId, result });
    const priced = await readCart(tx, cartId);
    // Together with what the cart had of it, a unit may cost less.
    const stepped = priced.cart.lines.filter(
      ({ variantId, priceAmount, seenUnitAmount }) =>
        variantId === line.variantId.toLowerCase() && priceAmount !== seenUnitAmount,
    );
    if (stepped.length === 0) return presentCart(priced);
    await acceptPrices(tx, stepped);
    return getCart(tx, cartId);
  });
}

async function refuseLine(
  ctx: Context,
  { cartId, variantId, result }: { cartId: string; variantId: string; result: Added | undefined },
): Promise<never> {
  await assertOpenCart(ctx, cartId);
  if (!result?.variantCurrency) refuse('not_found', `No variant ${variantId} is for sale.`);
  const { variantCurrency, cartCurrency, priced } = result;
  if (!priced)
    refuse('currency_mismatch', `The variant is priced in ${variantCurrency}, the cart in ${cartCurrency}.`);
  refuse('cart_full', `A cart holds ${MAX_LINES} lines.`);
}

/**
 * Sets how many, at the price of now; a line that is like that already stays as it is. Refuses with `not_found` a line
 * that the cart doesn't have, with `gift_line`, and like `addCartLine`.
 */
export function changeCartLine(
  ctx: Context,
  { cartId, lineId }: { cartId: string; lineId: string },
  quantity: number,
): Promise<PresentedCart> {
  const price = Prisma.sql`COALESCE((
    SELECT price.amount FROM carts c
    CROSS JOIN LATERAL buyer_of(${ctx.tenantId}::uuid, c.currency, ${buyerOf(ctx, IS_CUSTOMERS)}, ${ctx.dbNow()}) buyer
    JOIN variants v ON v.tenant_id = c.tenant_id AND v.id = l.variant_id
    JOIN products p ON p.tenant_id = v.tenant_id AND p.id = v.product_id
    CROSS JOIN LATERAL lowest_price(${ctx.tenantId}::uuid, v.id, v.price_amount, v.currency, c.currency, ${quantity}::int,
      buyer.lists, buyer.group_id, buyer.includes_tax, ${rateOfVariant(ctx)}) price
    WHERE c.tenant_id = ${ctx.tenantId}::uuid AND c.id = l.cart_id), l.seen_unit_amount)`;
  const where = Prisma.sql`(l.quantity, l.seen_unit_amount) <> (${quantity}, ${price})`;
  const change = Prisma.sql`
    UPDATE cart_lines l
    SET quantity = ${quantity}, seen_unit_amount = ${price}
    FROM cart
    WHERE l.tenant_id = ${ctx.tenantId}::uuid AND l.cart_id = cart.id AND l.id = ${lineId}::uuid
    RETURNING l.id`;
  return inTransaction(ctx, async (tx) => {
    if (!(await changeLine(tx, { cartId, lineId }, { change, where })))
      await assertLine(tx, { cartId, lineId });
    return getCart(tx, cartId);
  });
}

/**
 * Refuses with `not_found` a line that the cart doesn't have, and with `gift_line`. The removal stays when what is left still
 * costs too much to be presented: it is the way out.
 */
export function removeCartLine(
  given: Context,
  { cartId, lineId }: { cartId: string; lineId: string },
): Promise<PresentedCart> {
  const change = Prisma.sql`
    DELETE FROM cart_lines l USING cart
    WHERE l.tenant_id = ${given.tenantId}::uuid AND l.cart_id = cart.id AND l.id = ${lineId}::uuid
    RETURNING l.id`;
  return atomically(given, async (ctx) => {
    if (!(await changeLine(ctx, { cartId, lineId }, { change }))) await assertLine(ctx, { cartId, lineId });
    return getCart(ctx, cartId);
  });
}

/**
 * Input: a statement on one line of the row `cart`, and what must hold of the line `l` besides. Output: whether it found
 * the line. Why the cart is updated first, in
 * the same statement: its row is the lock that a parallel checkout holds too, and only an open cart passes it.
 */
async function changeLine(
  ctx: Context,
  { cartId, lineId }: { cartId: string; lineId: string },
  { change, where = Prisma.sql`true` }: { change: Prisma.Sql; where?: Prisma.Sql },
): Promise<boolean> {
  const now = ctx.now();
  const changed = await ctx.db.sql<unknown[]>`
    WITH cart AS (
      UPDATE carts c SET version = c.version + 1, updated_at = ${now}
      WHERE c.tenant_id = ${ctx.tenantId}::uuid AND c.id = ${cartId}::uuid AND ${ownedBy(ctx)}
        AND c.completed_at IS NULL AND c.updated_at >= ${abandonedBefore(ctx)}
        AND EXISTS (SELECT 1 FROM cart_lines l
                    WHERE l.tenant_id = ${ctx.tenantId}::uuid AND l.cart_id = c.id AND l.id = ${lineId}::uuid
                      AND ${where})
      RETURNING c.id
    ), line AS (${change})
    SELECT id FROM line`;
  return changed.length === 1;
}

async function assertLine(
  ctx: Context,
  { cartId, lineId }: { cartId: string; lineId: string },
): Promise<void> {
  const { lines } = await assertOpenCart(ctx, cartId);
  const line = lines.find(({ id }) => id === lineId.toLowerCase());
  if (!line) refuse('not_found', `The cart has no line ${lineId}.`);
  if (line.isGift) refuse('gift_line', 'A discount gives this line.');
}
