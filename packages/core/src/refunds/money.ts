import type { OrderStatus } from '@service/contract';
import type { DisputeModel, OrderModel, PaymentModel, RefundModel } from '@service/db';
import type { Transaction } from '../context.ts';
import { DISPUTE_LOST } from '../dispute-outcome.ts';

type PaymentWithRefunds = PaymentModel & { refunds: RefundModel[]; disputes: DisputeModel[] };

/** The payments of an order with their refunds. The order is locked, so none of them changes. */
export function paymentsOf(tx: Transaction, orderId: string): Promise<PaymentWithRefunds[]> {
  return tx.db.payment.findMany({
    where: { orderId },
    include: { refunds: true, disputes: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}

/**
 * What of the payment may still be refunded: a refund that isn't through counts, one that failed doesn't, and what a lost dispute
 * has taken is gone.
 */
export function refundable(payment: PaymentWithRefunds): bigint {
  const claimed = sum(payment.refunds.filter((refund) => isAlive(refund, payment)));
  const lost = sum(payment.disputes.filter((dispute) => isLost(dispute, payment)));
  const left = payment.capturedAmount - lost - larger(claimed, reported(payment));
  return left > 0n ? left : 0n;
}

/** A refund that failed after the provider's last report of its sum is still counted there. */
function reported(payment: PaymentWithRefunds): bigint {
  const failed = payment.refunds.filter(
    ({ status, statusTime }) => FAILED.has(status) && statusTime > 0n && statusTime >= payment.refundedTime,
  );
  return larger(payment.refundedAmount - sum(failed), 0n);
}

/** What of the order's money exchanges of its goods stand for. */
export async function takenByExchanges({ db, tenantId }: Transaction, orderId: string): Promise<bigint> {
  const [{ taken }] = await db.sql<[{ taken: bigint }]>`
    SELECT coalesce(sum(exchange_credit), 0)::bigint AS taken FROM orders
    WHERE tenant_id = ${tenantId}::uuid AND exchanged_order_id = ${orderId}::uuid`;
  return taken;
}

/**
 * What goods of the order may be exchanged for: what is left of its own money, and of the first order's where it is an
 * exchange itself, without what other exchanges took.
 */
export async function exchangeable(tx: Transaction, order: ExchangeBacking): Promise<bigint> {
  return (await backing(tx, order)) - (await takenByExchanges(tx, order.id));
}

type ExchangeBacking = Pick<OrderModel, 'id' | 'exchangedOrderId' | 'exchangeCredit'>;

async function backing(
  tx: Transaction,
  { id, exchangedOrderId, exchangeCredit }: ExchangeBacking,
): Promise<bigint> {
  const own = sumOf((await paymentsOf(tx, id)).map(refundable));
  if (!exchangedOrderId) return own;
  const first = await tx.db.order.findFirstOrThrow({ where: { id: exchangedOrderId } });
  const credit = await backing(tx, first);
  return own + (credit < exchangeCredit ? credit : exchangeCredit);
}

export interface Settlement {
  id: string;
  status: OrderStatus;
  refundedTotal: bigint;
  currency: string;
  /** What of the order's total was never paid, and no credit note is about. */
  unpaid: bigint;
  /** What of the order's total was paid, without what lost disputes have taken. */
  paid: bigint;
  /** What of that went back: by credit notes, or as the provider reports it. */
  refunded: bigint;
  left: MoneyLeft;
  /** What no refund here is about yet, whatever the provider reports. */
  undocumented: MoneyLeft;
}

/** What of an order's money may still go back. */
interface MoneyLeft {
  /** Of what the order's total is about. */
  forGoods: bigint;
  /** What was paid beyond the total. */
  overpaid: bigint;
}

/**
 * The order, which is locked, and what of its money came and went. Money that goes back without naming goods is first of all
 * what was paid beyond the total, which no invoice and no tax is about.
 */
export async function readSettlement({ db, tenantId }: Transaction, orderId: string): Promise<Settlement> {
  const [{ total, received, captured, returned, issued, credited, ...order }] = await db.sql<[Sums]>`
    SELECT o.id, o.status, o.currency, o.refunded_total AS "refundedTotal",
      o.total - (
        SELECT coalesce(sum(n.amount), 0)::bigint FROM credit_notes n
        WHERE n.tenant_id = o.tenant_id AND n.order_id = o.id AND n.refund_id IS NULL
      ) AS total,
      coalesce(sum(p.captured_amount), 0)::bigint AS received,
      coalesce(sum(p.captured_amount - lost.amount), 0)::bigint AS captured,
      coalesce(sum(greatest(p.refunded_amount - failed.amount, issued.amount, 0)), 0)::bigint AS returned,
      coalesce(sum(issued.amount), 0)::bigint AS issued, coalesce(sum(issued.credited), 0)::bigint AS credited
    FROM orders o
    LEFT JOIN payments p ON p.tenant_id = o.tenant_id AND p.order_id = o.id
    LEFT JOIN LATERAL (
      SELECT sum(r.amount) AS amount, sum(r.credited) AS credited FROM refunds r
      WHERE r.tenant_id = p.tenant_id AND r.order_id = p.order_id AND r.payment_id = p.id
        AND r.currency = p.currency AND r.status IN ('pending', 'succeeded') AND r.credited IS NOT NULL
    ) issued ON true
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(r.amount), 0) AS amount FROM refunds r
      WHERE r.tenant_id = p.tenant_id AND r.order_id = p.order_id AND r.payment_id = p.id
        AND r.currency = p.currency AND r.status IN ('failed', 'cancelled') AND r.status_time > 0 AND r.status_time >= p.refunded_time
    ) failed
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(d.amount), 0) AS amount FROM disputes d
      WHERE d.tenant_id = p.tenant_id AND d.order_id = p.order_id AND d.payment_id = p.id
        AND d.currency = p.currency AND d.outcome = ${DISPUTE_LOST}
    ) lost
    WHERE o.tenant_id = ${tenantId}::uuid AND o.id = ${orderId}::uuid
    GROUP BY o.tenant_id, o.id`;
  const beyond = larger(captured - total, 0n);
  const paid = captured - beyond;
  const refunded = larger(credited, returned - beyond);
  return {
    ...order,
    unpaid: larger(total - received, 0n),
    paid,
    refunded,
    left: { forGoods: larger(paid - refunded, 0n), overpaid: larger(beyond - (returned - credited), 0n) },
    // The provider may tell of a refund before it tells of the payment.
    undocumented: {
      forGoods: larger(total - credited, 0n),
      overpaid: larger(beyond - (issued - credited), 0n),
    },
  };
}

interface Sums extends Pick<Settlement, 'id' | 'status' | 'currency' | 'refundedTotal'> {
  total: bigint;
  received: bigint;
  captured: bigint;
  returned: bigint;
  issued: bigint;
  credited: bigint;
}

/** What of an amount that goes back is about goods, and so has a credit note. Goods are named, or what was paid too much comes first. */
export function creditedOf(
  amount: bigint,
  { forGoods, overpaid }: MoneyLeft,
  { namesGoods = false }: { namesGoods?: boolean } = {},
): bigint {
  return smaller(namesGoods ? amount : larger(amount - overpaid, 0n), forGoods);
}

/** Which payment gives back how much: one that holds all of it, else the newest first. Undefined: they don't hold it. */
export function spread<P extends PaymentWithRefunds>(
  payments: readonly P[],
  amount: bigint,
): { payment: P; amount: bigint }[] | undefined {
  const whole = payments.find((each) => refundable(each) >= amount);
  if (whole) return [{ payment: whole, amount }];
  let left = amount;
  const parts = [...payments].reverse().flatMap((payment) => {
    const part = smaller(refundable(payment), left);
    left -= part;
    return part > 0n ? [{ payment, amount: part }] : [];
  });
  return left > 0n ? undefined : parts;
}

/** What was captured in a foreign currency counts as nothing, and so does what of it goes back. */
function isAlive({ status, currency }: RefundModel, payment: PaymentModel): boolean {
  if (currency !== payment.currency) return false;
  return status === 'pending' || status === 'succeeded';
}

const FAILED: ReadonlySet<string> = new Set(['failed', 'cancelled']);

function isLost({ outcome, currency }: DisputeModel, payment: PaymentModel): boolean {
  return outcome === DISPUTE_LOST && currency === payment.currency;
}

function sum(rows: readonly { amount: bigint }[]): bigint {
  return sumOf(rows.map(({ amount }) => amount));
}

export function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
