import { closest, distance } from 'fastest-levenshtein';

/** Shorter names are too similar to those of other programs: HOME is two letters from HOST. */
const SHORTEST_NAME = 7;
const FARTHEST = 2;

/** Finds variables that are one or two letters away from a setting that isn't set itself: they would be silently ignored. */
export function misspeltNames(
  env: Record<string, string | undefined>,
  settings: readonly string[],
): string[] {
  return Object.keys(env)
    .filter((name) => !settings.includes(name))
    .map((name) => ({
      name,
      nearest: settings.find((each) => isSwapped(name, each)) ?? near(name, settings),
    }))
    .filter(({ nearest }) => nearest && !env[nearest])
    .map(({ name, nearest }) => `${name} isn’t a setting; did you mean ${nearest}?`);
}

function near(name: string, settings: readonly string[]): string | undefined {
  if (name.length < SHORTEST_NAME) return undefined;
  const nearest = closest(name, settings);
  return distance(name, nearest) <= FARTHEST ? nearest : undefined;
}

/** Two swapped neighbouring letters are a misspelling in a short name too: PROT. */
function isSwapped(name: string, setting: string): boolean {
  const at = [...name].findIndex((letter, index) => letter !== setting[index]);
  if (at < 0 || name.length !== setting.length) return false;
  return name === `${setting.slice(0, at)}${setting[at + 1]}${setting[at]}${setting.slice(at + 2)}`;
}
