import type { Prisma } from '@service/db';
import { actorName, type Transaction } from '../context.ts';
import { recordEvent } from '../webhooks/index.ts';
import { nextOrderNumber } from './next-order-number.ts';

export interface NewOrder {
  cartId: string;
  email: string | null;
  currency: string;
  shippingAddress: Prisma.InputJsonObject;
  billingAddress: Prisma.InputJsonObject | null;
  subtotal: bigint;
  shippingTotal: bigint;
  total: bigint;
  lines: readonly {
    productId: string;
    variantId: string;
    sku: string;
    title: string;
    quantity: number;
    unitAmount: bigint;
  }[];
}

export interface PlacedOrder {
  id: string;
  number: number;
}

/** Writes the pending order with its lines and history, and records `order.created`. */
export async function placeOrder(tx: Transaction, input: NewOrder): Promise<PlacedOrder> {
  const { lines, billingAddress, ...columns } = input;
  const customerId = tx.principal.kind === 'customer' ? tx.principal.id : null;
  const number = await nextOrderNumber(tx);
  const order = await tx.db.order.create({
    data: {
      ...columns,
      ...(billingAddress ? { billingAddress } : {}),
      tenantId: tx.tenantId,
      customerId,
      number,
      createdAt: tx.now(),
      updatedAt: tx.now(),
    },
  });
  const ofThisOrder = { tenantId: tx.tenantId, orderId: order.id };
  await tx.db.orderLine.createMany({ data: lines.map((line) => ({ ...line, ...ofThisOrder })) });
  await tx.db.orderHistoryEntry.create({
    data: { ...ofThisOrder, status: 'pending', actor: actorName(tx.principal), createdAt: tx.now() },
  });
  await recordEvent(tx, 'order.created', { orderId: order.id, customerId });
  return { id: order.id, number: Number(number) };
}
