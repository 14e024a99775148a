import type { Exemption, TaxLine } from '@service/contract';
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

const NOTES = {
  intra_community_supply: 'reverseCharge',
  customer_exempt: 'taxExempt',
  export: 'exported',
  not_taxed: 'notTaxed',
} as const satisfies Record<Exemption, string>;

/** Why a document charges no tax, if it charges none. */
export function exemptionNotes(exemption: Exemption | null, { say }: Format): string[] {
  return exemption ? [say(NOTES[exemption])] : [];
}
