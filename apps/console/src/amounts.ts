/** How many digits of a currency are behind the point. */
function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/** “12.50” or “12,50” in minor units; undefined: it is no amount of this currency. */
export function parseAmount(text: string, currency: string): number | undefined {
  const [, whole, part = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  const digits = digitsOf(currency);
  if (whole === undefined || part.length > digits) return undefined;
  const amount = Number(whole + part.padEnd(digits, '0'));
  return Number.isSafeInteger(amount) ? amount : undefined;
}
