import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';

/**
 * An argument with the path of a JSON file, or `-` for standard input, so that no secret is among the arguments, which other
 * users see.
 */
export function jsonFile<T>(file: string): T {
  try {
    return JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InvalidArgumentError(code ? `${file} can’t be read (${code}).` : `${file} is no JSON.`);
  }
}
