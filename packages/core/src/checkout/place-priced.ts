import { type FieldError, refuse } from '@service/contract';
import { type CartLine, keptDiscounts, type PricedCart } from '../carts/index.ts';
import { reserveStock } from '../catalog/index.ts';
import type { Transaction } from '../context.ts';
import { countDiscountUses } from '../discounts/index.ts';
import { type NewOrder, type PlacedOrder, placeOrder } from '../orders/index.ts';

/** Refuses with `cart_incomplete`, naming what is missing, `tax_unavailable` or `discount_not_applicable`. */
export function assertComplete(priced: PricedCart): void {
  const { lines, requiresShipping, shippingName, issues } = priced;
  const missing: FieldError[] = lines.flatMap(notForSale);
  if (lines.length === 0) missing.push(missingPart('lines', 'The cart has no lines.'));
  missing.push(...notServed(priced));
  if (requiresShipping && shippingName === null)
    missing.push(missingPart('shippingOptionId', 'No shipping option that is offered there is chosen.'));
  if (missing.length > 0) refuse('cart_incomplete', 'The cart can’t be checked out yet.', missing);
  if (issues.includes('tax_unavailable'))
    refuse(
      'tax_unavailable',
      'The store’s tax provider hasn’t said the rates for these goods and this address.',
    );
  if (issues.includes('discount_not_applicable')) refuseDiscount();
}

/** The mistakes in the address that the goods are sent to. A buyer who picks them up may live anywhere. */
function notServed({ cart, requiresShipping, pickupPlace }: PricedCart): FieldError[] {
  const part = requiresShipping && !pickupPlace ? 'shippingAddress' : 'billingAddress';
  const name = part === 'shippingAddress' ? 'shipping address' : 'billing address';
  const country = cart[part]?.country.toUpperCase();
  if (country === undefined) return [missingPart(part, `The ${name} is missing.`)];
  if (pickupPlace || cart.storeCountries.length === 0 || cart.storeCountries.includes(country)) return [];
  const message = `The store doesn’t sell to ${country}.`;
  return [{ path: `/cart/${part}/country`, code: 'not_served', message }];
}

function missingPart(part: string, message: string): FieldError {
  return { path: `/cart/${part}`, code: 'missing', message };
}

function notForSale({ sku, isForSale }: CartLine, index: number): FieldError[] {
  if (isForSale) return [];
  return [{ path: `/cart/lines/${index}`, code: 'not_for_sale', message: `${sku} is no longer for sale.` }];
}

/** Refuses with `total_changed`. */
export function assertTotal({ total }: PricedCart, expectedTotal: number | undefined): void {
  if (expectedTotal === undefined || total === BigInt(expectedTotal)) return;
  refuse('total_changed', `The cart’s total is now ${total}.`, [
    { path: '/body/expectedTotal', code: 'changed', message: `is no longer the total, which is ${total}` },
  ]);
}

/**
 * The pending order of a cart that is complete: reserved stock, counted discounts, and `order.created`. Refuses with
 * `insufficient_stock`, naming the lines, or `discount_not_applicable`.
 */
export async function placePriced(
  tx: Transaction,
  priced: PricedCart,
  { cartId, acceptedTexts }: Pick<NewOrder, 'cartId' | 'acceptedTexts'>,
): Promise<PlacedOrder> {
  await reserveLines(tx, priced.lines);
  await countDiscounts(tx, priced, cartId);
  const order = await placeOrder(tx, { ...snapshot(priced), cartId, acceptedTexts });
  await assertFirstOrder(tx, priced, order);
  return order;
}

async function reserveLines(tx: Transaction, lines: readonly CartLine[]): Promise<void> {
  const short = new Set(await reserveStock(tx, lines));
  if (short.size === 0) return;
  const errors = lines.flatMap(({ variantId, sku, quantity }, index) => {
    if (!short.has(variantId)) return [];
    const message = `Not enough of ${sku} for ${quantity}.`;
    return [{ path: `/cart/lines/${index}`, code: 'insufficient_stock', message }];
  });
  refuse('insufficient_stock', 'Some lines ask for more than is in stock.', errors);
}

async function countDiscounts(
  tx: Transaction,
  { cart, discounts }: PricedCart,
  cartId: string,
): Promise<void> {
  const applied = appliedOf(discounts);
  if (applied.length === 0) return;
  const { customerId } = cart;
  if (await countDiscountUses(tx, { cartId, customerId, discounts: applied })) return;
  refuseUse(cart);
}

function appliedOf(discounts: PricedCart['discounts']) {
  return discounts.filter(({ reduction }) => reduction !== null).map(({ discount }) => discount);
}

/**
 * Each of two concurrent checkouts of a customer may have another discount for the first order. Called once the order is placed:
 * the second checkout has waited for its number, and sees the first one's order.
 */
async function assertFirstOrder(
  tx: Transaction,
  { cart, discounts }: PricedCart,
  { id }: PlacedOrder,
): Promise<void> {
  if (!appliedOf(discounts).some(({ firstOrder }) => firstOrder)) return;
  const where = { customerId: cart.customerId, status: { not: 'cancelled' }, id: { not: id } };
  if (await tx.db.order.findFirst({ where, select: { id: true } })) refuseUse(cart);
}

/** The discount that is used up may be an automatic one: the cart, read again, shows its present price. */
function refuseUse({ discountCode }: PricedCart['cart']): never {
  refuseDiscount(discountCode === null ? '/cart/discounts' : '/cart/discountCode');
}

function refuseDiscount(path = '/cart/discountCode'): never {
  refuse('discount_not_applicable', 'A discount of this cart doesn’t apply, or doesn’t any more.', [
    {
      path,
      code: 'not_applicable',
      message: 'doesn’t apply; read the cart again, and take off a code that it names in its issues',
    },
  ]);
}

function snapshot(priced: PricedCart) {
  const { cart, ...rest } = priced;
  return {
    customerId: cart.customerId,
    email: cart.email,
    locale: cart.locale ?? cart.storeLocale,
    vatNumber: cart.vatNumber,
    vatStatus: cart.vatStatus,
    currency: cart.currency,
    shippingAddress: priced.requiresShipping && !priced.pickupPlace ? cart.shippingAddress : null,
    pickupPlace: priced.pickupPlace,
    billingAddress: cart.billingAddress,
    metadata: cart.metadata,
    shippingName: rest.shippingName,
    discountCode: cart.discountCode,
    discounts: keptDiscounts(priced),
    subtotal: rest.subtotal,
    discountTotal: rest.discountTotal,
    shippingTotal: rest.shippingTotal,
    taxTotal: rest.taxTotal,
    total: rest.total,
    taxLines: rest.taxLines,
    pricesIncludeTax: cart.pricesIncludeTax,
    reverseCharge: rest.reverseCharge,
    taxExempt: rest.taxExempt,
    lines: rest.lines.map(sold),
  };
}

/** A line without a product isn't for sale, and was refused before. */
function sold({ productId, ...line }: CartLine) {
  if (productId === null) throw new Error(`${line.sku} is not in the catalogue`);
  return { ...line, productId };
}
