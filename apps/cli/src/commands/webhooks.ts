import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { addListen } from './webhooks/listen.ts';

export function addWebhooks(program: Command, cli: Cli): void {
  const webhooks = program
    .command('webhooks')
    .description('webhooks of a store, through its Admin API with an API key (webhooks:write)');
  for (const add of [addListen]) add(webhooks, cli);
}
