import type { Command } from 'commander';
import { uuid } from '../../arguments.ts';
import type { Cli } from '../../cli.ts';
import { examples } from '../../examples.ts';
import { type ApiOptions, openAdminApi, withAdminApi } from './admin-api.ts';

export function addRetry(webhooks: Command, cli: Cli): void {
  const { print } = cli;
  withAdminApi(webhooks.command('retry'), cli)
    .description('resend a delivery now, under the same id')
    .argument('<delivery>', 'id of the delivery', uuid)
    .addHelpText('after', examples('commerce webhooks retry 9a1d6d0e-5d51-4a7e-bd0b-4f7c9b0f7b52'))
    .action(async (id: string, options: ApiOptions) => {
      const retried = await openAdminApi(options).retryDelivery({ id });
      print({ deliveryId: id, ...retried }, `${id} is due now.`);
    });
}
