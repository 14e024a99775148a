import { booksOf } from './books.ts';
import type { OrderFamily } from './order-family.ts';
import { shippable } from './order-line.ts';
import type { OrderModel } from './order-model.ts';
import type { TaxPart } from './prices.ts';
import type { readPages } from './read-pages.ts';
import type { OrderRows, readRows, Scene } from './read-rows.ts';

export type Shown = Awaited<ReturnType<typeof readRows>>;

/** The rows of an order in the words of `wantedOf`. */
function shownOf(rows: OrderRows, { lines, returns }: OrderModel) {
  const { status, paymentStatus, fulfilmentStatus, refundedTotal, reasons, moves, mails } = rows;
  return {
    ...{ status, paymentStatus, fulfilmentStatus, refundedTotal, mails },
    reasons: reasons.toSorted(),
    moves: moves.toSorted(),
    payments: rows.payments.map(
      ([id, captured, state, refundable]) => `${id} ${captured} ${state} ${refundable}`,
    ),
    lines: lines.map(({ id }) => rows.lines[id]),
    returns: returns.map(({ id }) => rows.returns[id]),
    notes: rows.notes
      .map(({ amount, tax, isCancelled }) => {
        const taxes = tax.map((each) => `${each.rate}:${each.base}+${each.amount}`).join(' ');
        return noteOf(amount, taxes, isCancelled);
      })
      .sort(),
    documents: rows.documents.map(({ kind, total }) => `${kind} ${total}`).sort(),
  };
}

function taxesText(taxes: readonly TaxPart[]): string {
  return taxes.map(({ rate, gross, tax }) => `${rate}:${gross - tax}+${tax}`).join(' ');
}

function noteOf(amount: bigint | number, tax: string, isCancelled: boolean): string {
  return `${amount} = ${tax}${isCancelled ? ' cancelled' : ''}`;
}

/** By the model: what its rows say, and what its page makes of them. */
function wantedOf(order: OrderModel, email: boolean) {
  const notes = order.notes
    .map((note) => noteOf(note.amount, taxesText(note.taxes), note.isCancelled))
    .sort();
  const papers = order.notes.flatMap((note) => (note.isCancelled ? [note, note] : [note]));
  const issued = [`invoice ${order.total}`, ...papers.map(({ amount }) => `credit_note ${amount}`)];
  const left = Number(order.takeable());
  return {
    status: order.status,
    paymentStatus: order.paymentStatus(),
    fulfilmentStatus: order.fulfilmentStatus(),
    reasons: [...order.reasons].sort(),
    attention: order.attention,
    refundedTotal: Number(order.refundedTotal),
    refundable: order.isRefundable() ? left : null,
    moves: order.moves.map((to, index) => `${order.moves[index - 1] ?? 'pending'} ${to}`).sort(),
    history: order.moves,
    payments: order.payments.map(({ id, captured, state }, index) => {
      const status = state === 'open' ? 'requires_payment' : state;
      return `${id} ${captured} ${status} ${order.refundable(index)}`;
    }),
    lines: order.lines.map(({ shipped, released, refunded, returned, exchanged }) => [
      ...[shipped, released, refunded, returned, exchanged],
    ]),
    shippable: order.lines.map((line) => shippable(line)),
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

/** Where the tables differ from the model. */
export function compareRows({ scene, shown, before, family, invoices }: Comparison): string[] {
  const differences = family.orders.flatMap((order, index) =>
    differ(
      `order ${index}: `,
      shownOf(shown.orders[index] as OrderRows, order),
      wantedOf(order, scene.email),
    ),
  );
  const { report, books, wrongLedgers, wrongStock } = shown;
  const goods = scene.variants.map((id) => shown.goods[id]);
  differences.push(
    ...differ(
      '',
      { goods, report, books, wrongLedgers, wrongStock },
      {
        ...reportsOf({ scene, before, family }),
        goods: family.goods.map(({ stock, reserved }) => [stock, reserved]),
        ...{ wrongLedgers: [], wrongStock: [] },
      },
    ),
  );
  for (const [index, { fulfilmentStatus, lines }] of shown.orders.entries()) {
    const held = heldUnits(family.orders[index] as OrderModel, lines);
    if (held > 0 && fulfilmentStatus !== 'unfulfilled' && fulfilmentStatus !== 'partly_shipped')
      differences.push(`${held} units stay reserved of order ${index}, of which nothing is left to ship`);
  }
  for (const { id, invoice } of shown.orders) {
    if (!invoice) continue;
    if (!invoices.has(id)) invoices.set(id, invoice);
    if (invoices.get(id) !== invoice) differences.push(`the invoice of ${id} was changed`);
  }
  return differences;
}

/** Where what the front door says of the family differs from the model. */
export function comparePages(
  pages: Awaited<ReturnType<typeof readPages>>,
  { scene, before, family }: Pick<Comparison, 'scene' | 'before' | 'family'>,
): string[] {
  const { orders, ...reports } = pages;
  return [
    ...family.orders.flatMap((order, index) =>
      differ(`page of order ${index}: `, orders[index] as object, wantedOf(order, scene.email)),
    ),
    ...differ('page: ', reports, reportsOf({ scene, before, family })),
  ];
}

function reportsOf({ scene, before, family }: Pick<Comparison, 'scene' | 'before' | 'family'>) {
  const { orders, revenue, refunds } = family.report();
  return {
    report: {
      orders: orders + before.report.orders,
      revenue: revenue + before.report.revenue,
      refunds: refunds + before.report.refunds,
    },
    books: booksOf(family, scene.country, before.books),
  };
}

function heldUnits(order: OrderModel, lines: OrderRows['lines']): number {
  const units = order.lines.map(({ id, quantity }) => {
    const [shipped = 0, released = 0] = lines[id] ?? [];
    return quantity - shipped - released;
  });
  return units.reduce((sum, each) => sum + each, 0);
}

/** In what is shown. */
function differ<Shown extends object>(
  where: string,
  shown: Shown,
  wanted: Readonly<Record<keyof Shown, unknown>>,
): string[] {
  const text = (value: unknown) => JSON.stringify(value, sortedKeys);
  return (Object.keys(shown) as (keyof Shown)[]).flatMap((name) => {
    const [is, should] = [text(shown[name]), text(wanted[name])];
    return is === should ? [] : [`${where}${String(name)} is ${is} instead of ${should}`];
  });
}

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
