import { type Locale, type operations, type ResponseOf, refuse } from '@service/contract';
import type { OrderModel } from '@service/db';
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
  if (cart.completedAt) {
    const order = await ctx.db.order.findFirst({ where: ownOrder(ctx, cartId) });
    return { items: order ? await listForOrder(ctx, order) : [] };
  }
  assertPayable(priced);
  if (total === 0n) return { items: [] };
  const offered = await listOfferedAccounts(ctx, {
    total,
    currency: cart.currency,
    locale: cart.locale ?? cart.storeLocale,
    country: countryOfBuyer(cart),
  });
  return { items: offered.map((account) => ({ ...account, isChosen: false })) };
}

/** What a customer may pay one of their orders with. Refuses with `not_found` for anybody else's. */
export async function listOwnPaymentMethods(
  ctx: Context,
  where: { id: string; customerId: string },
): Promise<ResponseOf<typeof operations.listPaymentMethods>> {
  const order = await ctx.db.order.findFirst({ where });
  if (!order) refuse('not_found', `No order ${where.id}.`);
  return { items: await listForOrder(ctx, order) };
}

/** None where the order doesn't wait for a payment. */
async function listForOrder(ctx: Context, order: OrderModel) {
  const payable = await readPayable(ctx, order);
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
