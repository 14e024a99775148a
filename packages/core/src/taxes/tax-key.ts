import { isExemptClass } from './tax-classes.ts';

/** The tax on goods of a class at a place. */
export interface ClassTax {
  rateBasisPoints: number;
  /** The law exempts them: no tax, and documents say so. */
  exempt: boolean;
  /**
   * The tax in listed prices, which is subtracted if the buyer pays no tax: the rate of the store's own country. Null: the buyer
   * pays tax.
   */
  relievedRateBasisPoints: number | null;
}

/** A rate in percent with two to four decimals, as machine-readable files contain it. */
export function decimalPercent(rateBasisPoints: number): string {
  return (rateBasisPoints / 100).toFixed(4).replace(/0{1,2}$/, '');
}

/** The key of an order line. */
export function taxKeyOfLine({ taxClass, rateBasisPoints }: { taxClass: string; rateBasisPoints: number }) {
  return taxKeyOf({ rateBasisPoints, exempt: isExemptClass(taxClass) });
}

/**
 * Amounts that are taxed together have the same key; exempt amounts are separate from those taxed at zero. Tax lines have
 * `exempt` only if it is true.
 */
export function taxKeyOf({ rateBasisPoints, exempt }: { rateBasisPoints: number; exempt?: boolean }): string {
  return exempt ? 'exempt' : `${rateBasisPoints}`;
}
