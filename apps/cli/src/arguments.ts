import { isCountry, isEmail, isUuid, ROLES, type Role } from '@service/contract';
import { InvalidArgumentError } from 'commander';

/** An argument that is the id of a store. */
export function storeId(given: string): string {
  if (!isUuid(given)) throw new InvalidArgumentError('It is no id of a store.');
  return given;
}

/** An argument that is the id of another resource. */
export function uuid(given: string): string {
  if (!isUuid(given))
    throw new InvalidArgumentError('It is no id, such as 5b0a7d5e-1c1f-4e58-9a40-9c1f6d6a7c11.');
  return given;
}

/** A node of Citus, written as Citus does. */
export function hostAndPort(given: string): { host: string; port: number } {
  const [, host = '', port = ''] = /^(.+):(\d+)$/.exec(given) ?? [];
  if (!host) throw new InvalidArgumentError('It is no host and port, such as 10.0.0.7:5432.');
  return { host, port: Number(port) };
}

export function emailAddress(given: string): string {
  if (!isEmail(given)) throw new InvalidArgumentError('It is no e-mail address.');
  return given;
}

export function countryCode(given: string): string {
  if (!isCountry(given)) throw new InvalidArgumentError('It is no assigned code of ISO 3166-1, such as DE.');
  return given;
}

export function currencyCode(given: string): string {
  if (!/^[a-z]{3}$/i.test(given))
    throw new InvalidArgumentError('It is no code of three letters, such as EUR.');
  return given;
}

export function shortText(given: string): string {
  if (given.trim() === '' || given.length > 255)
    throw new InvalidArgumentError('It has 1 to 255 characters.');
  return given;
}

export function roleName(given: string): Role {
  if (!Object.hasOwn(ROLES, given))
    throw new InvalidArgumentError(`It is one of ${Object.keys(ROLES).join(', ')}.`);
  return given as Role;
}
