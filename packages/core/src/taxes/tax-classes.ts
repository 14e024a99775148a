/** What a product is for tax: one of these, or a class that the store has made. */
export const STANDARD_CLASS = 'standard';
export const REDUCED_CLASS = 'reduced';
/** Taxed at zero, wherever the goods go. */
const ZERO_CLASS = 'zero';
/** The law exempts them: no tax anywhere, and documents say so. */
const EXEMPT_CLASS = 'exempt';

/** Those that every store has. */
export const KNOWN_CLASSES: readonly string[] = [STANDARD_CLASS, REDUCED_CLASS, ZERO_CLASS, EXEMPT_CLASS];

/** No rate is entered for these: they bear none. */
export function bearsNoTax(taxClass: string): boolean {
  return taxClass === ZERO_CLASS || taxClass === EXEMPT_CLASS;
}

export function isExemptClass(taxClass: string): boolean {
  return taxClass === EXEMPT_CLASS;
}
