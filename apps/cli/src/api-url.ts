import { Option } from 'commander';
import type { Cli } from './cli.ts';
import { CommandError, EXIT } from './exit-codes.ts';

/** The option of commands that call the API of a running service. */
export function apiUrlOption(env: Cli['env']): Option {
  return new Option('--api-url <url>', 'where the API is; $COMMERCE_API_URL when absent').default(
    env.COMMERCE_API_URL || 'http://localhost:3000',
  );
}

/** Throws CommandError unless it is an HTTP address. Commander doesn't parse a default, such as one from the environment. */
export function checkApiUrl(apiUrl: string): void {
  if (/^https?:\/\/./.test(apiUrl) && URL.canParse(apiUrl)) return;
  throw new CommandError(
    `COMMERCE_API_URL, or --api-url, must be an address such as http://localhost:3000; it is "${apiUrl}".`,
    EXIT.usage,
  );
}
