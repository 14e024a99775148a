import type { OrderFamily } from './order-family.ts';
import { sum } from './order-money.ts';
import type { TaxPart } from './prices.ts';

/** What the reports of tax and of payment accounts say. */
export interface Books {
  /** By country and rate. */
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

/** Of rates at which nothing is left the reports say nothing. */
export function withoutEmpty({ taxes, ...books }: Books): Books {
  const left = Object.entries(taxes).filter(([, figures]) =>
    Object.values(figures).some((each) => each !== 0),
  );
  return { ...books, taxes: Object.fromEntries(left) };
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
  const orders = families.flatMap(({ family }) => family.orders);
  const payments = orders.flatMap((order) => order.payments);
  const lost = orders.flatMap((order) => order.disputes).filter(({ outcome }) => outcome === 'lost');
  return withoutEmpty({
    taxes,
    received: Number(sum(payments.map(({ captured }) => captured))),
    refunds: Number(sum(orders.map((order) => order.report().refunds))),
    chargebacks: Number(sum(lost.map(({ amount }) => amount))),
  });
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
