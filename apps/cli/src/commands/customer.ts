import { resolve } from 'node:path';
import type { Command } from 'commander';
import { emailAddress, storeId } from '../arguments.ts';
import type { Cli } from '../cli.ts';
import { examples } from '../examples.ts';
import { CommandError } from '../exit-codes.ts';

const SOMEBODY = 'ada@example.com --store 5f0e5a3c-6a0d-4b0e-9a52-0f6b1c2d3e4f';

export function addCustomer(program: Command, cli: Cli): void {
  const customer = program
    .command('customer')
    .description('export or erase what a store keeps about a customer (GDPR)');
  customer
    .command('export')
    .description('write all data of a store about a customer to a new file')
    .argument('<e-mail>', 'address of the customer', emailAddress)
    .requiredOption('--store <id>', 'the store', storeId)
    .requiredOption('--to <file>', 'file of the export')
    .addHelpText('after', examples(`commerce customer export ${SOMEBODY} --to ada.json`))
    .action(async (email: string, { store, to }: { store: string; to: string }) => {
      const { exportCustomer } = await import('../actions/customers.ts');
      const file = resolve(to);
      const id = await cli.withSystem('customer export', (system) =>
        exportCustomer(system, { store, email, file }),
      );
      cli.print({ id, file }, `${file} has everything about customer ${id}.`);
    });
  customer
    .command('erase')
    .description(
      'delete the personal data of a customer, or of a guest in all orders of the address; this can’t be undone',
    )
    .argument('<e-mail>', 'address of the customer or guest', emailAddress)
    .requiredOption('--store <id>', 'the store', storeId)
    .option('--dry-run', 'only print what would be deleted and what would stay', false)
    .addHelpText('after', examples(`commerce customer erase ${SOMEBODY} --dry-run`))
    .action((email: string, options: { store: string; dryRun: boolean }) => erase(cli, email, options));
}

async function erase(
  { confirm, print, withSystem }: Cli,
  email: string,
  { store, dryRun }: { store: string; dryRun: boolean },
): Promise<void> {
  const [{ findSubject }, { privacy }] = await Promise.all([
    import('../actions/customers.ts'),
    import('@service/core'),
  ]);
  await withSystem('customer erase', async (system) => {
    const ctx = system.forTenant(store, { kind: 'cli' });
    const subject = await findSubject(ctx, email);
    const preview = await privacy.getErasure(ctx, subject);
    const { removes, keeps, blockedBy } = preview;
    const goes = Object.entries(removes).map(([what, rows]) => `${what} ${rows}`);
    const text = `Of ${email} these go: ${goes.join(', ')}. ${keeps.orders} orders with an invoice stay as it says.`;
    const open = blockedBy.map(({ number, reason }) => `order ${number} (${reason})`);
    if (dryRun || open.length > 0) {
      print(preview, open.length > 0 ? `${text}\nThese come first: ${open.join(', ')}.` : text);
      if (!dryRun) throw new CommandError('Nothing was done.');
      return;
    }
    await confirm(`${text} Nobody can bring it back.`, email);
    const erasure = await privacy.requestErasure(ctx, subject);
    print(erasure, `${email} is erased by the worker, a minute from now.`);
  });
}
