import type { Locale } from '@service/contract';
import type { Transaction } from '../context.ts';
import { nameOf } from '../line-titles.ts';
import { recordMail } from '../mail/index.ts';
import { LINES_IN_ORDER } from './present.ts';

/** Mails the buyer, if an address is known, that the order is paid. Part of the transaction that moves the order. */
export async function recordOrderConfirmation(tx: Transaction, orderId: string): Promise<void> {
  const order = await tx.db.order.findFirstOrThrow({
    where: { id: orderId },
    include: { lines: { orderBy: LINES_IN_ORDER } },
  });
  if (!order.email) return;
  await recordMail(tx, {
    kind: 'order_confirmation',
    to: order.email,
    about: { orderId: order.id },
    data: {
      locale: order.locale as Locale,
      orderNumber: Number(order.number),
      currency: order.currency,
      lines: order.lines.map((line) => ({
        title: nameOf(line),
        quantity: line.quantity,
        amount: Number(line.unitAmount) * line.quantity,
      })),
      discountTotal: Number(order.discountTotal),
      shippingTotal: Number(order.shippingTotal),
      addedTax: order.pricesIncludeTax ? 0 : Number(order.taxTotal),
      total: Number(order.total),
    },
  });
}
