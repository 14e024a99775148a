import type { VatStatus } from '@service/contract';
import { checkVAT, countries } from 'jsvat';

/** Countries that VIES covers: the member states (Greece as EL), and Northern Ireland. Great Britain isn't covered. */
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

/** The country of a normalised number in ISO 3166-1; Greek numbers contain EL. Northern Ireland (XI) isn't a country there. */
export function countryOfVatNumber(normalised: string): string {
  const country = normalised.slice(0, 2);
  return country === 'EL' ? 'GR' : country;
}

/**
 * Splits a number and checks its syntax. A wrong checksum proves nothing, because countries change theirs: such a number is
 * checked with VIES instead of being called invalid.
 */
export function parseVatNumber(text: string): VatNumber {
  // Only a–z: letters of other alphabets can become longer in upper case.
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
