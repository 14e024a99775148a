import type { OrderFamily } from './order-family.ts';
import type { OrderModel } from './order-model.ts';
import { sum } from './order-money.ts';
import type { TaxPart } from './prices.ts';

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
export function booksOf(families: readonly { family: OrderFamily; country: string }[]): Books {
  const taxes: Books['taxes'] = {};
  for (const { family, country } of families)
    for (const order of family.orders)
      if (order.wasPaid) {
        addTaxes(taxes, country, order.taxes, 'sold');
        for (const note of order.notes)
          if (!note.isCancelled) addTaxes(taxes, country, note.taxes, 'credited');
      }
  const accounts: Books['accounts'] = {};
  for (const { family } of families)
    for (const order of family.orders)
      for (const index of order.payments.keys()) addMoved(accounts, family, order, index);
  return withoutEmpty({ taxes, accounts });
}

/** Of a payment. */
function addMoved(
  accounts: Books['accounts'],
  { terms }: OrderFamily,
  order: OrderModel,
  index: number,
): void {
  const { account, captured } = order.payments[index] as OrderModel['payments'][number];
  const key = terms.accounts[account ?? -1]?.id ?? DEPLOYMENT;
  const lost = order.disputes.filter(({ payment, outcome }) => payment === index && outcome === 'lost');
  accounts[key] ??= { received: 0, refunds: 0, chargebacks: 0 };
  accounts[key].received += Number(captured);
  accounts[key].refunds += Number(order.returnedOf(index));
  accounts[key].chargebacks += Number(sum(lost.map(({ amount }) => amount)));
}

function addTaxes(
  taxes: Books['taxes'],
  country: string,
  parts: readonly TaxPart[],
  side: 'sold' | 'credited',
): void {
  for (const { rate, gross, tax } of parts) {
    const key = `${country} ${rate}`;
    taxes[key] ??= { ...NO_TAXES };
    taxes[key][`${side}Base`] += Number(gross - tax);
    taxes[key][`${side}Tax`] += Number(tax);
  }
}
