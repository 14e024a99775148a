import type { SystemContext } from '@service/core';
import { Prisma } from '@service/db';
import { findViolations } from '../invariants.ts';
import type { SoakShop } from './shops.ts';
import type { Books } from './traffic.ts';

/** Rows that may not exist once all work has ended, beside those that may never exist; each row is a mistake. */
const LEFT_OVERS: Readonly<Record<string, string>> = {
  'a delivery that isn’t delivered, or is still claimed': `
    SELECT id FROM webhook_deliveries WHERE status <> 'delivered' OR lease_until IS NOT NULL`,
  'a delivery whose ledger isn’t its attempts, one of them successful and none open': `
    SELECT d.id FROM webhook_deliveries d LEFT JOIN webhook_attempts a ON a.tenant_id = d.tenant_id AND a.delivery_id = d.id
    GROUP BY d.tenant_id, d.id, d.attempts
    HAVING count(a.number) <> d.attempts OR max(a.number) <> d.attempts
      OR count(*) FILTER (WHERE a.outcome = 'succeeded') = 0 OR count(*) FILTER (WHERE a.outcome = 'open') > 0`,
  'a subscription with a gap in its sequence': `
    SELECT subscription_id AS id FROM webhook_deliveries GROUP BY subscription_id
    HAVING min(sequence) <> 1 OR max(sequence) <> count(*) OR count(DISTINCT sequence) <> count(*)`,
  // A file whose API died while it came is sent again by its client; what is left of the first is deleted after a day.
  'an import that isn’t complete': `
    SELECT id FROM file_imports
    WHERE status <> 'receiving' AND (status <> 'completed' OR refused > 0 OR processed <> rows OR created + updated + unchanged <> rows)`,
  'an order that isn’t refunded by its refunds and their credit notes': `
    SELECT o.id FROM orders o
    LEFT JOIN refunds r ON r.tenant_id = o.tenant_id AND r.order_id = o.id
    LEFT JOIN credit_notes c ON c.tenant_id = r.tenant_id AND c.refund_id = r.id AND c.amount = r.amount
    GROUP BY o.tenant_id, o.id, o.refunded_total
    HAVING o.refunded_total <> coalesce(sum(r.amount), 0) OR count(r.id) <> count(c.id)`,
};

/**
 * Compares the database with the responses that clients got and with the deliveries that subscribers got; returns the
 * differences.
 */
export async function reconcile(
  system: SystemContext,
  shops: readonly SoakShop[],
  books: Books,
  atStart: Awaited<ReturnType<typeof countAll>>,
): Promise<string[]> {
  const { db } = system;
  const mistakes = [...books.mistakes, ...(await findViolations(system))];
  for (const [mistake, question] of Object.entries(LEFT_OVERS)) {
    const rows = await db.sql<{ id: string }[]>`${Prisma.raw(question)}`;
    if (rows.length > 0) mistakes.push(`${rows.length} × ${mistake}, such as ${rows[0]?.id}`);
  }

  const { audit, stock } = await countAll(system, shops);
  const shippedUnits = await db.sql<{ units: number }[]>`
    SELECT coalesce(sum(shipped_quantity), 0)::int AS units FROM order_lines`;
  const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, amount) => total + amount, 0);
  const money = await db.sql<{ ordered: number; captured: number; refunded: number }[]>`
    SELECT (SELECT coalesce(sum(total), 0)::float8 FROM orders) AS ordered,
      (SELECT coalesce(sum(captured_amount), 0)::float8 FROM payments) AS captured,
      (SELECT coalesce(sum(amount), 0)::float8 FROM refunds) AS refunded`;
  const totalOf = (ids: Iterable<string>) => sum([...ids].map((id) => books.orders.get(id) ?? 0));
  const compared: [what: string, is: number | undefined, should: number][] = [
    ['orders', await db.order.count(), books.orders.size],
    ['money ordered', money[0]?.ordered, sum(books.orders.values())],
    ['money captured', money[0]?.captured, totalOf(books.paid)],
    ['money refunded', money[0]?.refunded, sum(books.refunded.values())],
    ['stock', stock - atStart.stock, books.adjustedBy - (shippedUnits[0]?.units ?? 0)],
    ['audited shipments', since('order.shipped'), books.shipped.size],
    ['audited cancellations', since('order.cancelled'), books.cancelled.size],
    ['audited refunds', since('refund.issued'), books.refunded.size],
    ['audited products', since('product.created'), books.products.size],
    ['audited names', since('product.updated'), books.renamed],
    ['audited adjustments', since('stock.adjusted'), books.adjustments],
  ];
  function since(action: string): number {
    return (audit.get(action) ?? 0) - (atStart.audit.get(action) ?? 0);
  }
  for (const [what, is, should] of compared)
    if (is !== should) mistakes.push(`${what}: ${is} in the database, ${should} by the answers`);

  for (const { subscriptionId, kind, came } of shops.flatMap(({ subscribers }) => subscribers)) {
    const rows = await db.webhookDelivery.findMany({
      where: { subscriptionId },
      select: { id: true, attempts: true },
    });
    const missing = rows.filter(({ id }) => !came.has(id)).length;
    const tooOften = rows.filter(({ id, attempts }) => (came.get(id) ?? 0) > attempts).length;
    const foreign = came.size - (rows.length - missing);
    if (missing + tooOften + foreign > 0)
      mistakes.push(
        `the ${kind} subscriber lacks ${missing} of ${rows.length} deliveries, got ${tooOften} more often than the ledger says, and ${foreign} that aren’t its own`,
      );
  }
  return mistakes;
}

/** Counts rows that exist before the traffic too. */
export async function countAll({ db }: SystemContext, shops: readonly SoakShop[]) {
  const actions = await db.auditRecord.groupBy({ by: ['action'], _count: true });
  const ids = shops.flatMap(({ goods }) => goods.map(({ variantId }) => variantId));
  const { _sum } = await db.variant.aggregate({ where: { id: { in: ids } }, _sum: { stockQuantity: true } });
  return {
    audit: new Map(actions.map(({ action, _count }) => [action, _count])),
    stock: Number(_sum.stockQuantity),
  };
}
