import type { AdminClient } from '@service/client-js';
import { EVENT_NAMES, type EventName } from '@service/contract';
import { Argument, type Command } from 'commander';
import { uuid } from '../../arguments.ts';
import type { Cli } from '../../cli.ts';
import { examples } from '../../examples.ts';
import { CommandError, EXIT } from '../../exit-codes.ts';
import { isOfThisMachine } from '../../listen/subscription.ts';
import { type ApiOptions, openAdminApi, withAdminApi } from './admin-api.ts';

export function addTrigger(webhooks: Command, cli: Cli): void {
  const { print } = cli;
  withAdminApi(webhooks.command('trigger'), cli)
    .description(
      'send a test: the example of the catalogue, marked by X-Service-Test, and nothing happens in the store',
    )
    .addArgument(new Argument('<event>', 'name of the event').choices(EVENT_NAMES))
    .option(
      '--subscription <id>',
      'the subscription; default: the listener of this machine, or the only one',
      uuid,
    )
    .addHelpText('after', examples('commerce webhooks trigger order.paid'))
    .action(async (event: EventName, options: ApiOptions & { subscription?: string }) => {
      const api = openAdminApi(options);
      const id = options.subscription ?? (await findSubscription(api));
      const { delivery, attempt } = await api.testSubscription({ id, body: { event } });
      const text = attempt
        ? `${event} ${delivery.id}: ${attempt.diagnosis}`
        : `${event} ${delivery.id} waits: nobody has taken it yet.`;
      print({ delivery, attempt }, text);
    });
}

async function findSubscription(api: AdminClient): Promise<string> {
  const all = await api.listSubscriptions();
  const [first, ...others] = all.filter(isOfThisMachine);
  const chosen = first ?? (all.length === 1 ? all[0] : undefined);
  if (chosen && others.length === 0) return chosen.id;
  const list = all.map(({ id, url, description }) => `  ${id}  ${url ?? description ?? 'pull'}`);
  throw new CommandError(['Say which by --subscription:', ...list].join('\n'), EXIT.usage);
}
