import type { Shop } from '../store/shop.ts';
import type { OrderFamily } from './order-family.ts';
import { sum } from './order-money.ts';

/** What the reports of tax and of payment accounts say. */
export interface Books {
  soldBase: number;
  soldTax: number;
  creditedBase: number;
  creditedTax: number;
  received: number;
  refunds: number;
  chargebacks: number;
}

const NOTHING: Books = {
  ...{ soldBase: 0, soldTax: 0, creditedBase: 0, creditedTax: 0 },
  ...{ received: 0, refunds: 0, chargebacks: 0 },
};

/** All is sold in one country, at one rate, and paid to one account. */
export async function readBooks({ admin }: Shop): Promise<Books> {
  const [taxes, accounts] = await Promise.all([
    admin('GET', '/reports/taxes'),
    admin('GET', '/reports/payment-accounts'),
  ]);
  const [tax, ...otherTaxes] = taxes.expect(200).items;
  const [account, ...otherAccounts] = accounts.expect(200).items;
  if (otherTaxes.length + otherAccounts.length > 0)
    throw new Error(`More than one rate or account: ${JSON.stringify([taxes.body, accounts.body])}`);
  const { soldBase, soldTax, creditedBase, creditedTax } = { ...NOTHING, ...tax };
  const { received, refunds, chargebacks } = { ...NOTHING, ...account };
  return { soldBase, soldTax, creditedBase, creditedTax, received, refunds, chargebacks };
}

/**
 * What they say by the model: an order is taxed once it was paid, a credit note from its refund on, and no longer when it is
 * cancelled.
 */
export function booksOf({ orders }: OrderFamily, before: Books): Books {
  const sold = orders.filter(({ wasPaid }) => wasPaid);
  const notes = sold.flatMap((order) => order.notes).filter(({ isCancelled }) => !isCancelled);
  const payments = orders.flatMap((order) => order.payments);
  const refunds = orders.flatMap((order) => order.refunds).filter(({ isAlive }) => isAlive);
  const lost = orders.flatMap((order) => order.disputes).filter(({ outcome }) => outcome === 'lost');
  const added = (key: keyof Books, amounts: readonly bigint[]) => before[key] + Number(sum(amounts));
  return {
    soldBase: added(
      'soldBase',
      sold.map(({ total, tax }) => total - tax),
    ),
    soldTax: added(
      'soldTax',
      sold.map(({ tax }) => tax),
    ),
    creditedBase: added(
      'creditedBase',
      notes.map(({ amount, tax }) => amount - tax),
    ),
    creditedTax: added(
      'creditedTax',
      notes.map(({ tax }) => tax),
    ),
    received: added(
      'received',
      payments.map(({ captured }) => captured),
    ),
    refunds: added(
      'refunds',
      refunds.map(({ amount }) => amount),
    ),
    chargebacks: added(
      'chargebacks',
      lost.map(({ amount }) => amount),
    ),
  };
}
