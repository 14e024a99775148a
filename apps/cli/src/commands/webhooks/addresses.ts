import { createSetupClient } from '@service/client-js';
import type { Command } from 'commander';
import { apiUrlOption, checkApiUrl } from '../../api-url.ts';
import type { Cli } from '../../cli.ts';
import { examples } from '../../examples.ts';
import type { ApiOptions } from './admin-api.ts';

export function addAddresses(webhooks: Command, { env, print }: Cli): void {
  webhooks
    .command('addresses')
    .description('list the addresses that deliveries come from, for a receiver’s firewall')
    .addOption(apiUrlOption(env))
    .addHelpText('after', examples('commerce webhooks addresses'))
    .action(async ({ apiUrl }: Pick<ApiOptions, 'apiUrl'>) => {
      checkApiUrl(apiUrl);
      const { addresses } = await createSetupClient({ baseUrl: apiUrl }).getWebhookAddresses();
      print({ addresses }, addresses.length > 0 ? addresses.join('\n') : 'The deployment promises none.');
    });
}
