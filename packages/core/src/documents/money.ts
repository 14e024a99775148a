import type { Exemption, TaxLine } from '@service/contract';
import type { Format } from './format.ts';
import type { InvoiceData } from './invoice-data.ts';
import type { Sum } from './paper.ts';

/** The tax by rate: a part of the total, or added to it. */
export function taxSums(
  taxLines: readonly TaxLine[],
  { currency, isIncluded }: { currency: string; isIncluded: boolean },
  format: Format,
): Sum[] {
  return taxLines.map(({ country, region, rateBasisPoints, exempt, baseAmount, amount }) => ({
    label: format.say(isIncluded ? 'vatIncluded' : 'vatAdded', {
      country: region ? `${country}-${region}` : country,
      rate: exempt ? format.say('exempt') : format.percent(rateBasisPoints),
      base: format.money(baseAmount, currency),
    }),
    value: format.money(amount, currency),
    weight: isIncluded ? ('part' as const) : undefined,
  }));
}

const NOTES = {
  intra_community_supply: 'intraCommunity',
  reverse_charge: 'reverseCharge',
  customer_exempt: 'taxExempt',
  export: 'exported',
  not_taxed: 'notTaxed',
} as const satisfies Record<Exemption, string>;

/** The reason why a document charges no tax, or none on some goods. */
export function exemptionNotes(
  { exemption, exemptGoods }: Pick<InvoiceData, 'exemption' | 'exemptGoods'>,
  format: Format,
): string[] {
  return [
    ...(exemption ? [format.say(NOTES[exemption])] : []),
    ...(exemptGoods ? [exemptGoodsNote(exemptGoods, format)] : []),
  ];
}

/** In the words of the store, where it has set some. */
export function exemptGoodsNote(
  { reason }: NonNullable<InvoiceData['exemptGoods']>,
  { say }: Format,
): string {
  return reason ?? say('exemptGoods');
}
