import type { VatStatus } from '@service/contract';
import { checkVAT, countries } from 'jsvat';

/** Countries that VIES covers: the member states (Greece as EL), and Northern Ireland. Great Britain isn't one. */
const VIES_COUNTRIES = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
);

export interface VatNumber {
  /**
   * The number as VIES writes it: the country's letters and the number, without spaces, dots or dashes. An invalid number stays
   * as it was typed, so that the mistake stays visible.
   */
  normalised: string;
  country: string;
  number: string;
  /** The status that is known without a request. Never `valid`: only VIES can confirm that. */
  status: Extract<VatStatus, 'pending' | 'invalid' | 'unsupported'>;
}

/** The country in ISO 3166-1 that a normalised number names: Greece's say EL. Northern Ireland (XI) is none. */
export function countryOfVatNumber(normalised: string): string {
  const country = normalised.slice(0, 2);
  return country === 'EL' ? 'GR' : country;
}

/**
 * Takes a number apart and checks its syntax. A checksum that fails is no proof, because countries change theirs: such a number
 * is checked with VIES rather than called invalid.
 */
export function parseVatNumber(text: string): VatNumber {
  // Only a–z: another alphabet's letters can become longer when written large.
  const large = text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
  const bare = large.replace(/[^A-Z0-9+*]/g, '') || text;
  const normalised = bare.startsWith('GR') ? `EL${bare.slice(2)}` : bare;
  const country = normalised.slice(0, 2);
  const number = normalised.slice(2);
  const status = offlineStatus(normalised, country, number);
  return { normalised: status === 'invalid' ? text.trim() || text : normalised, country, number, status };
}

function offlineStatus(normalised: string, country: string, number: string): VatNumber['status'] {
  // Northern Ireland's numbers look like Great Britain's.
  const asWritten = country === 'XI' ? `GB${number}` : normalised;
  const { isValidFormat } = checkVAT(asWritten, countries);
  if (!isValidFormat) return 'invalid';
  return VIES_COUNTRIES.has(country) ? 'pending' : 'unsupported';
}
