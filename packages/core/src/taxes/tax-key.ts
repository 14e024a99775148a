import { isExemptClass } from './tax-classes.ts';

/** How much tax goods of a class bear at a place. */
export interface ClassTax {
  rateBasisPoints: number;
  /** The law exempts them: no tax, and documents say so. */
  exempt: boolean;
  /**
   * What listed prices include of tax, which comes off where the buyer is relieved of it: the rate of the store's own country.
   * Null: the buyer isn't relieved.
   */
  relievedRateBasisPoints: number | null;
}

/** A rate in percent with two to four decimals, as files for machines say it. */
export function decimalPercent(rateBasisPoints: number): string {
  return (rateBasisPoints / 100).toFixed(4).replace(/0{1,2}$/, '');
}

/** Of the line of an order. */
export function taxKeyOfLine({ taxClass, rateBasisPoints }: { taxClass: string; rateBasisPoints: number }) {
  return taxKeyOf({ rateBasisPoints, exempt: isExemptClass(taxClass) });
}

/**
 * What is taxed in one sum has the same key: what is exempt is no part of what is taxed at zero. Tax lines say `exempt` only
 * where it is so.
 */
export function taxKeyOf({ rateBasisPoints, exempt }: { rateBasisPoints: number; exempt?: boolean }): string {
  return exempt ? 'exempt' : `${rateBasisPoints}`;
}
