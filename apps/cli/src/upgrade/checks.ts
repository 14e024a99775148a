import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Config, queueConnection } from '@service/config';
import { assertMigratable, migrationStatus, readDatabaseFacts } from '@service/db';
import { readRedisFacts } from '@service/jobs';
import { isS3 } from '../backup-file.ts';
import { type Check, fail, ok, warn } from '../check.ts';
import { checkModules } from '../check-modules.ts';

const OLDEST_REDIS = [6, 2];

/** Checks everything that an upgrade requires, and changes nothing. */
export async function checkUpgrade(
  config: Config,
  { backupFile }: { backupFile: string | undefined },
): Promise<Check[]> {
  return [
    ...(await checkDatabase(config)),
    await checkDisk(config, backupFile),
    await checkRedis(config),
    ...(await checkModules(config)),
  ];
}

async function checkDatabase({ DATABASE_URL }: Config): Promise<Check[]> {
  const { applied, pending, database, version } = await migrationStatus(DATABASE_URL);
  if (applied.length === 0)
    return [
      fail(
        'database',
        'it has never been migrated, so there is nothing to upgrade',
        'Run `commerce migrate`.',
      ),
    ];
  const { postgres, processes } = await readDatabaseFacts(DATABASE_URL);
  const refusal = await assertMigratable(DATABASE_URL, { major: true }).then(
    () => undefined,
    (error: Error) => error.message,
  );
  return [
    refusal
      ? fail('database', refusal)
      : ok(
          'database',
          `version ${database?.version ?? 'not recorded'} on PostgreSQL ${postgres} can become ${version}`,
        ),
    ok('migrations', pending.length === 0 ? 'none to apply' : `to apply: ${pending.join(', ')}`),
    ok(
      'processes',
      processes.length === 0 ? 'none is running' : `running, and paused meanwhile: ${processes.join(', ')}`,
    ),
  ];
}

/** A backup is compressed; it can't need more than the size of the database. */
async function checkDisk({ DATABASE_URL }: Config, file: string | undefined): Promise<Check> {
  if (!file || isS3(file)) return ok('disk', 'no backup is written here');
  const { bytes } = await readDatabaseFacts(DATABASE_URL);
  const { bavail, bsize } = await statfs(dirname(resolve(file)));
  const [free, needed] = [bavail * bsize, bytes].map((size) => Math.round(size / 1_000_000));
  const text = `${free} MB are free for the backup; the database has ${needed} MB`;
  return bavail * bsize < bytes ? fail('disk', text) : ok('disk', text);
}

async function checkRedis(config: Config): Promise<Check> {
  const { kind, url } = queueConnection(config);
  if (kind === 'postgres') return ok('redis', 'the queue is in PostgreSQL');
  const facts = await readRedisFacts(url).catch((error: Error) => error);
  if (facts instanceof Error)
    return warn('redis', `can’t be reached: ${facts.message}. Deliveries wait for it`);
  const [major = 0, minor = 0] = facts.version.split('.').map(Number);
  const [oldMajor = 0, oldMinor = 0] = OLDEST_REDIS;
  const isNew = major > oldMajor || (major === oldMajor && minor >= oldMinor);
  return isNew
    ? ok('redis', `Redis ${facts.version}`)
    : fail('redis', `Redis ${OLDEST_REDIS.join('.')} or later is needed; this is ${facts.version}`);
}
