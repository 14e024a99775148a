/** A VAT rate and the day from which it applies. */
export interface DatedRate {
  /** `YYYY-MM-DD`. */
  validFrom: string;
  rateBasisPoints: number;
}

/** The first day of this table: the start of the EU's one-stop shop. */
const START = '2021-07-01';

const since = (rateBasisPoints: number, validFrom = START): DatedRate => ({ validFrom, rateBasisPoints });

/**
 * The standard VAT rates of the EU's member states, oldest first. Source: the European Commission's "Taxes in Europe" database. A
 * rate that a parliament has decided can be entered before it applies; until a release contains it, a store enters it in its tax
 * settings, which take precedence over this table.
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

/** The day on which the reduced rates were read from the Commission's database. */
export const EU_RATES_READ_ON = '2026-08-22';

/** The reduced rates of a member state. */
interface ReducedRates {
  /** The highest first: if goods may have either rate, the store never charges too little. */
  reduced: readonly DatedRate[];
  /** The reduced rates on the day of this table. Each country decides which goods have which rate. */
  lower: readonly number[];
}

const reducedTo = (reduced: readonly DatedRate[], ...lower: number[]): ReducedRates => ({ reduced, lower });

/**
 * The reduced rates of the member states on the day of this table, without those of islands and exclaves. Source: the
 * European Commission's "Taxes in Europe" database. Parking rates are left out. Denmark has none.
 */
export const EU_REDUCED_RATES: Readonly<Record<string, ReducedRates>> = {
  AT: reducedTo([since(1300)], 1000, 490),
  BE: reducedTo([since(1200)], 600),
  BG: reducedTo([since(900)]),
  CY: reducedTo([since(900)], 500, 300),
  CZ: reducedTo([since(1500), since(1200, '2024-01-01')]),
  DE: reducedTo([since(700)]),
  EE: reducedTo([since(900), since(1300, '2025-01-01')], 900),
  ES: reducedTo([since(1000)], 400),
  FI: reducedTo([since(1400), since(1350, '2026-01-01')], 1000),
  FR: reducedTo([since(1000)], 550, 210),
  GR: reducedTo([since(1300)], 600, 400),
  HR: reducedTo([since(1300)], 500),
  HU: reducedTo([since(1800)], 500),
  IE: reducedTo([since(1350)], 900),
  IT: reducedTo([since(1000)], 500, 400),
  LT: reducedTo([since(900), since(1200, '2026-01-01')], 500),
  LU: reducedTo([since(800), since(700, '2023-01-01'), since(800, '2024-01-01')], 300),
  LV: reducedTo([since(1200)], 500),
  MT: reducedTo([since(700)], 500),
  NL: reducedTo([since(900)]),
  PL: reducedTo([since(800)], 500),
  PT: reducedTo([since(1300)], 600),
  RO: reducedTo([since(900), since(1100, '2025-08-01')]),
  SE: reducedTo([since(1200)], 600),
  SI: reducedTo([since(950)], 500),
  SK: reducedTo([since(1000), since(1900, '2025-01-01')], 500),
};

/** The rates of Northern Ireland, whose code is XI, for goods from the EU: those of the United Kingdom. */
const NORTHERN_IRELAND_RATES = [since(2000)];
const NORTHERN_IRELAND_REDUCED_RATES = [since(500)];

/**
 * Parts of member states in which the EU's VAT doesn't apply, by their postal codes. Source: Article 6 of Directive 2006/112/EC.
 * Territories with a country code of their own, such as Åland (AX) and Réunion (RE), aren't member states anyway.
 */
const OUTSIDE_OF_VAT_AREA: Readonly<Record<string, RegExp>> = {
  // Helgoland and Büsingen.
  DE: /^(27498|78266)$/,
  // The Canary Islands, Ceuta and Melilla.
  ES: /^(35|38|51|52)\d{3}$/,
  // Åland.
  FI: /^22\d{3}$/,
  // The overseas departments and territories. 980 is Monaco.
  FR: /^(97\d|98[4-8])\d{2}$/,
  // Mount Athos.
  GR: /^6308[67]$/,
  // Livigno and Campione d’Italia.
  IT: /^(23041|22061)$/,
};

/** Only the postcode shows that an address of GB is there. */
const NORTHERN_IRELAND = /^BT\d/i;

/** The place to which goods are sent. Without a postal code it counts as the country's main part. */
export interface Destination {
  country: string;
  region?: string | null | undefined;
  postalCode?: string | null | undefined;
}

/**
 * The country whose VAT applies at a place: Monaco belongs to France (Article 7), and Northern Ireland (`XI`) has its own for
 * goods to the EU (Windsor Framework). Null: a part of a member state in which no VAT applies.
 */
export function vatCountryAt({ country, postalCode }: Destination): string | null {
  if (country === 'MC') return 'FR';
  if (country === 'GB' && NORTHERN_IRELAND.test(postalCode ?? '')) return 'XI';
  const digits = (postalCode ?? '').replace(/\D/g, '');
  return OUTSIDE_OF_VAT_AREA[country]?.test(digits) ? null : country;
}

/** The standard rates of the country whose VAT applies, oldest first; none outside the EU's VAT area. */
export function ratesOfVatCountry(vatCountry: string | null): readonly DatedRate[] {
  if (vatCountry === 'XI') return NORTHERN_IRELAND_RATES;
  return (vatCountry !== null && EU_STANDARD_RATES[vatCountry]) || [];
}

/** The reduced rates of the country whose VAT applies, oldest first; none if it has none. */
export function reducedRatesOfVatCountry(vatCountry: string): readonly DatedRate[] {
  if (vatCountry === 'XI') return NORTHERN_IRELAND_REDUCED_RATES;
  return EU_REDUCED_RATES[vatCountry]?.reduced ?? [];
}

/** Whether it is a member state, or counts as one for goods. */
export function isInVatArea(vatCountry: string | null): boolean {
  return ratesOfVatCountry(vatCountry).length > 0;
}

/** Whether goods that an EU store sends there leave the EU's VAT area. */
export function isExport(storeCountry: string, destination: Destination): boolean {
  return isInVatArea(vatCountryAt({ country: storeCountry })) && !isInVatArea(vatCountryAt(destination));
}

/** The rate with the latest first day that isn't in the future; a rate without a first day has always applied. */
export function inForce<R extends { validFrom?: string | undefined }>(
  rates: readonly R[],
  today: string,
): R | undefined {
  const begun = rates.filter(({ validFrom = '' }) => validFrom <= today);
  return begun.toSorted((a, b) => ((a.validFrom ?? '') < (b.validFrom ?? '') ? -1 : 1)).at(-1);
}
