import { type AdminClient, createAdminClient } from '@service/client-js';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { apiUrlOption, checkApiUrl } from '../../api-url.ts';
import type { Cli } from '../../cli.ts';
import { CommandError, EXIT } from '../../exit-codes.ts';

export interface ApiOptions {
  apiUrl: string;
  apiKey?: string;
}

/** Adds the options for the address of the Admin API and the caller's credential. */
export function withAdminApi(command: Command, { env }: Cli): Command {
  return command
    .addOption(apiUrlOption(env))
    .addOption(fromEnv(env, 'COMMERCE_API_KEY', '--api-key <key>', 'API key of the store'));
}

/**
 * An option that is a secret: it is safer in the environment, where other users don't see it; help only shows the variable's
 * name.
 */
export function fromEnv(env: Cli['env'], name: string, flags: string, description: string): Option {
  return new Option(flags, `${description}; better by ${name}, which others don’t see`).default(
    env[name] || undefined,
    `$${name}`,
  );
}

export function openAdminApi({ apiUrl, apiKey }: ApiOptions): AdminClient {
  checkApiUrl(apiUrl);
  if (!apiKey)
    throw new CommandError(
      'An API key of the store is needed, in COMMERCE_API_KEY or by --api-key. Make one with webhooks:read and webhooks:write ' +
        `in the console (${new URL('/console/settings/api-keys', apiUrl)}) or by POST /admin/v1/api-keys.`,
      EXIT.usage,
    );
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
