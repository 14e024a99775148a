import type { Locale, operations, ResponseOf } from '@service/contract';
import { assertPayable, readCart } from '../carts/index.ts';
import type { Context } from '../context.ts';
import { ownOrder } from '../orders/index.ts';
import { countryOfBuyer, listOfferedAccounts } from '../payment-accounts/index.ts';
import { readPayable } from '../payments/index.ts';

/** What a shopper may pay the cart with, or the order that it became. Refuses with `not_found` or `amount_too_large`. */
export async function listPaymentMethods(
  ctx: Context,
  cartId: string,
): Promise<ResponseOf<typeof operations.listPaymentMethods>> {
  const priced = await readCart(ctx, cartId);
  const { cart, total } = priced;
  if (cart.completedAt) return { items: await listForOrder(ctx, cartId) };
  assertPayable(priced);
  if (total === 0n) return { items: [] };
  const { currency, locale } = cart;
  const offered = await listOfferedAccounts(ctx, { total, currency, locale, country: countryOfBuyer(cart) });
  return { items: offered.map((account) => ({ ...account, isChosen: false })) };
}

/** None where the order doesn't wait for a payment. */
async function listForOrder(ctx: Context, cartId: string) {
  const order = await ctx.db.order.findFirst({ where: ownOrder(ctx, cartId) });
  const payable = order && (await readPayable(ctx, order));
  if (!payable) return [];
  const { currency, locale } = order;
  const country = countryOfBuyer(order);
  const offered = await listOfferedAccounts(ctx, {
    total: payable.due,
    currency,
    locale: locale as Locale,
    country,
  });
  const open = payable.payments.findLast(({ status, cancelAt }) => status !== 'cancelled' && !cancelAt);
  return offered.map((account) => ({
    ...account,
    isChosen: open !== undefined && open.accountId === account.paymentAccountId,
  }));
}
