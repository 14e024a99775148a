// The faults that a test must notice: the first line that one would get wrong, or that was wrong once. One file for each area.
import { readdirSync } from 'node:fs';

/**
 * `what` says what breaks; `search` stands once in the file; `grep` names the tests where others would take long.
 * @typedef {{ what: string, file: string, search: string, replace: string, tests: string[], grep?: string }} Mutation
 */

export const AREAS = readdirSync(import.meta.dirname)
  .map((file) => file.replace(/\.mjs$/, ''))
  .filter((area) => area !== 'index')
  .sort();

/** @returns {Promise<(Mutation & { area: string })[]>} those of an area whose `what` contains one of the texts */
export async function readMutations(area, texts = []) {
  const found = [];
  for (const each of area ? [area] : AREAS) {
    const { default: mutations } = await import(`./${each}.mjs`);
    found.push(...mutations.map((mutation) => ({ ...mutation, area: each })));
  }
  return found.filter(({ what }) => texts.length === 0 || texts.some((text) => what.includes(text)));
}
