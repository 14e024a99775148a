/**
 * Digits behind the point by ISO 4217, where a currency doesn't have two. Not asked of `Intl`: since CLDR 48 that says 0 for
 * sixteen currencies that ISO 4217 and payment providers count in hundredths, so the same amount would be read as another
 * price by another version of Node or another browser.
 */
const DIGITS: Readonly<Record<string, number>> = {
  BHD: 3,
  BIF: 0,
  CLF: 4,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  IQD: 3,
  ISK: 0,
  JOD: 3,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  PYG: 0,
  RWF: 0,
  TND: 3,
  UGX: 0,
  UYI: 0,
  UYW: 4,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
};

/** Returns how many digits of a currency are behind the point. `currency`: a code of ISO 4217 in capitals. */
export function currencyDigits(currency: string): number {
  return DIGITS[currency] ?? 2;
}

/** Returns minor units as a decimal number: 1450, EUR → `14.50`. */
export function toDecimal(amount: number | bigint, currency: string): string {
  const digits = currencyDigits(currency);
  const text = String(amount)
    .replace('-', '')
    .padStart(digits + 1, '0');
  const point = text.length - digits;
  return `${amount < 0 ? '-' : ''}${text.slice(0, point)}${digits === 0 ? '' : `.${text.slice(point)}`}`;
}

const formats = new Map<string, Intl.NumberFormat>();

/** Returns minor units as people read them: 1450, EUR, en → `€14.50`. `language`: a tag of BCP 47. */
export function formatMoney(amount: number | bigint, currency: string, language: string): string {
  const key = `${language} ${currency}`;
  const digits = currencyDigits(currency);
  // Making a format takes longer than formatting a hundred amounts by it.
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  formats.set(key, format);
  // A text is exact beyond what a number holds; older types of the language know numbers only.
  return format.format(toDecimal(amount, currency) as unknown as number);
}
