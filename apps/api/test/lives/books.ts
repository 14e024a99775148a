import type { OrderFamily } from './order-family.ts';
import { sum } from './order-money.ts';
import type { Reads } from './reads.ts';

/** What the reports of tax, by country, and of payment accounts say. */
export interface Books {
  taxes: Record<string, Taxes>;
  received: number;
  refunds: number;
  chargebacks: number;
}

interface Taxes {
  soldBase: number;
  soldTax: number;
  creditedBase: number;
  creditedTax: number;
}

const NO_TAXES: Taxes = { soldBase: 0, soldTax: 0, creditedBase: 0, creditedTax: 0 };

/** All that is sold in a country is at one rate, and all is paid to one account. */
export async function readBooks(reads: Reads): Promise<Books> {
  const [taxes, accounts] = await Promise.all([reads.taxes(), reads.accounts()]);
  const [account, ...others] = accounts.items;
  const byCountry: Record<string, Taxes> = {};
  for (const { country, soldBase, soldTax, creditedBase, creditedTax } of taxes.items) {
    if (byCountry[country]) throw new Error(`More than one rate: ${JSON.stringify(taxes)}`);
    byCountry[country] = { soldBase, soldTax, creditedBase, creditedTax };
  }
  if (others.length > 0) throw new Error(`More than one account: ${JSON.stringify(accounts)}`);
  const { received = 0, refunds = 0, chargebacks = 0 } = account ?? {};
  return { taxes: byCountry, received, refunds, chargebacks };
}

/**
 * What they say by the model: an order is taxed once it was paid, a credit note from its refund on, and no longer when it is
 * cancelled.
 */
export function booksOf({ orders }: OrderFamily, country: string, before: Books): Books {
  const sold = orders.filter(({ wasPaid }) => wasPaid);
  const notes = sold.flatMap((order) => order.notes).filter(({ isCancelled }) => !isCancelled);
  const payments = orders.flatMap((order) => order.payments);
  const refunds = orders.flatMap((order) => order.refunds).filter(({ isAlive }) => isAlive);
  const lost = orders.flatMap((order) => order.disputes).filter(({ outcome }) => outcome === 'lost');
  const total = <Each>(rows: readonly Each[], amount: (each: Each) => bigint) =>
    Number(sum(rows.map(amount)));
  const known = before.taxes[country] ?? NO_TAXES;
  const taxes = {
    soldBase: known.soldBase + total(sold, (each) => each.total - each.tax),
    soldTax: known.soldTax + total(sold, ({ tax }) => tax),
    creditedBase: known.creditedBase + total(notes, ({ amount, tax }) => amount - tax),
    creditedTax: known.creditedTax + total(notes, ({ tax }) => tax),
  };
  const isTold = country in before.taxes || Object.values(taxes).some((amount) => amount !== 0);
  return {
    taxes: { ...before.taxes, ...(isTold ? { [country]: taxes } : {}) },
    received: before.received + total(payments, ({ captured }) => captured),
    refunds: before.refunds + total(refunds, ({ amount }) => amount),
    chargebacks: before.chargebacks + total(lost, ({ amount }) => amount),
  };
}
