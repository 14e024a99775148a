import {
  type Address,
  type InputOf,
  type Locale,
  type Metadata,
  normaliseEmail,
  type operations,
  refuse,
} from '@service/contract';
import { Prisma } from '@service/db';
import { type Context, customerOf } from '../context.ts';
import { isApplicable, normaliseCode } from '../discounts/index.ts';
import { isOfferedIn, listOffered, shippingAmount } from '../shipping/index.ts';
import { abandonedBefore } from './lifetime.ts';
import { ownedBy } from './owner.ts';
import { type PresentedCart, presentCart } from './present.ts';
import type { PricedCart } from './price-cart.ts';
import { DESTINATION, readCart } from './read-cart.ts';

/** A cart that a signed-in customer makes is theirs. */
export async function createCart(
  ctx: Context,
  { locale, metadata = {} }: { locale?: Locale | undefined; metadata?: Metadata | undefined } = {},
): Promise<PresentedCart> {
  const now = ctx.now();
  const [cart] = await ctx.db.$queryRaw<[{ id: string }]>`
    INSERT INTO carts (tenant_id, customer_id, currency, locale, metadata, created_at, updated_at)
    SELECT t.id, ${customerOf(ctx.principal)}::uuid, t.currency, ${locale ?? null}, ${JSON.stringify(metadata)}::jsonb, ${now}::timestamptz, ${now}::timestamptz
    FROM tenants t WHERE t.id = ${ctx.tenantId}::uuid
    RETURNING id`;
  return getCart(ctx, cart.id);
}

export async function getCart(ctx: Context, cartId: string): Promise<PresentedCart> {
  return presentCart(await readCart(ctx, cartId));
}

export async function updateCart(
  ctx: Context,
  cartId: string,
  { email, locale, metadata }: InputOf<typeof operations.updateCart>['body'],
): Promise<PresentedCart> {
  const changes = [
    ...(email === undefined
      ? []
      : [{ column: Prisma.sql`email`, value: Prisma.sql`${normaliseEmail(email)}` }]),
    ...(locale === undefined ? [] : [{ column: Prisma.sql`locale`, value: Prisma.sql`${locale}` }]),
    ...(metadata === undefined
      ? []
      : [{ column: Prisma.sql`metadata`, value: Prisma.sql`${JSON.stringify(metadata)}::jsonb` }]),
  ];
  if (changes.length === 0) return getCart(ctx, cartId);
  const sets = changes.map(({ column, value }) => Prisma.sql`${column} = ${value}`);
  const differ = changes.map(({ column, value }) => Prisma.sql`c.${column} IS DISTINCT FROM ${value}`);
  return changeCart(ctx, cartId, {
    set: Prisma.join(sets),
    where: Prisma.sql`(${Prisma.join(differ, ' OR ')})`,
  });
}

export function setShippingAddress(ctx: Context, cartId: string, address: Address): Promise<PresentedCart> {
  return changeCart(ctx, cartId, {
    set: Prisma.sql`shipping_address = ${storedAddress(address)}::jsonb`,
  });
}

export function setBillingAddress(ctx: Context, cartId: string, address: Address): Promise<PresentedCart> {
  return changeCart(ctx, cartId, {
    set: Prisma.sql`billing_address = ${storedAddress(address)}::jsonb`,
  });
}

/** The options offered for the shipping address, with the price of each for this cart. */
export async function listShippingOptions(ctx: Context, cartId: string) {
  const { cart, subtotal, discountTotal } = await readCart(ctx, cartId);
  const offered = await listOffered(ctx, cart.destination);
  return {
    items: offered.map((option) => ({
      id: option.id,
      name: option.name,
      amount: Number(shippingAmount(option, subtotal - discountTotal)),
    })),
  };
}

/** Refuses with `not_found` an option that isn't offered where the goods go. */
export async function chooseShippingOption(
  ctx: Context,
  cartId: string,
  optionId: string,
): Promise<PresentedCart> {
  const changed = await updateOpenCart(ctx, cartId, {
    set: Prisma.sql`shipping_option_id = ${optionId}::uuid`,
    where: Prisma.sql`EXISTS (
      SELECT 1 FROM shipping_options o JOIN tenants t ON t.id = o.tenant_id
      WHERE o.tenant_id = c.tenant_id AND o.id = ${optionId}::uuid AND ${isOfferedIn(DESTINATION)})`,
  });
  if (!changed) {
    await assertOpenCart(ctx, cartId);
    refuse('not_found', `No shipping option ${optionId} is offered for this cart.`);
  }
  return getCart(ctx, cartId);
}

/** Refuses with `discount_not_applicable`, and with `too_many_requests` after too many wrong codes. */
export async function applyDiscountCode(ctx: Context, cartId: string, given: string): Promise<PresentedCart> {
  const attempt = await ctx.services.throttle.enter('discount', {
    account: cartId,
    address: ctx.clientAddress,
  });
  const code = normaliseCode(given);
  const found = await ctx.db.discount.findUnique({
    where: { tenantId_code: { tenantId: ctx.tenantId, code } },
  });
  if (!isApplicable(found, ctx.now())) {
    await assertOpenCart(ctx, cartId);
    refuse('discount_not_applicable', 'This code is unknown, not valid now, or used up.');
  }
  await attempt.succeeded();
  return changeCart(ctx, cartId, { set: Prisma.sql`discount_code = ${code}` });
}

export function removeDiscountCode(ctx: Context, cartId: string): Promise<PresentedCart> {
  return changeCart(ctx, cartId, { set: Prisma.sql`discount_code = NULL` });
}

interface CartChange {
  set: Prisma.Sql;
  where?: Prisma.Sql;
}

/** A cart that `where` excludes stays as it is. */
async function changeCart(ctx: Context, cartId: string, change: CartChange): Promise<PresentedCart> {
  if (!(await updateOpenCart(ctx, cartId, change))) await assertOpenCart(ctx, cartId);
  return getCart(ctx, cartId);
}

/**
 * Input: what to set, and what must hold besides. Output: whether it is set. Why one conditional UPDATE: a cart that
 * a parallel checkout completes can't be changed afterwards. The price is read by a statement of its own: within
 * this one it would miss what a change that was waited for has done to the lines.
 */
async function updateOpenCart(
  ctx: Context,
  cartId: string,
  { set, where = Prisma.sql`true` }: CartChange,
): Promise<boolean> {
  const now = ctx.now();
  const changed = await ctx.db.$queryRaw<unknown[]>`
    UPDATE carts c SET ${set}, version = c.version + 1, updated_at = ${now}
    WHERE c.tenant_id = ${ctx.tenantId}::uuid AND c.id = ${cartId}::uuid AND ${ownedBy(ctx)}
      AND c.completed_at IS NULL AND c.updated_at >= ${abandonedBefore(ctx)} AND ${where}
    RETURNING c.id`;
  return changed.length === 1;
}

/** Refuses with `not_found` or `cart_completed`. */
export async function assertOpenCart(ctx: Context, cartId: string): Promise<PricedCart> {
  const priced = await readCart(ctx, cartId);
  if (priced.cart.completedAt) refuse('cart_completed', 'This cart has become an order.');
  return priced;
}

function storedAddress(address: Address): string {
  return JSON.stringify({ ...address, country: address.country.toUpperCase() });
}
