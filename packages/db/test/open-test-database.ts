import pg from 'pg';
import { testDatabaseUrl } from '../../testing/src/database.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../src/open.ts';

export interface TestDatabase extends Database {
  /** A look from outside, on a connection of its own. */
  rows<T extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<T[]>;
}

/** The migrated database of the test run. */
export async function openTestDatabase(
  poolSize = 4,
  options: Partial<DatabaseOptions> = {},
): Promise<TestDatabase> {
  const url = await testDatabaseUrl();
  const database = openDatabase({ url, poolSize, ...options });
  const outside = new pg.Pool({ connectionString: url, max: 1 });
  return {
    ...database,
    rows: async (sql, values) => (await outside.query(sql, values)).rows,
    async close() {
      await database.close();
      await outside.end();
    },
  };
}
