import type { Address, Seller, TaxLine } from '@service/contract';
import type { OrderLineModel, OrderModel, PaymentModel } from '@service/db';
import { isExport } from '../taxes/index.ts';
import type { Format } from './format.ts';
import type { Sum } from './paper.ts';

/** The tax by rate: a part of the total, or added to it. */
export function taxSums(
  taxLines: readonly TaxLine[],
  { currency, isIncluded }: { currency: string; isIncluded: boolean },
  format: Format,
): Sum[] {
  return taxLines.map(({ country, rateBasisPoints, baseAmount, amount }) => ({
    label: format.say(isIncluded ? 'vatIncluded' : 'vatAdded', {
      country,
      rate: format.percent(rateBasisPoints),
      base: format.money(baseAmount, currency),
    }),
    value: format.money(amount, currency),
    weight: isIncluded ? ('part' as const) : undefined,
  }));
}

/** What a document must know of a sale to say why it bears no tax. */
type Sale = Pick<OrderModel, 'reverseCharge' | 'taxExempt' | 'taxLines' | 'shippingAddress'> & {
  lines: readonly Pick<OrderLineModel, 'rateBasisPoints'>[];
};

/** No line bears tax, whoever buys: the goods are exported, or the store charges no tax there. */
export function isUntaxed({ reverseCharge, taxExempt, lines }: Sale): boolean {
  return !reverseCharge && !taxExempt && lines.every(({ rateBasisPoints }) => rateBasisPoints === 0);
}

/** Why a document charges no tax, if it charges none; at most one reason holds. */
export function taxNotes(sale: Sale, { country }: Partial<Seller>, { say }: Format): string[] {
  if (sale.reverseCharge) return [say('reverseCharge')];
  if (sale.taxExempt) return [say('taxExempt')];
  if (!isUntaxed(sale)) return [];
  const [taxLine] = sale.taxLines as unknown as TaxLine[];
  const { postalCode } = (sale.shippingAddress ?? {}) as Partial<Address>;
  const isExported = country && taxLine && isExport(country, { country: taxLine.country, postalCode });
  return [say(isExported ? 'exported' : 'notTaxed')];
}

/** How a payment is named to who made it. */
export function paymentName({ provider, providerPaymentId }: PaymentModel) {
  const name = provider.charAt(0).toUpperCase() + provider.slice(1);
  return { provider: name, reference: providerPaymentId ?? '' };
}
