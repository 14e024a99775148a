import { closest, distance } from 'fastest-levenshtein';

/** Shorter names are too close to what other programs use: HOME is two letters from HOST. */
const SHORTEST_NAME = 7;
const FARTHEST = 2;

/**
 * Finds variables that are one or two letters away from a setting that isn't set itself: they would be ignored in
 * silence.
 */
export function misspeltNames(
  env: Record<string, string | undefined>,
  settings: readonly string[],
): string[] {
  return Object.keys(env)
    .filter((name) => name.length >= SHORTEST_NAME && !settings.includes(name))
    .map((name) => ({ name, nearest: closest(name, settings) }))
    .filter(({ name, nearest }) => distance(name, nearest) <= FARTHEST && !env[nearest])
    .map(({ name, nearest }) => `${name} isn’t a setting; did you mean ${nearest}?`);
}
