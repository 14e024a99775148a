import { currencyDigits, toDecimal } from '@service/client-js';

/** “12.50” or “12,50” in minor units; undefined: it isn't an amount of this currency. */
export function parseAmount(text: string, currency: string): number | undefined {
  const [, whole, part = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  const digits = currencyDigits(currency);
  if (whole === undefined || part.length > digits) return undefined;
  const amount = Number(whole + part.padEnd(digits, '0'));
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/** Minor units as a user types them, such as “12.50”. */
export function typedAmount(amount: number, currency: string): string {
  return toDecimal(amount, currency);
}

/** “12,50” as “12.50”, the form in which typed amounts are kept; any other text stays as it is. */
export function withPoint(text: string): string {
  return /^\s*\d*,\d*\s*$/.test(text) ? text.replace(',', '.') : text;
}

/** “19” or “8,1” percent in hundredths of a percent; undefined: it isn't a rate, or has more decimals. */
export function parsePercent(text: string, decimals = 2): number | undefined {
  const [, whole, part = ''] = /^(\d{1,3})(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || part.length > decimals) return undefined;
  const basisPoints = Number(whole + part.padEnd(4, '0')) / 100;
  return basisPoints <= 10_000 ? basisPoints : undefined;
}

export function typedPercent(basisPoints: number): string {
  return String(Number((basisPoints / 100).toFixed(4)));
}
