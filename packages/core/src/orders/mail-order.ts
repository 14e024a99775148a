import type { Transaction } from '../context.ts';
import { nameOf } from '../line-titles.ts';
import { mailBuyer, type OrderWithLines, readTimeZone } from './mail-buyer.ts';
import { presentDiscounts } from './present.ts';

/** Mails the buyer that the order is paid, or that it sends what goods were exchanged for. */
export function recordOrderConfirmation(tx: Transaction, orderId: string): Promise<void> {
  return mailBuyer(tx, orderId, 'order_confirmation', async (order) => ({
    ...costsOf(order),
    exchangeOf: order.exchangedOrderId === null ? null : await numberOf(tx, order.exchangedOrderId),
  }));
}

/** Mails the buyer how to pay, where no provider collects the money. */
export function recordOrderPlaced(
  tx: Transaction,
  orderId: string,
  { instructionsIn, payBy }: { instructionsIn: (locale: string) => string | null; payBy: Date | null },
): Promise<void> {
  return mailBuyer(tx, orderId, 'order_placed', async (order) => ({
    ...costsOf(order),
    instructions: instructionsIn(order.locale),
    payBy: payBy?.toISOString() ?? null,
    timeZone: await readTimeZone(tx),
  }));
}

export function costsOf(order: OrderWithLines) {
  return {
    currency: order.currency,
    lines: order.lines.map((line) => ({
      title: nameOf(line),
      quantity: line.quantity,
      amount: Number(line.unitAmount) * line.quantity,
    })),
    discounts: presentDiscounts(order).filter(({ amount }) => amount > 0),
    discountTotal: Number(order.discountTotal),
    shippingTotal: Number(order.shippingTotal),
    addedTax: order.pricesIncludeTax ? 0 : Number(order.taxTotal),
    total: Number(order.total),
  };
}

async function numberOf(tx: Transaction, id: string): Promise<number> {
  const { number } = await tx.db.order.findFirstOrThrow({ where: { id }, select: { number: true } });
  return Number(number);
}
