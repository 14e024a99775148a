import type { Writable } from 'node:stream';
import type { Command } from 'commander';
import { withBackup, writeBackup } from '../backup-file.ts';
import type { Cli } from '../cli.ts';
import { examples } from '../examples.ts';
import { CommandError } from '../exit-codes.ts';
import { missingKeys, warningOfMissingKeys } from '../missing-keys.ts';
import { spreadAgain } from '../spread-again.ts';

const COPY_PICTURES = 'It has no files of pictures: copy what is at PICTURES_LOCATION after it.';
const RESTORE_PICTURES = 'Put the files of pictures back to PICTURES_LOCATION yourself.';

const TRUST_SQL =
  'run migrations that only the file knows, as the owner of the database: for a file that only you could write';

interface RestoreFlags {
  force?: boolean;
  dryRun?: boolean;
  whileRunning?: boolean;
  trustSql?: boolean;
}

export function addBackup(program: Command, { config, print, progress }: Cli): void {
  const command = program
    .command('backup')
    .description(
      'write the database as of one moment to a file, beside running processes; it holds no file of a picture, no setting and no key',
    )
    .option(
      '--to <file>',
      'file, s3://bucket/key, or - for standard output (default: commerce-<time>.backup)',
    )
    .option('--overwrite', 'replace a backup that is there already')
    .addHelpText(
      'after',
      examples(
        'commerce backup --to shop.backup',
        'commerce backup --to s3://backups/shop.backup',
        'commerce backup --to - | ssh vault "cat > shop.backup"',
      ),
    )
    .action(async ({ to, overwrite }: { to?: string; overwrite?: boolean }) => {
      const { backup } = await import('@service/db');
      const { DATABASE_URL } = config();
      const onProgress = (table: string, done: number) => progress(`Reading ${table} …`, done);
      if (to === '-') {
        await backup(DATABASE_URL, process.stdout, { onProgress });
        return;
      }
      const file = to ?? `commerce-${new Date().toISOString().replace(/[:.]/g, '-')}.backup`;
      const write = (sink: Writable) => backup(DATABASE_URL, sink, { onProgress });
      const { databaseVersion, rows } = await writeBackup(config(), file, write, { overwrite });
      print(
        { file, databaseVersion, rows },
        `${file} has ${rows} rows of version ${databaseVersion}. ${COPY_PICTURES}`,
      );
    });
  command
    .command('verify')
    .description(
      'restore a backup into a database of its own, compare every table with it, and drop that again',
    )
    .argument('<file>', 'the backup: a file, s3://bucket/key, or - for standard input')
    .option('--trust-sql', TRUST_SQL)
    .addHelpText('after', examples('commerce backup verify shop.backup'))
    .action(async (file: string, { trustSql }: { trustSql?: boolean }) => {
      const { verifyBackup } = await import('@service/db');
      const { onTable, onRead } = readingProgress(progress, 2);
      const settings = config();
      const { header, rows, tables } = await withBackup(
        settings,
        file,
        (source) => verifyBackup(settings.DATABASE_URL, source, { trustSql, onTable }),
        onRead,
      );
      const count = Object.keys(tables).length;
      print(
        {
          ...{ file, version: header.databaseVersion, createdAt: header.createdAt, tables: count, rows },
          missingKeys: missingKeys(settings, header.sealedWith ?? []),
        },
        `The backup is whole: ${count} tables with ${rows} rows of version ${header.databaseVersion}, taken at ${header.createdAt}.${warningOfMissingKeys(settings, header.sealedWith ?? [])}`,
      );
    });
}

export function addRestore(program: Command, { config, confirm, print, progress }: Cli): void {
  program
    .command('restore')
    .description('restore a backup into an empty database, in one transaction; stop API and workers before')
    .argument('<file>', 'the backup: a file, s3://bucket/key, or - for standard input')
    .option('--force', 'replace the content of the database')
    .option('--dry-run', 'only read the backup to its end, and print what would be replaced')
    .option('--while-running', 'although an API or a worker is connected to the database')
    .option('--trust-sql', TRUST_SQL)
    .addHelpText(
      'after',
      examples('commerce restore shop.backup --dry-run', 'commerce restore shop.backup --force --yes'),
    )
    .action(async (file: string, { force, dryRun, whileRunning, trustSql }: RestoreFlags) => {
      const { findSealingKeys, inspectBackup, readDatabaseFacts, restore } = await import('@service/db');
      const settings = config();
      const { onTable, onRead } = readingProgress(progress, dryRun ? 1 : 2);
      if (dryRun) {
        const { header, rows, replacedTables } = await withBackup(
          settings,
          file,
          (source) => inspectBackup(settings.DATABASE_URL, source, { trustSql, onTable }),
          onRead,
        );
        const name = nameOf(settings.DATABASE_URL);
        const what =
          replacedTables === 0
            ? `${name} is empty`
            : `--force would replace the ${replacedTables} tables of ${name}`;
        print(
          {
            ...{ file, version: header.databaseVersion, createdAt: header.createdAt, rows, replacedTables },
            missingKeys: missingKeys(settings, header.sealedWith ?? []),
          },
          `The backup is whole: ${rows} rows of version ${header.databaseVersion}, taken at ${header.createdAt}; ${what}.${warningOfMissingKeys(settings, header.sealedWith ?? [])}`,
        );
        return;
      }
      const { DATABASE_URL, DATABASE_RUNTIME_URL: runtimeUrl } = settings;
      const { processes } = await readDatabaseFacts(DATABASE_URL);
      if (processes.length > 0 && !whileRunning)
        throw new CommandError(
          `${processes.join(' and ')} are connected to the database. Stop them first, or say --while-running and restart them afterwards.`,
        );
      if (force) await confirm(`Everything in the database ${nameOf(DATABASE_URL)} is replaced by ${file}.`);
      const { header, rows } = await withBackup(
        settings,
        file,
        (source) => restore(DATABASE_URL, source, { force, runtimeUrl, trustSql, onTable }),
        onRead,
      );
      const sealedWith = (await findSealingKeys(DATABASE_URL)).map(({ id }) => id);
      const next = `Flush Redis, run commerce migrate, then ${processes.length > 0 ? 're' : ''}start API and worker.`;
      print(
        {
          ...{ file, version: header.databaseVersion, createdAt: header.createdAt, rows },
          missingKeys: missingKeys(settings, sealedWith),
        },
        `Restored ${rows} rows of version ${header.databaseVersion}, taken at ${header.createdAt}.${await spreadAgain(DATABASE_URL)} ${next} ${RESTORE_PICTURES}${warningOfMissingKeys(settings, sealedWith)}`,
      );
    });
}

/** The table that is being read, and the progress of a backup that is read in `passes` passes. */
function readingProgress(progress: Cli['progress'], passes: number) {
  let line = 'Reading …';
  let pass = 0;
  let share: number | undefined;
  const show = () => progress(line, share === undefined ? undefined : (pass + share) / passes);
  return {
    onTable(table: string) {
      line = `Reading ${table} …`;
      show();
    },
    onRead(read: number) {
      if (share === 1) pass += 1;
      share = read;
      show();
    },
  };
}

function nameOf(databaseUrl: string): string {
  return decodeURIComponent(/^[^:]+:\/\/[^/]*\/([^?]*)/.exec(databaseUrl)?.[1] ?? '');
}
