import type { Command } from 'commander';
import type { Cli } from '../../cli.ts';
import { examples } from '../../examples.ts';
import { type ApiOptions, openAdminApi, withAdminApi } from './admin-api.ts';

export function addKeys(webhooks: Command, cli: Cli): void {
  withAdminApi(webhooks.command('keys'), cli)
    .description('list the store’s public keys, which verify subscriptions whose signature is ed25519')
    .addHelpText('after', examples('commerce webhooks keys'))
    .action(async (options: ApiOptions) => {
      const keys = await openAdminApi(options).listSigningKeys();
      const lines = keys.map(
        ({ publicKey, expiresAt }) => `${publicKey}${expiresAt ? `  until ${expiresAt}` : ''}`,
      );
      cli.print({ keys }, lines.join('\n') || 'The store has none: no subscription asks for them yet.');
    });
}
