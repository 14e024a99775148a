import type { Destination } from './eu-rates.ts';

/** The place where a rate that a store has entered applies. */
export interface RatePlace {
  country: string;
  /** The region as shoppers write it; absent: the whole country. */
  region?: string | undefined;
  /** `90210`, a beginning such as `902*`, or a range of equally long ones such as `90000-90999`; absent: every one. */
  postalCode?: string | undefined;
}

/**
 * How precisely a place matches the goods' destination: more matching characters of the postal code count more, then a region.
 * Undefined: the destination isn't there.
 */
export function exactness(
  place: RatePlace,
  { country, region, postalCode }: Destination,
): number | undefined {
  if (place.country !== country) return undefined;
  if (place.region !== undefined && regionKey(place.region, country) !== regionKey(region ?? '', country))
    return undefined;
  const ofRegion = place.region === undefined ? 0 : 1;
  if (place.postalCode === undefined) return ofRegion;
  const named = namedCharacters(place.postalCode, postalKey(postalCode ?? '', country));
  return named === undefined ? undefined : 2 * named + ofRegion;
}

/** Whether a postal code matches one of the patterns; without patterns, every code does. */
export function hasPostalCode(patterns: readonly string[], at: Destination | null): boolean {
  if (patterns.length === 0) return true;
  return (
    at !== null &&
    patterns.some((postalCode) => exactness({ country: at.country, postalCode }, at) !== undefined)
  );
}

/** How many characters of the code a pattern matches. Undefined: it doesn't match. */
function namedCharacters(pattern: string, code: string): number | undefined {
  const [from = '', to] = pattern.split('-').map(plain);
  if (to !== undefined) {
    const beginning = code.slice(0, from.length);
    return beginning.length === from.length && from <= beginning && beginning <= to
      ? commonLength(from, to)
      : undefined;
  }
  if (from.endsWith('*')) return code.startsWith(from.slice(0, -1)) ? from.length - 1 : undefined;
  // One more than for a beginning of the same length.
  return code === from ? from.length + 1 : undefined;
}

function commonLength(from: string, to: string): number {
  const differs = [...from].findIndex((character, index) => character !== to[index]);
  return differs === -1 ? from.length : differs;
}

/** The mistake in the postal code of a place; undefined: there is none. */
export function mistakeIn({ country, postalCode = '' }: RatePlace): string | undefined {
  const [from = '', to] = postalCode.split('-').map(plain);
  if (country === 'US' && from.replace('*', '').length > US_DIGITS)
    return `has more than the ${US_DIGITS} digits that are looked at`;
  if (to === undefined) return undefined;
  if (from.length !== to.length)
    return 'is a range, whose ends are equally long; write a code without its hyphen';
  return from > to ? 'is a range that ends before it begins' : undefined;
}

/** Equal for places that are the same, however they are written. */
export function placeKey({ country, region = '', postalCode = '' }: RatePlace): string {
  return [country, regionKey(region, country), plain(postalCode)].join('|');
}

/** Equal for the ways in which shoppers write a region: without the country's code, in capitals. */
export function regionKey(region: string, country: string): string {
  const written = region.trim().toUpperCase();
  return written.startsWith(`${country}-`) ? written.slice(country.length + 1) : written;
}

/** The first digits of a nine-digit code of the United States, which identify the place. */
const US_DIGITS = 5;

function postalKey(code: string, country: string): string {
  const written = plain(code.replaceAll('-', ''));
  return country === 'US' ? written.slice(0, US_DIGITS) : written;
}

function plain(code: string): string {
  return code.replaceAll(' ', '').toUpperCase();
}
