import type { TaxLine } from '@service/contract';
import type { OrderModel, PaymentModel } from '@service/db';
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

/** Why a document charges no tax, if it should; at most one of the two holds. */
export function taxNotes(order: Pick<OrderModel, 'reverseCharge' | 'taxExempt'>, { say }: Format): string[] {
  if (order.reverseCharge) return [say('reverseCharge')];
  return order.taxExempt ? [say('taxExempt')] : [];
}

/** How a payment is named to who made it. */
export function paymentName({ provider, providerPaymentId }: PaymentModel) {
  const name = provider.charAt(0).toUpperCase() + provider.slice(1);
  return { provider: name, reference: providerPaymentId ?? '' };
}
