import { type Command, InvalidArgumentError } from 'commander';
import type { Cli } from '../cli.ts';
import { examples } from '../examples.ts';
import { CommandError, EXIT } from '../exit-codes.ts';

export function addEvents(program: Command, { print, withSystem }: Cli): void {
  const events = program.command('events').description('stored events of the payment provider');
  events
    .command('unmatched')
    .description('list those that belong to no payment of any store, newest first')
    .option('--limit <number>', 'how many at most', limitOf, 50)
    .addHelpText('after', examples('commerce events unmatched --limit 10'))
    .action(async ({ limit }: { limit: number }) => {
      const { listUnmatched } = await import('../actions/events.ts');
      const found = await withSystem('events unmatched', (system) => listUnmatched(system, limit));
      const lines = found.map(({ id, type, receivedAt }) => `${receivedAt.toISOString()}  ${id}  ${type}`);
      print({ events: found }, lines.join('\n') || 'Every event belongs to a payment.');
    });
  events
    .command('replay')
    .description('look for the payments of all waiting events, and apply those whose payment exists')
    .argument('[id]', 'id of one event, which is replayed even if it doesn’t wait')
    .option('--dry-run', 'only count those of all that wait')
    .addHelpText(
      'after',
      examples(
        'commerce events replay --dry-run',
        'commerce events replay',
        'commerce events replay evt_1PabcD',
      ),
    )
    .action(async (id: string | undefined, { dryRun = false }: { dryRun?: boolean }) => {
      if (id && dryRun)
        throw new CommandError('--dry-run is for all events that wait, not for one.', EXIT.usage);
      const { replayOne, replayWaiting } = await import('../actions/events.ts');
      if (!id) {
        const replayed = await withSystem('events replay', (system) => replayWaiting(system, { dryRun }));
        return print({ replayed, dryRun }, `${replayed} ${dryRun ? 'would be ' : ''}carried out.`);
      }
      const found = await withSystem('events replay', (system) => replayOne(system, id));
      if (!found) throw new CommandError(`There is no event ${id}.`);
      if (found.before === 'applied') throw new CommandError(`The event ${id} was already applied.`);
      print({ id, state: found.after }, `${id} ${SAID[found.after]}`);
    });
}

const SAID = {
  applied: 'is carried out.',
  waiting: 'has no payment yet, and waits for it.',
  contradictory: 'contradicts its payment, or means nothing here: nothing was changed.',
};

function limitOf(given: string): number {
  const limit = Number(given);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000)
    throw new InvalidArgumentError('It is a number from 1 to 1000.');
  return limit;
}
