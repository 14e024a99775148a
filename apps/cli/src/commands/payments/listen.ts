import { setTimeout as after } from 'node:timers/promises';
import type { Command } from 'commander';
import { uuid } from '../../arguments.ts';
import type { Cli } from '../../cli.ts';
import { examples } from '../../examples.ts';
import { durationMs } from '../webhooks/admin-api.ts';
import { send, type TargetOptions, targetOf, withTarget } from './target.ts';

interface ListenOptions extends TargetOptions {
  since?: number;
}

/** Stripe allows 25 requests a second in its test mode. */
const EVERY_MS = 2000;

export function addListen(payments: Command, cli: Cli): void {
  withTarget(payments.command('listen'))
    .description(
      'fetch the provider’s events, sign them with the account’s webhook secret, and send them to an API on this machine',
    )
    .argument('[account]', 'id of a payment account; the deployment’s own when absent', uuid)
    .option('--since <duration>', 'first send the events since then, such as 2h', durationMs)
    .addHelpText(
      'after',
      examples(
        'commerce payments listen',
        'commerce payments listen 5b0a7d5e-1c1f-4e58-9a40-9c1f6d6a7c11 --since 2h',
      ),
    )
    .action((account: string | undefined, options: ListenOptions) => run(cli, account, options));
}

async function run(cli: Cli, account: string | undefined, options: ListenOptions): Promise<void> {
  const target = targetOf(cli, options);
  const { openCallbackSource } = await import('../../actions/payments.ts');
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    await cli.withSystem('payments listen', async (system) => {
      const since = new Date(system.now().getTime() - (options.since ?? 0));
      const source = await openCallbackSource(system, account ?? null, since);
      cli.note(`Ready: events of ${source.provider} to ${new URL(source.path, target).href}`);
      while (!stopping.signal.aborted) {
        const callbacks = await source.take().catch((error: Error) => {
          cli.note(`${error.message}; trying again`);
          return [];
        });
        for (const callback of callbacks) await send(cli, target, callback);
        await after(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    });
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}
