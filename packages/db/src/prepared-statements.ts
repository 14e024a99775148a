import { LRUCache } from 'lru-cache';

/** How many SQL texts have a name; the least recently used make room. */
const MAX_NAMED = 500;

/**
 * A connection that has prepared more is replaced, because the driver frees none: a list of ids makes a new text for each length,
 * without an end.
 */
export const MAX_PREPARED = 2 * MAX_NAMED;

/**
 * Part of an SQL text that PostgreSQL plans each time, for its values: a value that most rows match and a value that few match
 * need different plans, and a prepared statement would soon have one for all.
 */
export const PLANNED_BY_VALUES = '/* planned by values */';

/** Names SQL texts, so that the driver prepares them. No name is given twice; the empty one isn't prepared. */
export function createStatementNames(): (text: string) => string {
  const names = new LRUCache<string, string>({ max: MAX_NAMED });
  let count = 0;
  return (text) => {
    if (text.includes(PLANNED_BY_VALUES)) return '';
    const known = names.get(text);
    if (known) return known;
    const name = `s${count++}`;
    names.set(text, name);
    return name;
  };
}
