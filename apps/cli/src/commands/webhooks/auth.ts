import type { AdminClient } from '@service/client-js';
import type { Command } from 'commander';
import { uuid } from '../../arguments.ts';
import type { Cli } from '../../cli.ts';
import { examples } from '../../examples.ts';
import { jsonFile } from '../../json-file.ts';
import { type ApiOptions, openAdminApi, withAdminApi } from './admin-api.ts';

type Auth = NonNullable<NonNullable<Parameters<AdminClient['updateSubscription']>[0]['body']>['auth']> | null;

export function addAuth(webhooks: Command, cli: Cli): void {
  const { print } = cli;
  withAdminApi(webhooks.command('auth'), cli)
    .description('set the credentials that an endpoint requires beside the signature')
    .argument('<subscription>', 'id of the subscription', uuid)
    .argument(
      '<file>',
      'file with JSON such as {"kind":"bearer","token":"…"}, - for standard input, or none to send no credentials',
      readAuth,
    )
    .addHelpText(
      'after',
      examples(
        'commerce webhooks auth 5b0a7d5e-1c1f-4e58-9a40-9c1f6d6a7c11 auth.json',
        'commerce webhooks auth 5b0a7d5e-1c1f-4e58-9a40-9c1f6d6a7c11 none',
      ),
    )
    .action(async (id: string, auth: Auth, options: ApiOptions) => {
      const changed = await openAdminApi(options).updateSubscription({ id, body: { auth } });
      print(
        { subscriptionId: id, auth: changed.auth },
        changed.auth
          ? `${id} is sent to with ${changed.auth.kind}.`
          : `${id} is sent to with the signature alone.`,
      );
    });
}

function readAuth(file: string): Auth {
  return file === 'none' ? null : jsonFile<Auth>(file);
}
