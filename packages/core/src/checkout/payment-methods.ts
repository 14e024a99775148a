import { type Locale, type operations, type ResponseOf, refuse } from '@service/contract';
import type { OrderModel } from '@service/db';
import { assertPayable, readCart } from '../carts/index.ts';
import type { Context } from '../context.ts';
import {
  findLinkedOrder,
  LINES_IN_ORDER,
  ownOrder,
  presentLine,
  presentSummary,
  presentTerms,
} from '../orders/index.ts';
import { countryOfBuyer, listOfferedAccounts } from '../payment-accounts/index.ts';
import { readPayable } from '../payments/index.ts';

/** Lists the payment methods for the cart, or for the order that it became. Refuses with `not_found` or `amount_too_large`. */
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

/** Lists the payment methods for an order of the customer. Refuses with `not_found` for an order of another buyer. */
export async function listOwnPaymentMethods(
  ctx: Context,
  where: { id: string; customerId: string },
): Promise<ResponseOf<typeof operations.listPaymentMethods>> {
  const order = await ctx.db.order.findFirst({ where });
  if (!order) refuse('not_found', `No order ${where.id}.`);
  return { items: await listForOrder(ctx, order) };
}

/**
 * Returns the content of a payment link: it is visible to anyone with the link, so it has no address. Refuses with
 * `token_invalid`.
 */
export async function readPaymentLink(
  ctx: Context,
  token: string,
): Promise<ResponseOf<typeof operations.readPaymentLink>> {
  const order = await findLinkedOrder(ctx, token);
  const lines = await ctx.db.orderLine.findMany({ where: { orderId: order.id }, orderBy: LINES_IN_ORDER });
  const { id, number, status, paymentStatus, currency, total, removedTotal } = presentSummary(order);
  const { subtotal, discounts, discountTotal, shippingTotal, taxTotal, pricesIncludeTax } =
    presentTerms(order);
  return {
    id,
    number,
    status,
    paymentStatus,
    currency,
    subtotal,
    discounts,
    discountTotal,
    shippingTotal,
    taxTotal,
    total,
    removedTotal,
    pricesIncludeTax,
    lines: lines.map(presentLine).map((line) => ({
      title: line.title,
      productTitle: line.productTitle,
      variantTitle: line.variantTitle,
      quantity: line.quantity,
      isGift: line.isGift,
      unitAmount: line.unitAmount,
      taxTotal: line.taxTotal,
      total: line.total,
    })),
    paymentMethods: await listForOrder(ctx, order),
  };
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
