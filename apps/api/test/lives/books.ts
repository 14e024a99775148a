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
export function booksOf({ orders }: OrderFamily, country: string, before: Books): Books {
  const sold = orders.filter(({ wasPaid }) => wasPaid);
  const notes = sold.flatMap((order) => order.notes).filter(({ isCancelled }) => !isCancelled);
  const payments = orders.flatMap((order) => order.payments);
  const lost = orders.flatMap((order) => order.disputes).filter(({ outcome }) => outcome === 'lost');
  const total = <Each>(rows: readonly Each[], amount: (each: Each) => bigint) =>
    Number(sum(rows.map(amount)));
  const taxes = { ...before.taxes };
  const rates = new Set(orders.flatMap((order) => order.taxes.map(({ rate }) => rate)));
  for (const rate of rates) {
    const of = (all: readonly { taxes: TaxPart[] }[]) =>
      all.flatMap((each) => each.taxes).filter((part) => part.rate === rate);
    const key = `${country} ${rate}`;
    const known = before.taxes[key] ?? NO_TAXES;
    taxes[key] = {
      soldBase: known.soldBase + total(of(sold), ({ gross, tax }) => gross - tax),
      soldTax: known.soldTax + total(of(sold), ({ tax }) => tax),
      creditedBase: known.creditedBase + total(of(notes), ({ gross, tax }) => gross - tax),
      creditedTax: known.creditedTax + total(of(notes), ({ tax }) => tax),
    };
  }
  return withoutEmpty({
    taxes,
    received: before.received + total(payments, ({ captured }) => captured),
    refunds: before.refunds + total(orders, (order) => order.report().refunds),
    chargebacks: before.chargebacks + total(lost, ({ amount }) => amount),
  });
}
