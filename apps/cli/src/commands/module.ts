import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { type Check, lineOf } from '../check.ts';
import type { Cli } from '../cli.ts';
import { examples } from '../examples.ts';
import { EXIT } from '../exit-codes.ts';
import { packageName } from '../package-name.ts';

export function addModule(program: Command, { config, env, print, exitWith }: Cli): void {
  const look = async (): Promise<Check[]> => {
    const { checkModules } = await import('../check-modules.ts');
    return checkModules(config());
  };
  const module = program.command('module').description('modules of the deployment');
  module
    .command('list')
    .description('list the modules that the settings name, and why one is disabled')
    .addHelpText('after', examples('commerce module list'))
    .action(async () => {
      const modules = await look();
      print({ modules }, modules.map(lineOf).join('\n'));
    });
  module
    .command('check')
    .description('the same; exits with 4 when one is disabled')
    .addHelpText('after', examples('MODULES_DIR=./modules commerce module check'))
    .action(async () => {
      const modules = await look();
      print({ modules }, modules.map(lineOf).join('\n'));
      if (modules.some(({ level }) => level !== 'ok')) exitWith(EXIT.found);
    });
  module
    .command('new')
    .description('write a module that works, to be changed')
    .argument('<name>', 'lower-case letters, digits and hyphens', packageName)
    .option('--dir <folder>', 'folder of the modules', env.MODULES_DIR ?? 'modules')
    .option('--payment', 'a payment provider, with the suite that each provider passes', false)
    .addHelpText(
      'after',
      examples(
        'commerce module new price-watch',
        'commerce module new bank-transfer --payment',
        'MODULES_DIR=./modules commerce module check',
      ),
    )
    .action(async (name: string, { dir, payment }: { dir: string; payment: boolean }) => {
      const { writeModule } = await import('../new-module.ts');
      const folder = resolve(dir);
      const files = await writeModule(join(folder, name), name, { payment });
      const next = `Check it by MODULES_DIR=${folder} commerce module check, and start API and worker with that setting.`;
      const test = 'Run its test by npm test there; outside of the checkout it needs @service/module-sdk.';
      print({ name, files }, [...files, ...(payment ? [test] : []), next].join('\n'));
    });
}
