import { compare } from '../../amounts.ts';
import type { Transaction } from '../../context.ts';
import type { RowOutcome } from '../../imports/index.ts';
import type { GivenOrder } from './read-former-order.ts';

type Result = Pick<RowOutcome, 'outcome' | 'reason'>;

/** Creates those whose number is new, and changes those that differ; returns what became of each. */
export async function writeFormerOrders(
  tx: Transaction,
  given: readonly GivenOrder[],
): Promise<Map<GivenOrder, Result>> {
  const results = new Map<GivenOrder, Result>();
  // A statement writes an order once: the second of two with one number waits for the next.
  for (let left = given; left.length > 0; left = left.filter((order) => !results.has(order))) {
    const firsts = new Map(left.toReversed().map((order) => [order.number, order]));
    for (const [order, result] of await writeSome(tx, [...firsts.values()])) results.set(order, result);
  }
  return results;
}

/** Input: orders with numbers that differ. */
async function writeSome(
  tx: Transaction,
  orders: readonly GivenOrder[],
): Promise<(readonly [GivenOrder, Result])[]> {
  const known = await lockKnown(
    tx,
    orders.map(({ number }) => number),
  );
  const isAnother = ({ number, createdAt }: GivenOrder) =>
    known.has(number) && known.get(number)?.getTime() !== createdAt.getTime();
  const written = await upsert(
    tx,
    orders.filter((order) => !isAnother(order)),
  );
  return orders.map((order) => {
    if (isAnother(order))
      return [order, { outcome: 'refused', reason: anotherOrder(known.get(order.number)) }];
    if (!written.has(order.number)) return [order, { outcome: 'unchanged', reason: null }];
    return [order, { outcome: known.has(order.number) ? 'updated' : 'created', reason: null }];
  });
}

/** Two former shops may count alike, and the orders of one must not replace those of the other. */
function anotherOrder(placedAt: Date | undefined): string {
  return `Another order has this number: it was placed at ${placedAt?.toISOString()}.`;
}

/** When the orders that exist of these numbers were placed. */
async function lockKnown(tx: Transaction, numbers: readonly string[]): Promise<Map<string, Date>> {
  const found = await tx.db.sql<{ number: string; createdAt: Date }[]>`
    SELECT number, created_at AS "createdAt" FROM former_orders
    WHERE tenant_id = ${tx.tenantId}::uuid AND number = ANY (${numbers}) ORDER BY number FOR NO KEY UPDATE`;
  return new Map(found.map(({ number, createdAt }) => [number, createdAt]));
}

/**
 * Returns the numbers of those that are new or differ. Always in the same order, so that two imports can't deadlock. An order that
 * gets another address is no longer the customer's who had the one before.
 */
async function upsert(tx: Transaction, orders: readonly GivenOrder[]): Promise<Set<string>> {
  if (orders.length === 0) return new Set();
  const rows = orders.toSorted((a, b) => compare(a.number, b.number));
  const written = await tx.db.sql<{ number: string }[]>`
    INSERT INTO former_orders AS o (tenant_id, number, email, currency, total, status, payment_status, fulfilment_status,
      billing_address, shipping_address, lines, details, created_at, imported_at)
    SELECT ${tx.tenantId}::uuid, number, email, currency, total, status, "paymentStatus", "fulfilmentStatus",
      "billingAddress", "shippingAddress", lines, details, "createdAt", ${tx.now()}::timestamptz
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given(
      number text, email text, currency text, total bigint, status text, "paymentStatus" text, "fulfilmentStatus" text,
      "billingAddress" jsonb, "shippingAddress" jsonb, lines jsonb, details jsonb, "createdAt" timestamptz)
    ON CONFLICT (tenant_id, number) DO UPDATE SET email = excluded.email,
      customer_id = CASE WHEN o.email IS NOT DISTINCT FROM excluded.email THEN o.customer_id END, currency = excluded.currency,
      total = excluded.total, status = excluded.status, payment_status = excluded.payment_status,
      fulfilment_status = excluded.fulfilment_status, billing_address = excluded.billing_address,
      shipping_address = excluded.shipping_address, lines = excluded.lines, details = excluded.details,
      imported_at = excluded.imported_at
    WHERE (o.email, o.currency, o.total, o.status, o.payment_status, o.fulfilment_status, o.billing_address,
        o.shipping_address, o.lines, o.details)
      IS DISTINCT FROM (excluded.email, excluded.currency, excluded.total, excluded.status, excluded.payment_status,
        excluded.fulfilment_status, excluded.billing_address, excluded.shipping_address, excluded.lines, excluded.details)
    RETURNING number`;
  return new Set(written.map(({ number }) => number));
}
