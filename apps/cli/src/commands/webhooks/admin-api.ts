import { type AdminClient, createAdminClient } from '@service/client-js';
import { type Command, InvalidArgumentError, Option } from 'commander';

export interface ApiOptions {
  apiUrl: string;
  apiKey: string;
}

/** Adds the options that say where the Admin API is and who calls it. */
export function withAdminApi(command: Command): Command {
  return command
    .addOption(
      new Option('--api-url <url>', 'where the API is')
        .env('COMMERCE_API_URL')
        .default('http://localhost:3000'),
    )
    .addOption(
      new Option(
        '--api-key <key>',
        'API key of the store; better in the environment, where others don’t see it',
      )
        .env('COMMERCE_API_KEY')
        .makeOptionMandatory(),
    );
}

export function openAdminApi({ apiUrl, apiKey }: ApiOptions): AdminClient {
  return createAdminClient({ baseUrl: apiUrl, token: apiKey });
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** An option such as `90s`, `30m`, `2h` or `7d`, in milliseconds. */
export function durationMs(given: string): number {
  const [, amount, unit = ''] = /^([1-9]\d{0,5})([smhd])$/.exec(given) ?? [];
  const unitMs = UNIT_MS[unit];
  if (unitMs === undefined) throw new InvalidArgumentError('Write a number and s, m, h or d, such as 2h.');
  return Number(amount) * unitMs;
}
