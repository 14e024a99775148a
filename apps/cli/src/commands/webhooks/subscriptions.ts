import type { AdminClient } from '@service/client-js';
import type { Command } from 'commander';
import { uuid } from '../../arguments.ts';
import type { Cli } from '../../cli.ts';
import { examples } from '../../examples.ts';
import { jsonFile } from '../../json-file.ts';
import { type ApiOptions, openAdminApi, withAdminApi } from './admin-api.ts';

type Subscription = Awaited<ReturnType<AdminClient['getSubscription']>>;
type NewSubscription = Parameters<AdminClient['createSubscription']>[0]['body'];
type Change = Parameters<AdminClient['updateSubscription']>[0]['body'];

const ID = '5b0a7d5e-1c1f-4e58-9a40-9c1f6d6a7c11';

export function addSubscriptions(webhooks: Command, cli: Cli): void {
  const { print } = cli;
  withAdminApi(webhooks.command('subscriptions'), cli)
    .description('list the subscriptions, or show all of one')
    .argument('[subscription]', 'id of the subscription', uuid)
    .addHelpText(
      'after',
      examples('commerce webhooks subscriptions', `commerce webhooks subscriptions ${ID}`),
    )
    .action(async (id: string | undefined, options: ApiOptions) => {
      const api = openAdminApi(options);
      if (id !== undefined) {
        const subscription = await api.getSubscription({ id });
        return print(subscription, describe(subscription));
      }
      const subscriptions = await api.listSubscriptions();
      print({ subscriptions }, subscriptions.map(lineOf).join('\n') || 'There is none.');
    });

  withAdminApi(webhooks.command('create'), cli)
    .description('create a subscription of any kind, and print its signing secret, this once')
    .argument(
      '<file>',
      'file with JSON such as {"url":"https://…","events":["order.paid"]}, - for standard input',
      jsonFile<NewSubscription>,
    )
    .addHelpText('after', examples('commerce webhooks create subscription.json', FROM_INPUT))
    .action(async (body: NewSubscription, options: ApiOptions) => {
      const { secret, ...subscription } = await openAdminApi(options).createSubscription({ body });
      print({ ...subscription, secret }, `${describe(subscription)}\nsecret: ${secret}`);
    });

  withAdminApi(webhooks.command('change'), cli)
    .description('change a subscription: members that the file doesn’t name stay as they are')
    .argument('<subscription>', 'id of the subscription', uuid)
    .argument(
      '<file>',
      'file with JSON such as {"signature":"ed25519"}, - for standard input',
      jsonFile<Change>,
    )
    .addHelpText('after', examples(`commerce webhooks change ${ID} change.json`))
    .action(async (id: string, body: Change, options: ApiOptions) => {
      const changed = await openAdminApi(options).updateSubscription({ id, body });
      print(changed, describe(changed));
    });
}

const FROM_INPUT =
  'echo \'{"kind":"pull","events":["order.paid"],"signature":"ed25519"}\' | commerce webhooks create -';

function lineOf({ id, kind, url, signature, active, events }: Subscription): string {
  const state = active ? 'active' : 'paused';
  return [id, kind, signature, state, url ?? '-', events.join(',')].join('  ');
}

/** A line for each member that has a value. */
function describe(subscription: Omit<Subscription, 'secret'>): string {
  return Object.entries(subscription)
    .filter(([, value]) => value !== null && value !== false && !isEmpty(value))
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join('\n');
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && Object.keys(value ?? {}).length === 0;
}
