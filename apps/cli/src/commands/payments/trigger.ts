import { Argument, type Command } from 'commander';
import { uuid } from '../../arguments.ts';
import type { Cli } from '../../cli.ts';
import { examples } from '../../examples.ts';
import { CommandError } from '../../exit-codes.ts';
import { send, type TargetOptions, targetOf, withTarget } from './target.ts';

/** In the order in which they may happen. Listed here, because help doesn't load the domain. */
const KINDS = [
  'processing',
  'fail',
  'authorise',
  'succeed',
  'cancel',
  'refund',
  'dispute',
  'win',
  'lose',
] as const;

export function addTrigger(payments: Command, cli: Cli): void {
  withTarget(payments.command('trigger'))
    .description('play an event of the fake provider: sign it, and send it to an API on this machine')
    .addArgument(
      new Argument('<kind>', 'the outcome of the payment; win and lose end a dispute').choices(KINDS),
    )
    .argument('<id>', 'id of the payment, or of its order', uuid)
    .addHelpText('after', examples('commerce payments trigger succeed 0f0ad1c4-5c7e-4c69-9d0c-9d2f2f1a7e11'))
    .action(async (kind: (typeof KINDS)[number], id: string, options: TargetOptions) => {
      const target = targetOf(cli, options);
      const { fakeCallback } = await import('../../actions/payments.ts');
      const callback = await cli.withSystem('payments trigger', (system) => fakeCallback(system, kind, id));
      if (!(await send(cli, target, callback))) throw new CommandError('The API didn’t take it.');
    });
}
