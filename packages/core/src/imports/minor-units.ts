import { currencyDigits } from '@service/contract';

/**
 * Reads a decimal text with a point or a comma, such as 39.90. Null where it has more digits behind it than the currency has:
 * 1.250 may be meant as a thousand.
 */
export function toMinorUnits(text: string, currency: string): number | null {
  const digits = currencyDigits(currency);
  const [whole = '', fraction = ''] = text.split(/[.,]/);
  return fraction.length > digits ? null : Number(whole + fraction.padEnd(digits, '0'));
}
