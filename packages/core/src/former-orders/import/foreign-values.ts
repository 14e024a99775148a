import { currencyDigits } from '@service/contract';
import { cell, type Line } from '../../imports/index.ts';

/** A whole number; what is none is left to the check of the row. */
export function count(text: string | undefined): number | string | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : text;
}

/** An amount with as many digits as the currency has: programs write more or fewer. */
export function rounded(text: string | undefined, currency = ''): string | undefined {
  if (text === undefined || !/^-?\d+[.,]\d+$/.test(text)) return text;
  return Number(text.replace(',', '.')).toFixed(currencyDigits(currency.toUpperCase()));
}

/** Of the first and the last name. */
export function fullName(line: Line, part: string): string | undefined {
  const names = [cell(line, `${part}_first_name`), cell(line, `${part}_last_name`)];
  return names.filter((name) => name?.trim()).join(' ') || undefined;
}
