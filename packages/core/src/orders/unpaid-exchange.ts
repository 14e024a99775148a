import { refuse } from '@service/contract';
import type { Transaction } from '../context.ts';
import { exchangeable } from '../ledger/index.ts';
import { alertOperators } from '../notifications/index.ts';
import { type Attention, setAttention } from './attention.ts';
import { addHistory, type LockedOrder, lockOrder } from './move-order.ts';

const EXCHANGE_UNPAID = 'exchange_unpaid' satisfies Attention;

/** Returns the missing part of the money that paid for the order's exchanges; 0: it is all there. The order is locked. */
export async function readMissingForExchanges(tx: Transaction, orderId: string): Promise<bigint> {
  const order = await tx.db.order.findFirstOrThrow({ where: { id: orderId } });
  const left = await exchangeable(tx, order);
  return left < 0n ? -left : 0n;
}

/** Holds the goods of the order's exchanges back until an operator has acknowledged it, and notifies the operators. */
export async function flagUnpaidExchange(tx: Transaction, id: string, missing: bigint): Promise<void> {
  const { status, attentionReasons } = await lockOrder(tx, id);
  if (attentionReasons.includes(EXCHANGE_UNPAID)) return;
  await setAttention(tx, id, EXCHANGE_UNPAID);
  const { number, currency } = await tx.db.order.findFirstOrThrow({ where: { id } });
  const details = { attention: EXCHANGE_UNPAID, missing: { amount: Number(missing), currency } };
  await addHistory(tx, id, { status, previousStatus: status, details });
  const exchanges = await tx.db.order.findMany({
    where: { exchangedOrderId: id, exchangeCredit: { gt: 0n } },
    orderBy: { number: 'asc' },
    select: { number: true },
  });
  const numbers = exchanges.map((each) => each.number).join(', ');
  await alertOperators(tx, 'orders:write', {
    kind: 'order.exchange_unpaid',
    title: `The money of an exchange of order ${number} went back`,
    detail: `The provider paid money of order ${number} (${id}) back, and ${missing} ${currency} (minor units) of what paid for its exchanges is missing: ${numbers}. They aren’t shipped until an operator acknowledges this at order ${number} with a reason.`,
  });
}

/** Refuses with `exchange_unpaid` until an operator has acknowledged at the first order that its money went back. */
export function assertExchangePaid({ id, attentionReasons }: LockedOrder): void {
  if (attentionReasons.includes(EXCHANGE_UNPAID))
    refuse(
      'exchange_unpaid',
      `The provider paid back what paid for the exchanges of order ${id}, and no operator has acknowledged it there.`,
    );
}
