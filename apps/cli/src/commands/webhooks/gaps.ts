import type { Command } from 'commander';
import { uuid } from '../../arguments.ts';
import type { Cli } from '../../cli.ts';
import { examples } from '../../examples.ts';
import { EXIT } from '../../exit-codes.ts';
import { type ApiOptions, openAdminApi, withAdminApi } from './admin-api.ts';

export function addGaps(webhooks: Command, cli: Cli): void {
  const { print, exitWith } = cli;
  withAdminApi(webhooks.command('gaps'), cli)
    .description(
      'list the numbers of a subscription’s sequence that were not delivered; exit code 4 if there are any',
    )
    .argument('<subscription>', 'id of the subscription', uuid)
    .addHelpText('after', examples('commerce webhooks gaps 5b0a7d5e-1c1f-4e58-9a40-9c1f6d6a7c11'))
    .action(async (id: string, options: ApiOptions) => {
      const { items, total, lastSequence } = await openAdminApi(options).listSubscriptionGaps({
        id,
        pageSize: 100,
      });
      const lines = items.map(
        ({ sequence, deliveryId, event, status, lastError }) =>
          `${sequence}  ${deliveryId}  ${event}  ${status}${lastError ? `: ${lastError}` : ''}`,
      );
      print({ items, total, lastSequence }, [...lines, `${total} gaps up to ${lastSequence}`].join('\n'));
      if (total > 0) exitWith(EXIT.found);
    });
}
