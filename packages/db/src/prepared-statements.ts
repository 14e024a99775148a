import { LRUCache } from 'lru-cache';

/** How many SQL texts each connection keeps prepared; the least recently used make room. */
export const MAX_PREPARED = 500;

/** Names SQL texts, so that the driver prepares them. No name is given twice. */
export function createStatementNames(): (query: { sql: string }) => string {
  const names = new LRUCache<string, string>({ max: MAX_PREPARED });
  let count = 0;
  return ({ sql }) => {
    const known = names.get(sql);
    if (known) return known;
    const name = `s${count++}`;
    names.set(sql, name);
    return name;
  };
}
