import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { addAddresses } from './webhooks/addresses.ts';
import { addAuth } from './webhooks/auth.ts';
import { addGaps } from './webhooks/gaps.ts';
import { addKeys } from './webhooks/keys.ts';
import { addListen } from './webhooks/listen.ts';
import { addRecover } from './webhooks/recover.ts';
import { addRetry } from './webhooks/retry.ts';
import { addSubscriptions } from './webhooks/subscriptions.ts';
import { addTrigger } from './webhooks/trigger.ts';
import { addVerify } from './webhooks/verify.ts';

export function addWebhooks(program: Command, cli: Cli): void {
  const webhooks = program
    .command('webhooks')
    .description('webhooks of a store, through its Admin API with an API key (webhooks:write)');
  for (const add of [
    addListen,
    addTrigger,
    addVerify,
    addRetry,
    addRecover,
    addGaps,
    addSubscriptions,
    addAuth,
    addKeys,
    addAddresses,
  ])
    add(webhooks, cli);
}
