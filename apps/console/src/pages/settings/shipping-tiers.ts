import { parseAmount, typedAmount } from '../../amounts.ts';

export interface Tier {
  from: number;
  amount: number | null;
}

/** The measure of tiers; empty: there are none. */
export type TiersBy = '' | 'weight' | 'quantity' | 'value';

export const TIERED_BY = ['', 'weight', 'quantity', 'value'] as const;

/** From this tier on the option isn't offered. */
const NOT_OFFERED = '–';

/** “2000 = 6.90; 31500 = –” */
export function typedTiers(tiers: readonly Tier[], by: TiersBy, currency: string): string {
  const measure = (from: number) => (by === 'value' ? typedAmount(from, currency) : String(from));
  return tiers
    .map(
      ({ from, amount }) =>
        `${measure(from)} = ${amount === null ? NOT_OFFERED : typedAmount(amount, currency)}`,
    )
    .join('; ');
}

/** Undefined: a part of it can't be read, or isn't above the one before. */
export function parseTiers(text: string, by: TiersBy, currency: string): Tier[] | undefined {
  if (by === '') return [];
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean);
  const tiers = parts.map((part) => {
    const [begins = '', costs = '', ...rest] = part.split('=').map((each) => each.trim());
    const from = by === 'value' ? parseAmount(begins, currency) : parseUnits(begins);
    const amount = /^[–-]$/.test(costs) ? null : parseAmount(costs, currency);
    return from === undefined || amount === undefined || rest.length > 0 ? undefined : { from, amount };
  });
  const read = tiers.filter((tier) => tier !== undefined);
  const isAscending = read.every(({ from }, at) => at === 0 || from > (read[at - 1]?.from ?? 0));
  return read.length === tiers.length && isAscending ? read : undefined;
}

function parseUnits(text: string): number | undefined {
  return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}

/** “bulky, cooled”; undefined: one of them is no profile. */
export function parseProfiles(text: string): string[] | undefined {
  const profiles = text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean);
  return profiles.every((each) => /^(?=.{1,32}$)[a-z0-9]+(-[a-z0-9]+)*$/.test(each)) ? profiles : undefined;
}

const CODE = '[0-9A-Za-z][0-9A-Za-z ]{0,15}';
const PATTERN = new RegExp(`^${CODE}([*]|-${CODE})?$`);

/** “10*, 80000-81999”; undefined: one of them is no pattern. */
export function parsePostalCodes(text: string): string[] | undefined {
  const codes = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return codes.every((code) => PATTERN.test(code)) ? codes : undefined;
}
