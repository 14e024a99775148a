import type { OrderStatus } from '@service/contract';
import type { OrderModel } from '@service/db';
import { smaller, sumOf } from '../amounts.ts';
import type { Context, Transaction } from '../context.ts';
import { isToShip } from './units.ts';

/** The part of an order's money that may still be refunded. */
export interface MoneyLeft {
  /** The part that belongs to the order's total. */
  forGoods: bigint;
  /** The part that was paid beyond the total. */
  overpaid: bigint;
}

/** An order and the sums of its money entries. */
export interface OrderMoney {
  id: string;
  status: OrderStatus;
  refundedTotal: bigint;
  currency: string;
  /** The part of the order's total that was never paid, and that no credit note is about. */
  unpaid: bigint;
  /** The part of the order's total that was paid, without the amounts of lost disputes. */
  paid: bigint;
  /** The part of it that was refunded, or is being refunded: by credit notes, or as the provider reports it. */
  refunded: bigint;
  /** The part that paid for exchanges of its goods. */
  exchanged: bigint;
  /** The part that operators removed before it was paid, and that no credit note is about. */
  takenOff: bigint;
  left: MoneyLeft;
  /** The part that no refund here is about yet, whatever the provider reports. */
  undocumented: MoneyLeft;
}

interface Row extends Omit<OrderMoney, 'left' | 'undocumented'> {
  leftForGoods: bigint;
  leftOverpaid: bigint;
  undocumentedForGoods: bigint;
  undocumentedOverpaid: bigint;
}

/** The order is locked, so its entries stay as they are until the transaction adds some. */
export async function readOrderMoney({ db, tenantId }: Transaction, orderId: string): Promise<OrderMoney> {
  const [{ leftForGoods, leftOverpaid, undocumentedForGoods, undocumentedOverpaid, ...sums }] = await db.sql<
    [Row]
  >`
    SELECT o.id, o.status, o.refunded_total AS "refundedTotal", o.currency, m.unpaid, m.paid, m.refunded, m.exchanged, m.taken_off AS "takenOff",
      m.left_for_goods AS "leftForGoods", m.left_overpaid AS "leftOverpaid",
      m.undocumented_for_goods AS "undocumentedForGoods", m.undocumented_overpaid AS "undocumentedOverpaid"
    FROM orders o CROSS JOIN LATERAL money_of_order(${tenantId}::uuid, o.id) m
    WHERE o.tenant_id = ${tenantId}::uuid AND o.id = ${orderId}::uuid`;
  return {
    ...sums,
    left: { forGoods: leftForGoods, overpaid: leftOverpaid },
    undocumented: { forGoods: undocumentedForGoods, overpaid: undocumentedOverpaid },
  };
}

/** The amount that an order still has to receive, and whether any of it was refunded or is being refunded. */
export interface Balance {
  due: bigint;
  hasReturned: boolean;
}

/**
 * Returns the balance of an order, without one of its payments where that is named: an amount that is never paid isn't due, and
 * the amount of a lost dispute is due again. The refunded amount counts all payments. It doesn't change while the order is
 * locked.
 */
export async function readBalance(
  { db, tenantId }: Pick<Context, 'db' | 'tenantId'>,
  orderId: string,
  { beside }: { beside?: string } = {},
): Promise<Balance> {
  const [balance] = await db.sql<[Balance]>`
    SELECT greatest(o.total + coalesce(sum(CASE e.kind WHEN 'dispute' THEN e.amount ELSE -e.amount END)
        FILTER (WHERE e.kind IN ('written_off', 'taken_off', 'payment', 'dispute') AND counts), 0), 0)::bigint AS due,
      coalesce(bool_or(e.kind IN ('refund', 'promised', 'credited')), false) AS "hasReturned"
    FROM orders o LEFT JOIN money_entries e ON e.tenant_id = o.tenant_id AND e.order_id = o.id
    CROSS JOIN LATERAL (SELECT (e.payment_id = ${beside ?? null}::uuid) IS NOT TRUE AS counts) beside
    WHERE o.tenant_id = ${tenantId}::uuid AND o.id = ${orderId}::uuid GROUP BY o.total`;
  return balance;
}

/** Returns the part of a payment that is authorised and not captured. The order is locked. */
export async function readHeld({ db, tenantId }: Transaction, paymentId: string): Promise<bigint> {
  const [{ held }] = await db.sql<[{ held: bigint }]>`
    SELECT coalesce(sum(amount), 0)::bigint AS held FROM money_entries
    WHERE tenant_id = ${tenantId}::uuid AND source_id = ${paymentId}::uuid AND kind = 'authorised'`;
  return held;
}

/**
 * Returns the amount that each payment of the order, by its id, may still refund: a refund that is under way counts, one that
 * failed doesn't, and the amount of a lost dispute is gone. A payment without entries has brought nothing.
 */
export async function readRefundable(
  { db, tenantId }: Transaction,
  orderId: string,
): Promise<Map<string, bigint>> {
  const rows = await db.sql<{ paymentId: string; refundable: bigint }[]>`
    SELECT payment_id AS "paymentId",
      greatest(sum(CASE kind WHEN 'payment' THEN amount ELSE -amount END), 0)::bigint AS refundable
    FROM money_entries
    WHERE tenant_id = ${tenantId}::uuid AND order_id = ${orderId}::uuid AND payment_id IS NOT NULL
      AND kind IN ('payment', 'refund', 'promised', 'pending', 'dispute')
    GROUP BY payment_id`;
  return new Map(rows.map(({ paymentId, refundable }) => [paymentId, refundable]));
}

type ExchangeBacking = Pick<OrderModel, 'id' | 'exchangedOrderId' | 'exchangeCredit'>;

/**
 * Returns the amount that goods of the order may be exchanged for: the rest of its own money, and of the first order's where it
 * is an exchange itself, without the part that other exchanges took.
 */
export async function exchangeable(tx: Transaction, order: ExchangeBacking): Promise<bigint> {
  return (await readBacking(tx, order)) - (await readOrderMoney(tx, order.id)).exchanged;
}

/**
 * Returns the part of the order's money that paid for exchanges which are still to be sent, or for exchanges of goods that those
 * had sent, and the numbers of these: once they are cancelled it is free. For goods that were sent, an operator decides whether
 * their money is refunded.
 */
export async function readKept(
  tx: Transaction,
  exchangedOrderId: string,
): Promise<{ amount: bigint; numbers: bigint[] }> {
  const exchanges = await tx.db.order.findMany({
    where: { exchangedOrderId, exchangeCredit: { gt: 0n } },
    orderBy: { number: 'asc' },
  });
  const kept = { amount: 0n, numbers: [] as bigint[] };
  for (const exchange of exchanges) {
    const { id, number, status, exchangeCredit } = exchange;
    const isOpen = CANCELLABLE.has(status) && isToShip(exchange);
    const further = isOpen ? { amount: exchangeCredit, numbers: [number] } : await readLacking(tx, id);
    kept.amount += smaller(further.amount, exchangeCredit);
    kept.numbers.push(...further.numbers);
  }
  return kept;
}

const CANCELLABLE: ReadonlySet<string> = new Set(['pending', 'paid']);

/** Returns the part of an exchange's kept amount that exceeds its own money. */
async function readLacking(tx: Transaction, orderId: string): ReturnType<typeof readKept> {
  const { amount, numbers } = await readKept(tx, orderId);
  const lacking = amount - (await readOwn(tx, orderId));
  return lacking > 0n ? { amount: lacking, numbers } : { amount: 0n, numbers: [] };
}

async function readOwn(tx: Transaction, orderId: string): Promise<bigint> {
  return sumOf((await readRefundable(tx, orderId)).values());
}

async function readBacking(tx: Transaction, order: ExchangeBacking): Promise<bigint> {
  return (await readOwn(tx, order.id)) + (await readFirstMoney(tx, order));
}

/** Returns the part of the first order's money that paid for this exchange; 0: the order is none. */
export async function readFirstMoney(
  tx: Transaction,
  { exchangedOrderId, exchangeCredit }: ExchangeBacking,
): Promise<bigint> {
  if (!exchangedOrderId) return 0n;
  const first = await tx.db.order.findFirstOrThrow({ where: { id: exchangedOrderId } });
  return smaller(await readBacking(tx, first), exchangeCredit);
}
