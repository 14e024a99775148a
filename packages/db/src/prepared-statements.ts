import { LRUCache } from 'lru-cache';

/** How many SQL texts each connection keeps prepared; the least recently used make room. */
export const MAX_PREPARED = 500;

/**
 * Part of an SQL text that PostgreSQL plans anew each time, for its values: what most rows match and what few match need
 * different plans, and a prepared statement would soon have one for all.
 */
export const PLANNED_BY_VALUES = '/* planned by values */';

/** Names SQL texts, so that the driver prepares them. No name is given twice; the empty one isn't prepared. */
export function createStatementNames(): (query: { sql: string }) => string {
  const names = new LRUCache<string, string>({ max: MAX_PREPARED });
  let count = 0;
  return ({ sql }) => {
    if (sql.includes(PLANNED_BY_VALUES)) return '';
    const known = names.get(sql);
    if (known) return known;
    const name = `s${count++}`;
    names.set(sql, name);
    return name;
  };
}
