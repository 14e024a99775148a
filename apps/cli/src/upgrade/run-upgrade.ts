import type { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '@service/config';
import {
  backup,
  deliveriesUnderWay,
  endUpgrade,
  fenceWriters,
  migrationStatus,
  readUpgrade,
  recordUpgrade,
  restore,
  runningProcesses,
  type Upgrade,
  WATCH_MS,
  withOwner,
} from '@service/db';
import { withBackup, writeBackup } from '../backup-file.ts';
import type { Cli } from '../cli.ts';
import { CommandError } from '../exit-codes.ts';
import { migrateAll } from '../migrate-all.ts';
import { spreadAgain } from '../spread-again.ts';
import { checkBeside } from './check-beside.ts';

/** Two concurrent upgrades would undo each other's work; any number that no other lock of ours uses. */
const UPGRADE_LOCK = 7_210_002;

/** After this time, a delivery counts as left by a dead worker. */
const DRAINED_WITHIN_MS = 60_000;

type Client = Parameters<Parameters<typeof withOwner>[1]>[0];

interface UpgradeOptions {
  backupFile: string;
  /** The caller has a backup, so none is made, and nothing is restored. */
  hasBackup: boolean;
}

/**
 * Upgrades the database to this release: pause, back up, migrate, check, and restore if anything fails. Each step is recorded
 * before it begins, so that the next run completes a step of a killed one.
 */
export async function runUpgrade(
  { config, env, note }: Cli,
  options: UpgradeOptions,
): Promise<{ from: string | null; to: string }> {
  const settings = config();
  return withOwner(settings.DATABASE_URL, async (client) => {
    const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [
      UPGRADE_LOCK,
    ]);
    if (!rows[0]?.free) throw new CommandError('Another upgrade of this database is running.');
    await client.query("SET lock_timeout = '60s'");
    const run = { client, settings, env, note, options };
    const found = await readUpgrade(client);
    if (found) note(`An upgrade was interrupted at ${found.step}; going on.`);
    if (found?.step === 'restoring')
      return restoreBackup(run, found, 'the upgrade that was interrupted had failed');
    const isMigrating = found?.step === 'migrating' || found?.step === 'checking';
    const upgrade = isMigrating ? found : await prepare(run);
    await migrateAndCheck(run, upgrade);
    return { from: upgrade.from, to: upgrade.to };
  });
}

interface Run {
  client: Client;
  settings: Config;
  env: Cli['env'];
  note: Cli['note'];
  options: UpgradeOptions;
}

/** Until nothing is written any more and the backup is complete. Nothing has changed yet, so a failure ends the maintenance. */
async function prepare({ client, settings, note, options }: Run): Promise<Upgrade> {
  const { database, version: to } = await migrationStatus(settings.DATABASE_URL);
  const upgrade: Upgrade = { step: 'draining', since: new Date(), from: database?.version ?? null, to };
  await recordUpgrade(client, upgrade);
  try {
    note('Pausing API and workers …');
    await drain(client);
    await fenceWriters(client);
    if (options.hasBackup) return upgrade;
    await recordUpgrade(client, { ...upgrade, step: 'backing-up' });
    note(`Backing up to ${options.backupFile} …`);
    const write = (sink: Writable) => backup(settings.DATABASE_URL, sink);
    // A killed run may have left one.
    await writeBackup(settings, options.backupFile, write, { overwrite: true });
    return { ...upgrade, backup: options.backupFile };
  } catch (error) {
    await endUpgrade(client);
    throw new CommandError(`Nothing was upgraded: ${messageOf(error)}`);
  }
}

/** Requests are refused and no work begins once every process has noticed; running work is recorded first. */
async function drain(client: Client): Promise<void> {
  if ((await runningProcesses(client)).length === 0) return;
  await wait(2 * WATCH_MS);
  const deadline = performance.now() + DRAINED_WITHIN_MS;
  while ((await deliveriesUnderWay(client)) > 0 && performance.now() < deadline) await wait(200);
}

async function migrateAndCheck(run: Run, upgrade: Upgrade): Promise<void> {
  const { client, settings, env, note } = run;
  try {
    await recordUpgrade(client, { ...upgrade, step: 'migrating' });
    const onMigration = (name: string) => note(`Applying ${name} …`);
    await migrateAll(settings, { onMigration, major: true });
    await recordUpgrade(client, { ...upgrade, step: 'checking' });
    note('Starting an API and a worker of this release beside, and asking them …');
    await checkBeside(env);
  } catch (error) {
    return restoreBackup(run, upgrade, messageOf(error));
  }
  await endUpgrade(client);
}

async function restoreBackup(
  { client, settings, note }: Run,
  upgrade: Upgrade,
  cause: string,
): Promise<never> {
  const { backup: file } = upgrade;
  if (!file)
    throw new CommandError(
      `The upgrade failed: ${cause}\nNo backup was taken, so the database stays closed. Restore yours with \`commerce restore <file> --force\`, or run \`commerce upgrade\` again when the cause is gone.`,
    );
  await withBackup(settings, file, async (source) => {
    await recordUpgrade(client, { ...upgrade, step: 'restoring' });
    note(`Restoring ${file} …`);
    await restore(settings.DATABASE_URL, source, { force: true });
  }).catch((error: Error) => {
    throw new CommandError(
      `The upgrade failed: ${cause}\nThe backup can’t be restored here: ${error.message} Run the command where it is.`,
    );
  });
  throw new CommandError(
    `The upgrade to ${upgrade.to} failed, and the database is again as it was before, of version ${upgrade.from ?? 'unknown'}: ${cause}${await spreadAgain(settings.DATABASE_URL)}`,
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
