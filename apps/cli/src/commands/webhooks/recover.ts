import { setTimeout as after } from 'node:timers/promises';
import type { Command } from 'commander';
import { uuid } from '../../arguments.ts';
import type { Cli } from '../../cli.ts';
import { examples } from '../../examples.ts';
import { type ApiOptions, durationMs, openAdminApi, withAdminApi } from './admin-api.ts';

interface RecoverOptions extends ApiOptions {
  since: number;
  missing: boolean;
  dryRun: boolean;
  rate: string;
}

const LOOK_EVERY_MS = 500;

export function addRecover(webhooks: Command, cli: Cli): void {
  const { print, note } = cli;
  withAdminApi(webhooks.command('recover'), cli)
    .description('resend failed deliveries of a period, or missed events, and wait until that is done')
    .argument('<subscription>', 'id of the subscription', uuid)
    .requiredOption('--since <duration>', 'how far back, such as 2h or 7d', durationMs)
    .option('--missing', 'events that it missed while it was paused or not subscribed to them', false)
    .option('--dry-run', 'only count', false)
    .option('--rate <number>', 'deliveries a second', '10')
    .addHelpText(
      'after',
      examples(
        'commerce webhooks recover 5b0a7d5e-1c1f-4e58-9a40-9c1f6d6a7c11 --since 2h --dry-run',
        'commerce webhooks recover 5b0a7d5e-1c1f-4e58-9a40-9c1f6d6a7c11 --since 7d --missing',
      ),
    )
    .action(async (subscriptionId: string, { since, missing, dryRun, rate, ...options }: RecoverOptions) => {
      const api = openAdminApi(options);
      const now = Date.now();
      let recovery = await api.createRecovery({
        body: {
          subscriptionId,
          missing,
          dryRun,
          ratePerSecond: Number(rate),
          from: new Date(now - since).toISOString(),
          to: new Date(now).toISOString(),
        },
      });
      while (recovery.state === 'running') {
        note(`${recovery.sent} of ${recovery.matched}`);
        await after(LOOK_EVERY_MS);
        recovery = await api.getRecovery({ id: recovery.id });
      }
      const { state, matched, sent } = recovery;
      print(recovery, dryRun ? `${matched} would be sent` : `${state}: ${sent} of ${matched} are due again`);
    });
}
