import type { Transaction } from '../context.ts';
import { nameOf } from '../line-titles.ts';
import { mailBuyer, type OrderWithLines, readTimeZone } from './mail-buyer.ts';
import { presentDiscounts } from './present.ts';

/** Mails the buyer that the order is paid, or that it sends the exchanged goods. */
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

/** Without the units that were removed before it was paid, also where they cost nothing. No other units are refunded by then. */
export function costsOf(order: OrderWithLines) {
  const isChanged = order.lines.some(({ refundedQuantity }) => refundedQuantity > 0);
  const lines = order.lines.map((line) => {
    const quantity = line.quantity - line.refundedQuantity;
    return {
      title: nameOf(line),
      quantity,
      amount: Number(line.unitAmount) * quantity,
      taxTotal: taxOf(line, quantity),
    };
  });
  const total = Number(order.total - order.removedTotal);
  const shippingTotal = Number(order.shippingTotal);
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  const shippingTax =
    Number(order.taxTotal) - order.lines.reduce((sum, line) => sum + Number(line.taxTotal), 0);
  const addedTax = order.pricesIncludeTax ? 0 : lines.reduce((sum, line) => sum + line.taxTotal, shippingTax);
  return {
    currency: order.currency,
    lines: lines.filter(({ quantity }) => quantity > 0).map(({ taxTotal: _, ...line }) => line),
    // The share of each discount in the remaining units was never computed.
    discounts: isChanged ? [] : presentDiscounts(order).filter(({ amount }) => amount > 0),
    discountTotal: subtotal + shippingTotal + addedTax - total,
    shippingTotal,
    addedTax,
    total,
  };
}

function taxOf({ taxTotal, quantity }: OrderWithLines['lines'][number], left: number): number {
  return Number((taxTotal * BigInt(left)) / BigInt(quantity));
}

async function numberOf(tx: Transaction, id: string): Promise<number> {
  const { number } = await tx.db.order.findFirstOrThrow({ where: { id }, select: { number: true } });
  return Number(number);
}
