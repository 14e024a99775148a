import { type FieldError, type operations, type ResponseOf, refuse } from '@service/contract';
import { type PricedCart, readCart } from '../carts/index.ts';
import { reserveStock } from '../catalog/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { placeOrder } from '../orders/index.ts';
import { createPayment } from '../payments/index.ts';

export type CheckedOut = ResponseOf<typeof operations.checkout>;

/**
 * Cart → pending order, reserved stock, payment and `order.created`: all of it or nothing. Refuses with
 * `cart_completed`, `cart_incomplete`, or `insufficient_stock` naming the lines.
 */
export function checkOut(ctx: Context, cartId: string): Promise<CheckedOut> {
  return inTransaction(ctx, async (tx) => {
    await completeCart(tx, cartId);
    const priced = await readCart(tx, cartId);
    const shippingAddress = assertComplete(priced);
    await reserveLines(tx, priced);
    const { cart, billingAddress, subtotal, shippingTotal, total, lines } = priced;
    const order = await placeOrder(tx, {
      cartId,
      email: cart.email,
      currency: cart.currency,
      shippingAddress,
      billingAddress,
      subtotal,
      shippingTotal,
      total,
      lines: lines.map(({ id: _, ...line }) => line),
    });
    const payment = await createPayment(tx, { id: order.id, total, currency: cart.currency });
    return { order: presentOrder(order, priced), payment };
  });
}

/** One conditional UPDATE: of two checkouts of one cart, the second waits here and is then refused. */
async function completeCart(tx: Transaction, cartId: string): Promise<void> {
  const { count } = await tx.db.cart.updateMany({
    where: { id: cartId, completedAt: null },
    data: { completedAt: tx.now(), version: { increment: 1 }, updatedAt: tx.now() },
  });
  if (count === 1) return;
  await readCart(tx, cartId);
  refuse('cart_completed', 'This cart has become an order.');
}

function assertComplete({ cart, lines, shippingAddress }: PricedCart) {
  const missing: FieldError[] = [];
  if (lines.length === 0) missing.push(missingPart('lines', 'The cart has no lines.'));
  if (!shippingAddress) missing.push(missingPart('shippingAddress', 'The shipping address is missing.'));
  if (!cart.shippingOptionId) missing.push(missingPart('shippingOptionId', 'No shipping option is chosen.'));
  if (!shippingAddress || missing.length > 0)
    refuse('cart_incomplete', 'The cart can’t be checked out yet.', missing);
  return { ...shippingAddress };
}

function missingPart(part: string, message: string): FieldError {
  return { path: `/cart/${part}`, code: 'missing', message };
}

async function reserveLines(tx: Transaction, { lines }: PricedCart): Promise<void> {
  const short = new Set(await reserveStock(tx, lines));
  if (short.size === 0) return;
  const errors = lines.flatMap((line, index) =>
    short.has(line.variantId)
      ? [
          {
            path: `/cart/lines/${index}`,
            code: 'insufficient_stock',
            message: `Not enough of ${line.sku} for ${line.quantity}.`,
          },
        ]
      : [],
  );
  refuse('insufficient_stock', 'Some lines ask for more than there is.', errors);
}

function presentOrder(order: { id: string; number: number }, priced: PricedCart): CheckedOut['order'] {
  return {
    id: order.id,
    number: order.number,
    status: 'pending',
    currency: priced.cart.currency,
    subtotal: Number(priced.subtotal),
    shippingTotal: Number(priced.shippingTotal),
    total: Number(priced.total),
  };
}
