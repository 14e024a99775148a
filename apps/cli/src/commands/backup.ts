import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples } from '../examples.ts';
import { writeWhole } from '../write-whole.ts';

export function addBackup(program: Command, { config, note, print }: Cli): void {
  const command = program
    .command('backup')
    .description(
      'write the database as of one moment to a file, beside running processes; it holds no setting and no key',
    )
    .option('--to <file>', 'file to write; - for standard output (default: commerce-<time>.backup)')
    .addHelpText(
      'after',
      examples('commerce backup --to shop.backup', 'commerce backup --to - | ssh vault "cat > shop.backup"'),
    )
    .action(async ({ to }: { to?: string }) => {
      const { backup } = await import('@service/db');
      const { DATABASE_URL } = config();
      const onTable = (name: string) => note(`Reading ${name} …`);
      if (to === '-') {
        await backup(DATABASE_URL, process.stdout, { onTable });
        return;
      }
      const file = to ?? `commerce-${new Date().toISOString().replace(/[:.]/g, '-')}.backup`;
      const { databaseVersion, rows } = await writeWhole(file, (sink) =>
        backup(DATABASE_URL, sink, { onTable }),
      );
      print({ file, databaseVersion, rows }, `${file} has ${rows} rows of version ${databaseVersion}.`);
    });
  command
    .command('verify')
    .description(
      'restore a backup into a database of its own, compare every table with it, and drop that again',
    )
    .argument('<file>', 'the backup; - for standard input')
    .addHelpText('after', examples('commerce backup verify shop.backup'))
    .action(async (file: string) => {
      const { verifyBackup } = await import('@service/db');
      const onTable = (name: string) => note(`Restoring ${name} …`);
      const { header, rows, tables } = await verifyBackup(config().DATABASE_URL, sourceOf(file), { onTable });
      const count = Object.keys(tables).length;
      print(
        { file, version: header.databaseVersion, createdAt: header.createdAt, tables: count, rows },
        `${file} is whole: ${count} tables with ${rows} rows of version ${header.databaseVersion}, taken at ${header.createdAt}.`,
      );
    });
}

export function addRestore(program: Command, { config, note, print, confirm }: Cli): void {
  program
    .command('restore')
    .description(
      'put an empty database into the state of a backup, in one transaction; stop API and workers before',
    )
    .argument('<file>', 'the backup; - for standard input')
    .option('--force', 'replace what is in the database')
    .addHelpText(
      'after',
      examples('commerce restore shop.backup', 'commerce restore shop.backup --force --yes'),
    )
    .action(async (file: string, { force }: { force?: boolean }) => {
      const { restore } = await import('@service/db');
      const { DATABASE_URL, DATABASE_RUNTIME_URL: runtimeUrl } = config();
      if (force) await confirm(`Everything in the database ${nameOf(DATABASE_URL)} is replaced by ${file}.`);
      const onTable = (name: string) => note(`Restoring ${name} …`);
      const { header, rows } = await restore(DATABASE_URL, sourceOf(file), { force, runtimeUrl, onTable });
      print(
        { file, version: header.databaseVersion, createdAt: header.createdAt, rows },
        `Restored ${rows} rows of version ${header.databaseVersion}, taken at ${header.createdAt}. Flush Redis, then run commerce migrate.`,
      );
    });
}

function nameOf(databaseUrl: string): string {
  return decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
}

function sourceOf(file: string): Readable {
  if (file === '-') return process.stdin;
  const source = createReadStream(file);
  source.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') error.message = `There is no file ${file}`;
  });
  return source;
}
