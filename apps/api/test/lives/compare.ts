import type { TestStore } from '@service/testing';
import type { Shop } from '../store/shop.ts';
import { wrongStock } from '../wrong-stock.ts';
import { booksOf, readBooks } from './books.ts';
import type { OrderFamily } from './order-family.ts';
import { type OrderModel, shippable } from './order-model.ts';
import type { TaxPart } from './prices.ts';
import type { Reads } from './reads.ts';

interface Scene {
  shop: Shop;
  variants: readonly string[];
  email: boolean;
  country: string;
}

type Shown = Awaited<ReturnType<typeof readShown>>;

/** What the service says of these orders, in the words of `wantedOf`. */
export async function readShown({ shop: { store }, variants }: Scene, family: OrderFamily, reads: Reads) {
  const { db } = store.admin;
  const ids = family.orders.map(({ id }) => id);
  const [orders, goods, sales, books, wrongLedgers, stock] = await Promise.all([
    Promise.all(family.orders.map((order) => readOrder(store, order, reads))),
    db.variant.findMany({ where: { id: { in: [...variants] } } }),
    reads.sales(),
    readBooks(reads),
    db.sql<object[]>`SELECT order_id, difference FROM wrong_ledgers(${store.tenantId}::uuid, ${ids}::uuid[])`,
    wrongStock(store, variants),
  ]);
  const { orders: sold = 0, revenue = 0, refunds = 0 } = sales.totals[0] ?? {};
  return {
    orders: orders.map(({ shown }) => shown),
    goods: variants.map((id) => {
      const variant = goods.find((each) => each.id === id);
      return [Number(variant?.stockQuantity), Number(variant?.reserved)];
    }),
    report: { orders: sold, revenue, refunds },
    books,
    wrongLedgers,
    wrongStock: stock,
    versions: Object.fromEntries(orders.map(({ id, version }) => [id, version])) as Record<string, number>,
    invoices: orders.map(({ id, invoice }) => [id, invoice] as const),
  };
}

/** What the order's own page doesn't say, in one statement: there are many comparisons. */
interface Rows {
  notes: { amount: bigint; tax: string; isCancelled: boolean }[];
  documents: { kind: string; total: number }[];
  invoice: string | null;
  returns: Record<string, string>;
  mails: number;
}

async function readRows({ admin }: TestStore, id: string): Promise<Rows> {
  const [rows] = await admin.db.sql<[Rows]>`
    SELECT
      ARRAY(
        SELECT jsonb_build_object('amount', n.amount, 'isCancelled', c.id IS NOT NULL,
          'tax', (SELECT coalesce(string_agg(concat(line ->> 'rateBasisPoints', ':', line ->> 'baseAmount', '+', line ->> 'amount'), ' '), '')
            FROM jsonb_array_elements(n.tax_lines) line))
        FROM credit_notes n LEFT JOIN credit_note_cancellations c ON c.tenant_id = n.tenant_id AND c.credit_note_id = n.id
        WHERE n.order_id = ${id}::uuid) AS notes,
      ARRAY(
        SELECT jsonb_build_object('kind', d.kind, 'total', d.data -> 'total') FROM documents d WHERE d.order_id = ${id}::uuid) AS documents,
      (SELECT d::text FROM documents d WHERE d.id = ${id}::uuid) AS invoice,
      (SELECT coalesce(jsonb_object_agg(r.id, r.status), '{}') FROM returns r WHERE r.order_id = ${id}::uuid) AS returns,
      (SELECT count(*)::int FROM mails m WHERE m.order_id = ${id}::uuid AND m.kind = 'order_confirmation') AS mails`;
  return rows;
}

async function readOrder(store: TestStore, { id, lines, returns }: OrderModel, reads: Reads) {
  const [order, refundable, rows] = await Promise.all([
    reads.order(id),
    reads.refundable(id),
    readRows(store, id),
  ]);
  const { notes, documents, invoice, mails } = rows;
  const shown = {
    status: order.status as string,
    paymentStatus: order.paymentStatus as string,
    fulfilmentStatus: order.fulfilmentStatus as string,
    attention: order.attention as string | null,
    refundedTotal: order.refundedTotal,
    refundable,
    moves: order.history
      .filter(({ status, previousStatus }) => previousStatus !== null && previousStatus !== status)
      .map(({ status }) => status as string),
    payments: order.payments.map(
      ({ providerPaymentId, capturedAmount, status }) => `${providerPaymentId} ${capturedAmount} ${status}`,
    ),
    lines: lines.map(({ id: lineId }) => {
      const of = order.lines.find((each) => each.id === lineId);
      return [
        of?.shippedQuantity,
        of?.releasedQuantity,
        of?.refundedQuantity,
        of?.returnedQuantity,
        of?.exchangedQuantity,
        of?.shippableQuantity,
      ];
    }),
    returns: returns.map((back) => rows.returns[back.id] as string),
    notes: notes.map(({ amount, tax, isCancelled }) => noteOf(amount, tax, isCancelled)).sort(),
    documents: documents.map(({ kind, total }) => `${kind} ${total}`).sort(),
    mails,
  };
  return { id, version: order.version, invoice, shown };
}

function taxesText(taxes: readonly TaxPart[]): string {
  return taxes.map(({ rate, gross, tax }) => `${rate}:${gross - tax}+${tax}`).join(' ');
}

function noteOf(amount: bigint, tax: string, isCancelled: boolean): string {
  return `${amount} = ${tax}${isCancelled ? ' cancelled' : ''}`;
}

function wantedOf(order: OrderModel, email: boolean): Shown['orders'][number] {
  const left = order.ownMoney();
  const notes = order.notes
    .map((note) => noteOf(note.amount, taxesText(note.taxes), note.isCancelled))
    .sort();
  const papers = order.notes.flatMap((note) => (note.isCancelled ? [note, note] : [note]));
  const issued = [`invoice ${order.total}`, ...papers.map(({ amount }) => `credit_note ${amount}`)];
  return {
    status: order.status,
    paymentStatus: order.paymentStatus(),
    fulfilmentStatus: order.fulfilmentStatus(),
    attention: order.attention,
    refundedTotal: Number(order.refundedTotal),
    refundable: order.isRefundable() ? Number(left) : null,
    moves: order.moves,
    payments: order.payments.map(
      ({ id, captured, state }) => `${id} ${captured} ${state === 'open' ? 'requires_payment' : state}`,
    ),
    lines: order.lines.map((line) => [
      ...[line.shipped, line.released, line.refunded, line.returned, line.exchanged],
      shippable(line),
    ]),
    returns: order.returns.map(({ status }) => status),
    notes,
    documents: order.wasPaid ? issued.sort() : [],
    mails: email && order.wasPaid ? 1 : 0,
  };
}

interface Comparison {
  scene: Scene;
  shown: Shown;
  /** What the service said before the life began. */
  before: Shown;
  family: OrderFamily;
  /** As they were issued. */
  invoices: Map<string, string>;
}

/** Where the service differs from the model. */
export function compareWith({ scene, shown, before, family, invoices }: Comparison): string[] {
  const report = family.report();
  const differences = [
    ...family.orders.flatMap((order, index) =>
      differ(`order ${index}: `, shown.orders[index] as object, wantedOf(order, scene.email)),
    ),
    ...differ(
      '',
      { ...shown, report: shown.report },
      {
        goods: family.goods.map(({ stock, reserved }) => [stock, reserved]),
        report: {
          orders: report.orders + before.report.orders,
          revenue: report.revenue + before.report.revenue,
          refunds: report.refunds + before.report.refunds,
        },
        books: booksOf(family, scene.country, before.books),
        wrongLedgers: [],
        wrongStock: [],
      },
    ),
  ];
  for (const [index, { fulfilmentStatus, lines }] of shown.orders.entries()) {
    const held = heldUnits(family.orders[index] as OrderModel, lines);
    if (held > 0 && fulfilmentStatus !== 'unfulfilled' && fulfilmentStatus !== 'partly_shipped')
      differences.push(`${held} units stay reserved of order ${index}, of which nothing is left to ship`);
  }
  for (const [id, invoice] of shown.invoices) {
    if (!invoice) continue;
    if (!invoices.has(id)) invoices.set(id, invoice);
    if (invoices.get(id) !== invoice) differences.push(`the invoice of ${id} was changed`);
  }
  return differences;
}

function heldUnits(order: OrderModel, lines: Shown['orders'][number]['lines']): number {
  const units = order.lines.map(({ quantity }, index) => {
    const [shipped = 0, released = 0] = lines[index] ?? [];
    return quantity - shipped - released;
  });
  return units.reduce((sum, each) => sum + each, 0);
}

function differ(where: string, shown: object, wanted: object): string[] {
  const text = (value: unknown) => JSON.stringify(value, sortedKeys);
  return Object.entries(wanted).flatMap(([name, value]) => {
    const is = text((shown as Record<string, unknown>)[name]);
    return is === text(value) ? [] : [`${where}${name} is ${is} instead of ${text(value)}`];
  });
}

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
