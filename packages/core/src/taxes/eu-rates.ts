/** One standard rate of VAT and the day from which it holds. */
export interface DatedRate {
  /** `YYYY-MM-DD`. */
  validFrom: string;
  rateBasisPoints: number;
}

/** The first day of this table: the start of the EU's one-stop shop. */
const START = '2021-07-01';

const since = (rateBasisPoints: number, validFrom = START): DatedRate => ({ validFrom, rateBasisPoints });

/**
 * The standard rates of VAT of the EU's member states, oldest first. Source: the European Commission's "Taxes in
 * Europe" database. A rate that a parliament has decided can be entered before it holds; until a release has it, a store
 * enters it in its tax settings, which go before this table.
 */
export const EU_STANDARD_RATES: Readonly<Record<string, readonly DatedRate[]>> = {
  AT: [since(2000)],
  BE: [since(2100)],
  BG: [since(2000)],
  CY: [since(1900)],
  CZ: [since(2100)],
  DE: [since(1900)],
  DK: [since(2500)],
  EE: [since(2000), since(2200, '2024-01-01'), since(2400, '2025-07-01')],
  ES: [since(2100)],
  FI: [since(2400), since(2550, '2024-09-01')],
  FR: [since(2000)],
  GR: [since(2400)],
  HR: [since(2500)],
  HU: [since(2700)],
  IE: [since(2300)],
  IT: [since(2200)],
  LT: [since(2100)],
  LU: [since(1700), since(1600, '2023-01-01'), since(1700, '2024-01-01')],
  LV: [since(2100)],
  MT: [since(1800)],
  NL: [since(2100)],
  PL: [since(2300)],
  PT: [since(2300)],
  RO: [since(1900), since(2100, '2025-08-01')],
  SE: [since(2500)],
  SI: [since(2200)],
  SK: [since(2000), since(2300, '2025-01-01')],
};

/** The country whose VAT holds in a country: Monaco belongs to France (Article 7 of Directive 2006/112/EC). */
export function vatCountryOf(country: string): string {
  return country === 'MC' ? 'FR' : country;
}

export function isMemberState(country: string): boolean {
  return Object.hasOwn(EU_STANDARD_RATES, vatCountryOf(country));
}

/** Its postcodes alone say that an address of GB is there. */
const NORTHERN_IRELAND = /^BT\d/i;

interface Destination {
  country: string;
  postalCode?: string | null | undefined;
}

/** Whether a sale takes the goods out of the EU. For goods Northern Ireland isn't outside (Windsor Framework). */
export function isExport(from: string, { country, postalCode }: Destination): boolean {
  const isInNorthernIreland = country === 'GB' && NORTHERN_IRELAND.test(postalCode ?? '');
  return isMemberState(from) && !isMemberState(country) && !isInNorthernIreland;
}
