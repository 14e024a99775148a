import type { OrderFamily } from './order-family.ts';
import type { OrderModel } from './order-model.ts';
import { sum } from './order-money.ts';
import type { TaxPart } from './prices.ts';

/** What the reports say of some days. */
export interface Figures {
  report: { orders: number; revenue: number; refunds: number };
  books: Books;
}

/** What the reports of tax and of payment accounts say. */
export interface Books {
  /** By country and rate. */
  taxes: Record<string, Taxes>;
  /** By id. */
  accounts: Record<string, Moved>;
}

interface Taxes {
  soldBase: number;
  soldTax: number;
  creditedBase: number;
  creditedTax: number;
}

/** What came and went by an account. */
interface Moved {
  received: number;
  refunds: number;
  chargebacks: number;
}

/** As the tables name that of the deployment. */
export const DEPLOYMENT = '00000000-0000-0000-0000-000000000000';

const NO_TAXES: Taxes = { soldBase: 0, soldTax: 0, creditedBase: 0, creditedTax: 0 };

/** A sum of a day's entries of a kind. */
export interface MoneyRow {
  day: string;
  kind: string;
  /** Of a sum without tax. */
  accountId: string;
  /** Of tax: `country` is '' otherwise. */
  country: string;
  rate: number;
  counted: number;
  amount: number;
  tax: number;
}

/** What reports make of the sums of some days. */
export function figuresOf(rows: readonly MoneyRow[]): Figures {
  const report = { orders: 0, revenue: 0, refunds: 0 };
  const books: Books = { taxes: {}, accounts: {} };
  for (const { kind, accountId, country, rate, counted, amount, tax } of rows) {
    const side = SIDES[kind];
    const column = COLUMNS[kind];
    if (country === '' && kind === 'sale') report.orders += counted;
    if (column) {
      if (column === 'refunds') report.refunds += amount;
      else report.revenue += column === 'received' ? amount : -amount;
      accountOf(books, accountId)[column] += amount;
    }
    if (country !== '' && side) {
      const taxes = taxesOf(books, `${country} ${rate}`);
      taxes[`${side}Base`] += amount;
      taxes[`${side}Tax`] += tax;
    }
  }
  return { report, books: withoutEmpty(books) };
}

const SIDES: Readonly<Record<string, 'sold' | 'credited'>> = {
  ...{ sale: 'sold', exchange_sale: 'sold' },
  ...{ credited: 'credited', written_off: 'credited' },
};

const COLUMNS: Readonly<Record<string, keyof Moved>> = {
  ...{ payment: 'received', refund: 'refunds', dispute: 'chargebacks' },
};

function accountOf({ accounts }: Books, id: string): Moved {
  accounts[id] ??= { received: 0, refunds: 0, chargebacks: 0 };
  return accounts[id];
}

function taxesOf({ taxes }: Books, key: string): Taxes {
  taxes[key] ??= { ...NO_TAXES };
  return taxes[key];
}

/** Of rates and accounts at which nothing is left the reports say nothing. */
export function withoutEmpty({ taxes, accounts }: Books): Books {
  return { taxes: keepMoved(taxes), accounts: keepMoved(accounts) };
}

function keepMoved<Figures extends object>(all: Record<string, Figures>): Record<string, Figures> {
  const left = Object.entries(all).filter(([, figures]) => Object.values(figures).some((each) => each !== 0));
  return Object.fromEntries(left);
}

/**
 * What they say by the model: an order is taxed once it was paid, a credit note from its refund on, and no longer when it is
 * cancelled.
 */
export function modelFigures(families: readonly { family: OrderFamily; country: string }[]): Figures {
  const report = { orders: 0, revenue: 0, refunds: 0 };
  const books: Books = { taxes: {}, accounts: {} };
  for (const { family, country } of families) {
    const { orders, revenue, refunds } = family.report();
    report.orders += orders;
    report.revenue += revenue;
    report.refunds += refunds;
    for (const order of family.orders) addOrder(books, family, order, country);
  }
  return { report, books: withoutEmpty(books) };
}

function addOrder(books: Books, family: OrderFamily, order: OrderModel, country: string): void {
  for (const index of order.payments.keys()) addMoved(books, family, order, index);
  if (!order.wasPaid) return;
  addTaxes(books, country, order.taxes, 'sold');
  for (const note of order.notes) if (!note.isCancelled) addTaxes(books, country, note.taxes, 'credited');
}

/** Of a payment. */
function addMoved(books: Books, { terms }: OrderFamily, order: OrderModel, index: number): void {
  const { account, captured } = order.payments[index] as OrderModel['payments'][number];
  const moved = accountOf(books, terms.accounts[account ?? -1]?.id ?? DEPLOYMENT);
  const lost = order.disputes.filter(({ payment, outcome }) => payment === index && outcome === 'lost');
  moved.received += Number(captured);
  moved.refunds += Number(order.returnedOf(index));
  moved.chargebacks += Number(sum(lost.map(({ amount }) => amount)));
}

function addTaxes(books: Books, country: string, parts: readonly TaxPart[], side: 'sold' | 'credited'): void {
  for (const { rate, gross, tax } of parts) {
    const taxes = taxesOf(books, `${country} ${rate}`);
    taxes[`${side}Base`] += Number(gross - tax);
    taxes[`${side}Tax`] += Number(tax);
  }
}
