import type { SystemContext } from '@service/core';

/** PostgreSQL's counters so far; a connection reports them when it closes, or about once a second. */
export interface Writes {
  transactions: number;
  tables: Record<string, { updates: number; hot: number }>;
}

export async function readWrites({ db }: Pick<SystemContext, 'db'>): Promise<Writes> {
  const [counted] = await db.sql<Writes[]>`
    SELECT (SELECT xact_commit::float8 FROM pg_stat_database WHERE datname = current_database()) AS transactions,
           jsonb_object_agg(relname, jsonb_build_object('updates', n_tup_upd, 'hot', n_tup_hot_upd)) AS tables
    FROM pg_stat_user_tables WHERE relname IN ('webhook_deliveries', 'webhook_attempts')`;
  return counted ?? { transactions: 0, tables: {} };
}

/**
 * The writes of one delivery: transactions, which share claims and records, and updates, of which those that are HOT write no
 * index.
 */
export function describeWrites(before: Writes, after: Writes, count: number): string {
  const ofOne = (number: number) => (number / count).toFixed(2);
  const tables = Object.entries(after.tables).map(([name, { updates, hot }]) => {
    const earlier = before.tables[name] ?? { updates: 0, hot: 0 };
    return `${name} ${ofOne(updates - earlier.updates)} updates, ${ofOne(hot - earlier.hot)} of them HOT`;
  });
  return [`${ofOne(after.transactions - before.transactions)} transactions`, ...tables].join('; ');
}
