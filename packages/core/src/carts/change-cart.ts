import { type Address, normaliseEmail, type operations, type ResponseOf, refuse } from '@service/contract';
import type { Prisma } from '@service/db';
import { type Context, inTransaction } from '../context.ts';
import { type PricedCart, readCart } from './read-cart.ts';

export type PresentedCart = ResponseOf<typeof operations.getCart>;

export async function createCart(ctx: Context): Promise<PresentedCart> {
  const { currency } = await ctx.db.tenant.findUniqueOrThrow({
    where: { id: ctx.tenantId },
    select: { currency: true },
  });
  const cart = await ctx.db.cart.create({
    data: { tenantId: ctx.tenantId, currency, createdAt: ctx.now(), updatedAt: ctx.now() },
  });
  return getCart(ctx, cart.id);
}

export async function getCart(ctx: Context, cartId: string): Promise<PresentedCart> {
  return presentCart(await readCart(ctx, cartId));
}

export function setCartEmail(
  ctx: Context,
  cartId: string,
  email: string | undefined,
): Promise<PresentedCart> {
  return changeCart(ctx, cartId, email === undefined ? {} : { email: normaliseEmail(email) });
}

export function setShippingAddress(ctx: Context, cartId: string, address: Address): Promise<PresentedCart> {
  return changeCart(ctx, cartId, { shippingAddress: storedAddress(address) });
}

export function setBillingAddress(ctx: Context, cartId: string, address: Address): Promise<PresentedCart> {
  return changeCart(ctx, cartId, { billingAddress: storedAddress(address) });
}

export async function listShippingOptions(ctx: Context, cartId: string) {
  await readCart(ctx, cartId);
  const options = await ctx.db.shippingOption.findMany({
    orderBy: [{ amount: 'asc' }, { createdAt: 'asc' }],
  });
  return { items: options.map(({ id, name, amount }) => ({ id, name, amount: Number(amount) })) };
}

export async function chooseShippingOption(
  ctx: Context,
  cartId: string,
  optionId: string,
): Promise<PresentedCart> {
  const option = await ctx.db.shippingOption.findUnique({ where: { id: optionId } });
  if (!option) refuse('not_found', `No shipping option ${optionId}.`);
  return changeCart(ctx, cartId, { shippingOptionId: option.id });
}

/** Adds to the quantity when the cart has the variant already; refuses a variant whose product isn't published. */
export async function addCartLine(
  ctx: Context,
  cartId: string,
  { variantId, quantity }: { variantId: string; quantity: number },
): Promise<PresentedCart> {
  const variant = await ctx.db.variant.findUnique({
    where: { id: variantId, product: { status: 'published' } },
    select: { id: true },
  });
  if (!variant) refuse('not_found', `No variant ${variantId} is for sale.`);
  return inTransaction(ctx, async (tx) => {
    await touchOpenCart(tx, cartId, {});
    await tx.db.cartLine.upsert({
      where: { tenantId_cartId_variantId: { tenantId: tx.tenantId, cartId, variantId } },
      create: { tenantId: tx.tenantId, cartId, variantId, quantity, createdAt: tx.now() },
      update: { quantity: { increment: quantity } },
    });
    const cart = await getCart(tx, cartId);
    if (!Number.isSafeInteger(cart.total))
      refuse('amount_too_large', 'The total of this cart would be larger than an amount can say.');
    return cart;
  });
}

async function changeCart(
  ctx: Context,
  cartId: string,
  data: Prisma.CartUncheckedUpdateManyInput,
): Promise<PresentedCart> {
  await touchOpenCart(ctx, cartId, data);
  return getCart(ctx, cartId);
}

/** One conditional UPDATE: a cart that a parallel checkout completes can't be changed afterwards. */
async function touchOpenCart(
  ctx: Context,
  cartId: string,
  data: Prisma.CartUncheckedUpdateManyInput,
): Promise<void> {
  const { count } = await ctx.db.cart.updateMany({
    where: { id: cartId, completedAt: null },
    data: { ...data, version: { increment: 1 }, updatedAt: ctx.now() },
  });
  if (count === 1) return;
  await readCart(ctx, cartId);
  refuse('cart_completed', 'This cart has become an order.');
}

function storedAddress(address: Address): Prisma.InputJsonObject {
  return { ...address, country: address.country.toUpperCase() };
}

function presentCart({ cart, lines, shippingAddress, billingAddress, ...totals }: PricedCart): PresentedCart {
  return {
    id: cart.id,
    currency: cart.currency,
    email: cart.email,
    lines: lines.map((line) => ({
      id: line.id,
      variantId: line.variantId,
      sku: line.sku,
      title: line.title,
      quantity: line.quantity,
      unitAmount: Number(line.unitAmount),
      total: Number(line.unitAmount) * line.quantity,
    })),
    shippingAddress,
    billingAddress,
    shippingOptionId: cart.shippingOptionId,
    subtotal: Number(totals.subtotal),
    shippingTotal: Number(totals.shippingTotal),
    total: Number(totals.total),
    completed: cart.completedAt !== null,
    version: cart.version,
  };
}
