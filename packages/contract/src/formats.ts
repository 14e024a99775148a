import { iso31661Alpha2ToAlpha3 } from 'iso-3166/1-a2-to-1-a3.js';

const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

/**
 * The specification's e-mail rule: no leading dot and no two dots in a row before the @, dot-separated labels behind
 * it, the last one of at least two letters. Spaces around the address are forgiven; they are trimmed before use.
 */
export function isEmail(value: string): boolean {
  const address = value.trim();
  const at = address.lastIndexOf('@');
  if (at < 1 || at > 64) return false;
  return LOCAL_PART.test(address.slice(0, at)) && DOMAIN.test(address.slice(at + 1));
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** As Postgres reads it; a `urn:uuid:` in front, which JSON Schema allows, it doesn't know. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/** An assigned code of ISO 3166-1 alpha-2, in either case. `UK`, `EU` and `XX` are reserved or made up, not assigned. */
export function isCountry(value: string): boolean {
  return /^[A-Za-z]{2}$/.test(value) && Object.hasOwn(iso31661Alpha2ToAlpha3, value.toUpperCase());
}

/** The formats of this service's schemas, which every validator must know beside JSON Schema's own. */
export const FORMATS = { email: isEmail, uuid: isUuid, country: isCountry };

/** E-mail addresses are compared without regard to case. */
export function normaliseEmail(value: string): string {
  return value.trim().toLowerCase();
}
