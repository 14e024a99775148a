import type pg from 'pg';
import { DEADLINES } from './deadlines.ts';
import { createClient } from './servers.ts';

/** Runs `work` on one connection of the user who owns the tables: migrations, backups. */
export async function withOwner<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = createClient(databaseUrl, {
    connectionTimeoutMillis: DEADLINES.long.connectMs,
    keepAlive: true,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
