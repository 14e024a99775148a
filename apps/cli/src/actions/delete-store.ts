import type { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '@service/config';
import { pictures, type SystemContext, search, tenants } from '@service/core';
import {
  backup,
  countTenantRows,
  deleteTenant,
  deliveriesUnderWay,
  runningProcesses,
  type TenantRows,
  withOwner,
} from '@service/db';
import { writeBackup } from '../backup-file.ts';
import type { Cli } from '../cli.ts';

/** After this time, a delivery counts as left by a dead worker. */
const DRAINED_WITHIN_MS = 60_000;

export const countRows = countTenantRows;

export function totalOf(tables: readonly TenantRows[]): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

/** Suspends the store, and waits until none of its work is running any more. */
export async function closeStore(
  system: SystemContext,
  { DATABASE_URL }: Config,
  tenantId: string,
): Promise<void> {
  await tenants.suspendTenant(system.forTenant(tenantId, { kind: 'cli' }));
  await withOwner(DATABASE_URL, async (client) => {
    if ((await runningProcesses(client)).length === 0) return;
    await wait(2 * tenants.SUSPENSION_KNOWN_MS);
    const deadline = performance.now() + DRAINED_WITHIN_MS;
    while ((await deliveriesUnderWay(client, tenantId)) > 0 && performance.now() < deadline) await wait(200);
  });
}

/** Writes only the store, in the format of a backup. */
export async function exportStore(config: Config, tenantId: string, file: string): Promise<void> {
  const write = (sink: Writable) => backup(config.DATABASE_URL, sink, { tenantId });
  await writeBackup(config, file, write);
}

/** Also deletes its files, and its products in a search engine. Returns how many rows there were. */
export async function deleteRows(
  system: SystemContext,
  { DATABASE_URL }: Config,
  tenantId: string,
  progress: Cli['progress'],
): Promise<number> {
  await search.endSearch(system, tenantId);
  await pictures.deletePictureFiles(system.forTenant(tenantId, { kind: 'cli' }));
  const total = totalOf(await countTenantRows(DATABASE_URL, tenantId));
  let done = 0;
  await deleteTenant(DATABASE_URL, tenantId, ({ table, rows }) => {
    done += rows;
    progress(`Deleting ${table} …`, done / Math.max(total, done));
  });
  return done;
}
