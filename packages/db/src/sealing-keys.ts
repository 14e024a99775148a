import type pg from 'pg';
import { withOwner } from './owner.ts';
import { rowsOfTenant } from './rows-of-tenant.ts';
import { TABLES } from './tables.ts';

export interface SealingKey {
  /** The id as it stands in each text that the key has sealed. */
  id: string;
  secrets: number;
  /** `table.column` of each place where it has sealed something. */
  columns: string[];
}

/** Returns the keys of SECRETS_KEY that have sealed stored secrets: those that a restored database needs. */
export async function readSealingKeys(client: pg.Client, tenantId?: string): Promise<SealingKey[]> {
  const keys = new Map<string, SealingKey>();
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(TABLES);
  for (const table of tables)
    for (const column of table.columns.filter((name) => name.endsWith('_sealed'))) {
      const ofStore = tenantId === undefined ? undefined : rowsOfTenant(table);
      const name = client.escapeIdentifier(column);
      const { rows } = await client.query<{ id: string; secrets: number }>(
        `SELECT split_part(${name}, '.', 2) AS id, count(*)::int AS secrets FROM ${client.escapeIdentifier(table.name)}
         WHERE ${name} ~ '^v1[.][0-9a-f]{8}[.]' AND ${ofStore ?? 'true'} GROUP BY 1`,
        ofStore ? [tenantId] : [],
      );
      for (const { id, secrets } of rows) {
        const key = keys.get(id) ?? { id, secrets: 0, columns: [] };
        key.secrets += secrets;
        key.columns.push(`${table.name}.${column}`);
        keys.set(id, key);
      }
    }
  return [...keys.values()].sort((one, other) => one.id.localeCompare(other.id));
}

/** Reads the keys like `readSealingKeys`, on a connection of its own. */
export function findSealingKeys(databaseUrl: string): Promise<SealingKey[]> {
  return withOwner(databaseUrl, (client) => readSealingKeys(client));
}
