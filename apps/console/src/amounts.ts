import { currencyDigits, toDecimal } from '@service/client-js';

/** “12.50” or “12,50” in minor units; undefined: it is no amount of this currency. */
export function parseAmount(text: string, currency: string): number | undefined {
  const [, whole, part = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  const digits = currencyDigits(currency);
  if (whole === undefined || part.length > digits) return undefined;
  const amount = Number(whole + part.padEnd(digits, '0'));
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/** Minor units as they are typed, such as “12.50”. */
export function typedAmount(amount: number, currency: string): string {
  return toDecimal(amount, currency);
}

/** “19” or “8.1” percent in hundredths of a percent; undefined: it is none. */
export function parsePercent(text: string): number | undefined {
  if (!/^\d{1,3}([.,]\d{1,2})?$/.test(text.trim())) return undefined;
  const basisPoints = Math.round(Number(text.trim().replace(',', '.')) * 100);
  return basisPoints <= 10_000 ? basisPoints : undefined;
}

export function typedPercent(basisPoints: number): string {
  return String(basisPoints / 100);
}
