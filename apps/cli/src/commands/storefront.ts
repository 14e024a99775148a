import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { apiUrlOption, checkApiUrl } from '../api-url.ts';
import type { Cli } from '../cli.ts';
import { examples } from '../examples.ts';
import { packageName } from '../package-name.ts';

export function addStorefront(program: Command, { env, print }: Cli): void {
  program
    .command('storefront')
    .description('a shop of your own')
    .command('new')
    .description('copy the shop of this checkout into a project of its own')
    .argument('<folder>', 'the new folder; its last part becomes the name', (given: string) => resolve(given))
    .addOption(apiUrlOption(env))
    .option(
      '--publishable-key <key>',
      'publishable key of the store (pk_…), from its settings; with `npm start` the demo store’s',
      env.COMMERCE_PUBLISHABLE_KEY || '',
    )
    .addHelpText('after', examples('commerce storefront new ../my-shop --publishable-key pk_…'))
    .action(async (folder: string, options: { apiUrl: string; publishableKey: string }) => {
      checkApiUrl(options.apiUrl);
      const { writeStorefront } = await import('../new-storefront.ts');
      await writeStorefront(folder, packageName(basename(folder)), options);
      const key = options.publishableKey ? '' : `Write the store’s publishable key into ${folder}/.env. `;
      print(
        { folder },
        `${folder} is a shop. ${key}Then: cd ${folder} && npm install && npm run build && npm start`,
      );
    });
}
