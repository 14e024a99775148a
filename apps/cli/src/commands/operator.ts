import type { Command } from 'commander';
import type { NewOperator } from '../actions/operators.ts';
import { emailAddress, roleName, shortText, storeId } from '../arguments.ts';
import type { Cli } from '../cli.ts';
import { examples } from '../examples.ts';

export function addOperator(program: Command, { print, withSystem }: Cli): void {
  const operator = program.command('operator').description('operators of the stores');
  operator
    .command('create')
    .description('make an operator without an invitation, and print the new password')
    .argument('<e-mail>', 'address of the operator', emailAddress)
    .requiredOption('--store <id>', 'the store that the operator works for', storeId)
    .requiredOption('--role <role>', 'owner, manager, support or viewer', roleName)
    .option('--name <name>', 'name of the operator', shortText)
    .addHelpText(
      'after',
      examples(
        'commerce operator create ada@tea.example --store 5f0e5a3c-6a0d-4b0e-9a52-0f6b1c2d3e4f --role manager',
      ),
    )
    .action(async (email: string, given: NewOperator) => {
      const { createOperator } = await import('../actions/operators.ts');
      const { user, password } = await withSystem('operator create', (system) =>
        createOperator(system, email, given),
      );
      print({ user, password }, `Operator  ${user.id}\nPassword  ${password}`);
    });
  operator
    .command('disable')
    .description(
      'disable an operator: ends every session, and revokes the keys and invitations that they made',
    )
    .argument('<e-mail>', 'address of the operator', emailAddress)
    .addHelpText('after', examples('commerce operator disable ada@tea.example'))
    .action(async (email: string) => {
      const { disableOperator } = await import('../actions/operators.ts');
      const user = await withSystem('operator disable', (system) => disableOperator(system, email));
      print({ user }, `${user.email} is disabled.`);
    });
  operator
    .command('reset-password')
    .description('give an operator a new password, print it, and end every session of theirs')
    .argument('<e-mail>', 'address of the operator', emailAddress)
    .option('--reset-second-factor', 'remove the second factor too')
    .addHelpText('after', examples('commerce operator reset-password owner@tea.example'))
    .action(async (email: string, { resetSecondFactor = false }: { resetSecondFactor?: boolean }) => {
      const { resetPassword } = await import('../actions/operators.ts');
      const password = await withSystem('operator reset-password', (system) =>
        resetPassword(system, email, { resetSecondFactor }),
      );
      print({ email, password }, `New password: ${password}`);
    });
}
