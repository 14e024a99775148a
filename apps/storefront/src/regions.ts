import type { Address } from '@service/client-js';
import { FieldError } from './explain.ts';

/** By country, then code of ISO 3166-2, of those whose addresses name one and whose taxes depend on it. */
const REGIONS: Readonly<Record<string, string>> = {
  US: `AL Alabama;AK Alaska;AZ Arizona;AR Arkansas;CA California;CO Colorado;CT Connecticut;DE Delaware;DC District of Columbia;
    FL Florida;GA Georgia;HI Hawaii;ID Idaho;IL Illinois;IN Indiana;IA Iowa;KS Kansas;KY Kentucky;LA Louisiana;ME Maine;
    MD Maryland;MA Massachusetts;MI Michigan;MN Minnesota;MS Mississippi;MO Missouri;MT Montana;NE Nebraska;NV Nevada;
    NH New Hampshire;NJ New Jersey;NM New Mexico;NY New York;NC North Carolina;ND North Dakota;OH Ohio;OK Oklahoma;OR Oregon;
    PA Pennsylvania;RI Rhode Island;SC South Carolina;SD South Dakota;TN Tennessee;TX Texas;UT Utah;VT Vermont;VA Virginia;
    WA Washington;WV West Virginia;WI Wisconsin;WY Wyoming`,
  CA: `AB Alberta;BC British Columbia;MB Manitoba;NB New Brunswick;NL Newfoundland and Labrador;NT Northwest Territories;
    NS Nova Scotia;NU Nunavut;ON Ontario;PE Prince Edward Island;QC Quebec;SK Saskatchewan;YT Yukon`,
  AU: `ACT Australian Capital Territory;NSW New South Wales;NT Northern Territory;QLD Queensland;SA South Australia;
    TAS Tasmania;VIC Victoria;WA Western Australia`,
};

/** Of a country whose addresses name one; empty elsewhere. */
export function regionsOf(country: string): { code: string; name: string }[] {
  if (!Object.hasOwn(REGIONS, country)) return [];
  const listed = REGIONS[country]?.split(';') ?? [];
  return listed.map((each) => {
    const [code = '', ...name] = each.trim().split(' ');
    return { code, name: name.join(' ') };
  });
}

/**
 * That of a form, such as US-NY, for an address in this country: without the country’s code, or null where addresses name none.
 * Refuses one that is missing, or another country’s.
 */
export function regionIn(country: string, given: string): string | null {
  const regions = regionsOf(country);
  const chosen = regions.find(({ code }) => given === `${country}-${code}`);
  if (regions.length > 0 && !chosen) throw new FieldError('region');
  return chosen?.code ?? null;
}

/** Where addresses name a region it stands behind the city, and the postal code behind both. */
export function cityLine({
  postalCode,
  city,
  region,
}: Pick<Address, 'postalCode' | 'city' | 'region'>): string {
  return region ? `${city}, ${region} ${postalCode}` : `${postalCode} ${city}`;
}
