import { resolve } from 'node:path';
import type { Command } from 'commander';
import { storeId } from '../arguments.ts';
import { isS3 } from '../backup-file.ts';
import type { Cli } from '../cli.ts';
import { examples } from '../examples.ts';

interface Options {
  export?: string;
  dryRun: boolean;
}

export function addStoreDelete(store: Command, cli: Cli): void {
  store
    .command('delete')
    .description(
      'delete a store permanently: suspend it, export it to a file, and delete all of its rows in batches beside running processes; continues when it is run again after a kill',
    )
    .argument('<store>', 'id of the store', storeId)
    .option('--export <file>', 'file of the export, or s3://bucket/key (default: commerce-store-<id>.backup)')
    .option('--dry-run', 'only count what would be removed', false)
    .addHelpText(
      'after',
      examples(
        'commerce store delete 5f0e5a3c-6a0d-4b0e-9a52-0f6b1c2d3e4f --dry-run',
        'commerce store delete 5f0e5a3c-6a0d-4b0e-9a52-0f6b1c2d3e4f --export /backups/tea-house.backup',
      ),
    )
    .action((id: string, options: Options) => run(cli, id, options));
}

async function run(
  { config, confirm, note, print, progress, withSystem }: Cli,
  id: string,
  options: Options,
) {
  const { closeStore, countRows, deleteRows, exportStore, totalOf } = await import(
    '../actions/delete-store.ts'
  );
  const { findStore } = await import('../actions/stores.ts');
  const settings = config();
  await withSystem('store delete', async (system) => {
    const { name, state } = await findStore(system, id);
    const tables = await countRows(settings.DATABASE_URL, id);
    if (options.dryRun) {
      const width = Math.max(...tables.map(({ table }) => table.length));
      const lines = tables.map(({ table, rows }) => `${table.padEnd(width)}  ${rows}`);
      print({ id, name, state, tables }, [...lines, `${name} has ${totalOf(tables)} rows.`].join('\n'));
      return;
    }
    const isExported = state === 'being-deleted';
    const given = options.export ?? `commerce-store-${id}.backup`;
    const file = isS3(given) ? given : resolve(given);
    await confirm(
      isExported
        ? `This goes on with the deletion of ${name}: ${totalOf(tables)} rows are left.`
        : `This suspends ${name}, exports it to ${file}, and deletes its ${totalOf(tables)} rows.`,
      name,
    );
    if (!isExported) {
      note('Suspending the store, and waiting for what is under way …');
      await closeStore(system, settings, id);
      note(`Exporting to ${file} …`);
      await exportStore(settings, id, file);
    }
    note('Deleting …');
    const rows = await deleteRows(system, settings, id, progress);
    const exported = isExported ? 'It was exported when its deletion began.' : `${file} has them.`;
    print({ id, name, rows, export: isExported ? null : file }, `${name} is gone: ${rows} rows. ${exported}`);
  });
}
