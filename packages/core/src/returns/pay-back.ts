import type { OrderModel } from '@service/db';
import { smaller, sumOf } from '../amounts.ts';
import type { Transaction } from '../context.ts';
import { readFirstMoney } from '../ledger/index.ts';
import { recordExchangeCredit } from '../orders/index.ts';
import { issueRefund } from '../refunds/index.ts';

type Payer = Pick<OrderModel, 'id' | 'exchangedOrderId' | 'exchangeCredit'>;

/**
 * Refunds the amount by which an exchange is cheaper, with tax, by tax key. If the returned goods came from an exchange, the
 * previous order's money is refunded first, so an exchange is only refunded in full when no other money pays for its goods. Its
 * backing is reduced by that amount. The orders and their variants are locked. Returns the ids of the refunds; refuses as
 * `issueRefund` does.
 */
export async function payBack(
  tx: Transaction,
  order: Payer,
  goods: ReadonlyMap<string, bigint>,
  about: { returnId: string; reason: string | undefined },
): Promise<string[]> {
  if (goods.size === 0) return [];
  const { returnId, reason } = about;
  const [before, own] = split(goods, await readFirstMoney(tx, order));
  const ids: string[] = [];
  if (order.exchangedOrderId !== null && before.size > 0) {
    await recordExchangeCredit(tx, order.id, order.exchangeCredit - sumOf(before.values()));
    const first = await tx.db.order.findFirstOrThrow({ where: { id: order.exchangedOrderId } });
    ids.push(...(await payBack(tx, first, before, about)));
  }
  if (own.size > 0) {
    const input = { amount: Number(sumOf(own.values())), ...(reason === undefined ? {} : { reason }) };
    ids.push((await issueRefund(tx, order.id, input, { returnId, wanted: own })).id);
  }
  return ids;
}

/** The variants of the previous orders, which their refunds lock. */
export async function variantsBefore(
  tx: Transaction,
  { exchangedOrderId }: Pick<Payer, 'exchangedOrderId'>,
): Promise<string[]> {
  if (exchangedOrderId === null) return [];
  const { lines, ...first } = await tx.db.order.findFirstOrThrow({
    where: { id: exchangedOrderId },
    include: { lines: { select: { variantId: true } } },
  });
  return [...lines.map(({ variantId }) => variantId), ...(await variantsBefore(tx, first))];
}

/** Returns the part up to an amount, and the rest. */
function split(
  goods: ReadonlyMap<string, bigint>,
  amount: bigint,
): [Map<string, bigint>, Map<string, bigint>] {
  const [here, rest] = [new Map<string, bigint>(), new Map<string, bigint>()];
  let left = amount;
  for (const [key, of] of goods) {
    const part = smaller(of, left);
    left -= part;
    if (part > 0n) here.set(key, part);
    if (part < of) rest.set(key, of - part);
  }
  return [here, rest];
}
