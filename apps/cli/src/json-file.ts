import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';

/** An argument that names a file with JSON, or `-` for standard input: no secret stands among the arguments, which others see. */
export function jsonFile<T>(file: string): T {
  try {
    return JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InvalidArgumentError(code ? `${file} can’t be read (${code}).` : `${file} is no JSON.`);
  }
}
