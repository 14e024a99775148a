import { InvalidArgumentError } from 'commander';

/** Returns a name that a package, a module and a folder may have. */
export function packageName(given: string): string {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(given))
    throw new InvalidArgumentError('It has lower-case letters, digits and hyphens.');
  return given;
}
