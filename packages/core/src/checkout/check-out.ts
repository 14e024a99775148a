import type { InputOf, operations, ResponseOf } from '@service/contract';
import { assertPayable, completeCart, type PricedCart, presentTotals, readCart } from '../carts/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { issueDocuments } from '../documents/index.ts';
import { assertFewUnpaid, markPaid, type PlacedOrder } from '../orders/index.ts';
import { countryOfBuyer } from '../payment-accounts/index.ts';
import { createPayment } from '../payments/index.ts';
import { acceptTexts } from '../privacy/index.ts';
import { assertComplete, assertTotal, placePriced } from './place-priced.ts';

export type CheckedOut = ResponseOf<typeof operations.checkout>;

/**
 * Cart → pending order, reserved stock, counted discounts, payment and `order.created`: all of it or nothing. An order of
 * nothing to pay is paid at once, without a payment. Refuses
 * with `cart_completed`, `cart_incomplete`, `total_changed`, `texts_not_accepted`, `discount_not_applicable`, `too_many_unpaid_orders`, `payment_method_unavailable`, or `insufficient_stock` naming
 * the lines. Rows are locked in the same order by every checkout: cart, variants by id, discounts by id, order number.
 */
export function checkOut(
  ctx: Context,
  cartId: string,
  {
    expectedTotal,
    paymentAccountId,
    acceptedTexts: given = [],
  }: InputOf<typeof operations.checkout>['body'] = {},
): Promise<CheckedOut> {
  return inTransaction(ctx, async (tx) => {
    await completeCart(tx, cartId);
    const priced = await readCart(tx, cartId);
    assertComplete(priced);
    assertPayable(priced);
    assertTotal(priced, expectedTotal);
    const acceptedTexts = await acceptTexts(tx, { given, required: priced.cart.requiredTexts });
    const order = await placePriced(tx, priced, { cartId, acceptedTexts });
    return {
      order: presentOrder(order, priced),
      payment: await collect(tx, order, priced, paymentAccountId),
    };
  });
}

/** The payment to be made; null: nothing is to be paid, so no provider will report it, and the order is paid. */
async function collect(
  tx: Transaction,
  { id }: PlacedOrder,
  { total, cart }: PricedCart,
  paymentAccountId: string | undefined,
): Promise<CheckedOut['payment']> {
  if (total === 0n) {
    await markPaid(tx, { id, status: 'pending' });
    await issueDocuments(tx, id);
    return null;
  }
  await assertFewUnpaid(tx);
  return createPayment(tx, {
    id,
    total,
    currency: cart.currency,
    locale: cart.locale ?? cart.storeLocale,
    country: countryOfBuyer(cart),
    paymentAccountId,
  });
}

function presentOrder(order: PlacedOrder, priced: PricedCart): CheckedOut['order'] {
  return {
    id: order.id,
    number: order.number,
    status: priced.total > 0n ? 'pending' : 'paid',
    currency: priced.cart.currency,
    ...presentTotals(priced),
  };
}
