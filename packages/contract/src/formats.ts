import { iso31661Alpha2ToAlpha3 } from 'iso-3166/1-a2-to-1-a3.js';
import { isCurrency } from './currencies.ts';

const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

/**
 * The rule for e-mail addresses: no leading dot and no two dots in a row before the @, dot-separated labels behind it, the last
 * one of at least two letters. Spaces around the address are allowed; they are trimmed before use.
 */
export function isEmail(value: string): boolean {
  const address = value.trim();
  const at = address.lastIndexOf('@');
  if (at < 1 || at > 64) return false;
  return LOCAL_PART.test(address.slice(0, at)) && DOMAIN.test(address.slice(at + 1));
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether Postgres reads it as a UUID; a `urn:uuid:` in front, which JSON Schema allows, is unknown to it. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/** An assigned code of ISO 3166-1 alpha-2, in either case. `UK`, `EU` and `XX` are reserved or made up, not assigned. */
export function isCountry(value: string): boolean {
  return /^[A-Za-z]{2}$/.test(value) && Object.hasOwn(iso31661Alpha2ToAlpha3, value.toUpperCase());
}

const TIME_ZONE = /^(UTC|[A-Za-z]+(\/[A-Za-z0-9_+-]+)+)$/;

/** A zone of the IANA database by its name, such as `Europe/Berlin`. An offset is none: PostgreSQL reads its sign the other way. */
function isTimeZone(value: string): boolean {
  if (!TIME_ZONE.test(value)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }) !== undefined;
  } catch {
    return false;
  }
}

const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const TIME =
  /^.{10}[Tt ]([01][0-9]|2[0-3])(:[0-5][0-9]){2}(\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):?[0-5][0-9])$/;
const BEGIN_OF_YEAR_1 = Date.parse('0001-01-01T00:00:00Z');
const BEGIN_OF_YEAR_10000 = Date.parse('+010000-01-01T00:00:00Z');

/** A day of the calendar that PostgreSQL has: it knows no year 0. */
function isDate(value: string): boolean {
  return DATE.test(value) && isKnown(new Date(value)) && new Date(value).toISOString().startsWith(value);
}

/** A moment of RFC 3339 that JavaScript and PostgreSQL have: no second 60 and, in UTC, no year 0 and no year 10000. */
function isDateTime(value: string): boolean {
  return TIME.test(value) && isDate(value.slice(0, 10)) && isKnown(new Date(value));
}

function isKnown(date: Date): boolean {
  return date.getTime() >= BEGIN_OF_YEAR_1 && date.getTime() < BEGIN_OF_YEAR_10000;
}

/** The formats of this service's schemas, and those of JSON Schema that it reads more strictly; every validator must know them. */
export const FORMATS = {
  email: isEmail,
  uuid: isUuid,
  country: isCountry,
  currency: isCurrency,
  'time-zone': isTimeZone,
  date: isDate,
  'date-time': isDateTime,
};

/** E-mail addresses are compared without regard to case. */
export function normaliseEmail(value: string): string {
  return value.trim().toLowerCase();
}
