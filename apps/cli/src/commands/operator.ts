import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples } from '../examples.ts';
import { CommandError } from '../exit-codes.ts';

export function addOperator(program: Command, { print, withSystem }: Cli): void {
  const operator = program.command('operator').description('operators of the stores');
  operator
    .command('reset-password')
    .description('give an operator a new password, print it, and end every session of theirs')
    .argument('<e-mail>', 'address of the operator')
    .addHelpText('after', examples('commerce operator reset-password owner@tea.example'))
    .action(async (email: string) => {
      const { access } = await import('@service/core');
      const password = await withSystem('operator reset-password', (system) =>
        access.replacePassword(system, email),
      );
      if (password === undefined) throw new CommandError(`There is no operator ${email}.`);
      print({ email, password }, `New password: ${password}`);
    });
}
