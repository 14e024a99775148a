import { isDeepStrictEqual } from 'node:util';
import { type Figures, modelFigures } from './books.ts';
import type { OrderFamily } from './order-family.ts';
import { shippable } from './order-line.ts';
import type { OrderModel } from './order-model.ts';
import { taxOf } from './order-money.ts';
import type { TaxPart } from './prices.ts';
import type { OrderPage } from './read-pages.ts';
import type { OrderRows, StoreRows } from './read-rows.ts';

/** The rows of an order in the words of `wantedOf`. */
function shownOf(rows: OrderRows, { lines, returns }: OrderModel) {
  const { total, tax, status, paymentStatus, fulfilmentStatus, refundedTotal, mails } = rows;
  const { exchangeCredit, shippedTo, billedTo, isReady } = rows;
  const known = new Map(rows.lines.map((line) => [line.id, line]));
  return {
    ...{ total, tax, status, paymentStatus, fulfilmentStatus, refundedTotal, mails },
    ...{ exchangeCredit, shippedTo, billedTo, isReady },
    discounts: rows.discounts.map(({ title, amount }) => `${title} ${amount}`),
    reasons: rows.reasons.toSorted(),
    moves: rows.moves.toSorted(),
    events: rows.events.toSorted(),
    payments: rows.payments.map(({ providerPaymentId, accountId, captured, status: state, refundable }) =>
      paymentText(providerPaymentId, accountId, captured, state, refundable),
    ),
    refunds: rows.refunds
      .map(({ id, paymentId, amount, status: state }) =>
        refundText(id, paymentId, amount, state === 'pending' || state === 'succeeded'),
      )
      .sort(),
    lines: lines.map(({ id }) => known.get(id)?.units),
    amounts: lines.map(({ id }) => known.get(id)?.amounts),
    returns: returns.map(({ id }) => rows.returns[id]),
    notes: rows.notes
      .map(({ amount, tax: parts, isCancelled }) => {
        const taxes = parts.map((each) => `${each.rate}:${each.base}+${each.amount}`).join(' ');
        return noteText(amount, taxes, isCancelled);
      })
      .sort(),
    documents: rows.documents.map(({ kind, total: of, buyer }) => `${kind} ${of} ${buyer}`).sort(),
  };
}

type Amount = bigint | number;

function paymentText(
  id: string | null,
  account: string | null,
  captured: Amount,
  status: string,
  refundable: Amount,
): string {
  return `${id} to ${account} ${captured} ${status} ${refundable}`;
}

function refundText(id: string, payment: string | null, amount: Amount, isAlive: boolean): string {
  return `${id} of ${payment} ${amount}${isAlive ? '' : ' failed'}`;
}

function taxesText(taxes: readonly TaxPart[]): string {
  return taxes.map(({ rate, gross, tax }) => `${rate}:${gross - tax}+${tax}`).join(' ');
}

function noteText(amount: Amount, tax: string, isCancelled: boolean): string {
  return `${amount} = ${tax}${isCancelled ? ' cancelled' : ''}`;
}

/** By the model: what its rows say, and what its page makes of them. */
function wantedOf(order: OrderModel, { terms }: OrderFamily, email: boolean) {
  const notes = order.notes
    .map((note) => noteText(note.amount, taxesText(note.taxes), note.isCancelled))
    .sort();
  const papers = order.notes.flatMap((note) => (note.isCancelled ? [note, note] : [note]));
  const issued = [`invoice ${order.total}`, ...papers.map(({ amount }) => `credit_note ${amount}`)];
  return {
    total: Number(order.total),
    tax: Number(taxOf(order)),
    status: order.status,
    paymentStatus: order.paymentStatus(),
    fulfilmentStatus: order.fulfilmentStatus(),
    reasons: [...order.reasons].sort(),
    attention: order.attention,
    refundedTotal: Number(order.refundedTotal),
    exchangeCredit: Number(order.exchangeOf?.credit ?? 0n),
    discounts: order.discounts.map(({ code, amount }) => `${code} ${amount}`),
    refundable: order.isRefundable() ? Number(order.takeable()) : null,
    moves: order.moves.map((to, index) => `${order.moves[index - 1] ?? 'pending'} ${to}`).sort(),
    history: order.moves,
    events: [
      'order.created',
      ...order.moves.filter((to) => to !== 'partially_refunded').map((to) => `order.${to}`),
      ...order.notes.map(() => 'credit_note.created'),
    ].sort(),
    payments: order.payments.map(({ id, account, captured, state }, index) => {
      const accountId = terms.accounts[account ?? -1]?.id ?? null;
      const status = state === 'open' ? 'requires_payment' : state;
      return paymentText(id, accountId, captured, status, order.refundable(index));
    }),
    refunds: order.refunds
      .map(({ id, payment, amount, isAlive }) =>
        refundText(id, order.payments[payment]?.id ?? null, amount, isAlive),
      )
      .sort(),
    lines: order.lines.map((line) => [
      ...[line.shipped, line.released, line.refunded, line.returned, line.exchanged],
      ...[line.restocked, line.returned - line.restocked, line.writtenOff],
    ]),
    amounts: order.lines.map(({ unitAmount, discount, total }) => [unitAmount, discount, total].map(Number)),
    shippable: order.lines.map((line) => shippable(line)),
    returns: order.returns.map(({ status }) => status),
    notes,
    documents: order.wasPaid ? issued.map((each) => `${each} ${order.invoicedTo}`).sort() : [],
    shippedTo: order.delivery.shippedTo,
    billedTo: order.delivery.billedTo,
    isReady: order.isReady,
    mails: [order.wasPaid, order.isReady].map((isTold) => (email && isTold ? 1 : 0)),
  };
}

/** What is compared of a life after each step. */
export interface LifeRows {
  orders: ReadonlyMap<string, OrderRows>;
  /** Stock and what is reserved of it, by variant. */
  goods: Readonly<Record<string, number[]>>;
}

/** Where the tables differ from the model about the orders and goods of a family. */
export function compareRows(
  { orders, goods }: LifeRows,
  { family, variants, email }: { family: OrderFamily; variants: readonly string[]; email: boolean },
): string[] {
  const differences = family.orders.flatMap((order, index) => {
    const rows = orders.get(order.id);
    if (!rows) return [`order ${index} isn’t there`];
    return [
      ...differ(`order ${index}: `, shownOf(rows, order), wantedOf(order, family, email)),
      ...keptOf(rows, order).map(
        (kept) => `${kept} units stay reserved of order ${index}, of which nothing is left to ship`,
      ),
    ];
  });
  const shown = { goods: variants.map((id) => goods[id]) };
  const wanted = { goods: family.goods.map(({ stock, reserved }) => [stock, reserved]) };
  return [...differences, ...differ('', shown, wanted)];
}

/** Units that are held of an order of which nothing is left to ship: none. */
function keptOf({ fulfilmentStatus, lines }: OrderRows, order: OrderModel): number[] {
  if (fulfilmentStatus === 'unfulfilled' || fulfilmentStatus === 'partly_shipped') return [];
  const quantities = new Map(order.lines.map(({ id, quantity }) => [id, quantity]));
  const held = lines.reduce((sum, { id, units: [shipped = 0, released = 0] }) => {
    return sum + (quantities.get(id) ?? 0) - shipped - released;
  }, 0);
  return held > 0 ? [held] : [];
}

interface InCountry {
  family: OrderFamily;
  country: string;
}

/**
 * Where the sums of a store differ from those of all orders that were ever placed in it: in all, and of the days that are over,
 * which stay what the model said at midnight.
 */
export function compareReports(
  { inAll, closed, uses }: Pick<StoreRows, 'inAll' | 'closed' | 'uses'>,
  lives: readonly InCountry[],
  atMidnight: Figures,
): string[] {
  const used = lives.flatMap(({ family }) => family.orders.flatMap((order) => order.used()));
  return differ(
    '',
    { inAll, closed, uses },
    {
      inAll: modelFigures(lives),
      closed: atMidnight,
      uses: Object.fromEntries(
        Object.keys(uses).map((code) => [code, used.filter((each) => each === code).length]),
      ),
    },
  );
}

/** Where what the front door says of an order differs from the model. */
export function comparePage(page: OrderPage, order: OrderModel, family: OrderFamily): string[] {
  return differ('page: ', page, wantedOf(order, family, false));
}

/** In what is shown. */
function differ<Shown extends object>(
  where: string,
  shown: Shown,
  wanted: Readonly<Record<keyof Shown, unknown>>,
): string[] {
  return (Object.keys(shown) as (keyof Shown)[])
    .filter((name) => !isDeepStrictEqual(shown[name], wanted[name]))
    .map((name) => {
      const [is, should] = [shown[name], wanted[name]].map((value) => JSON.stringify(value));
      return `${where}${String(name)} is ${is} instead of ${should}`;
    });
}
