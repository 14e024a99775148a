import type { Command } from 'commander';
import { type Check, lineOf } from '../check.ts';
import type { Cli } from '../cli.ts';
import { examples } from '../examples.ts';
import { EXIT } from '../exit-codes.ts';

export function addModule(program: Command, { config, print, exitWith }: Cli): void {
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
}
