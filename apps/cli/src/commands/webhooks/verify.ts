import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Command } from 'commander';
import type { Cli } from '../../cli.ts';
import { examples } from '../../examples.ts';
import { EXIT } from '../../exit-codes.ts';
import { examineRequest } from '../../verify-request.ts';
import { fromEnv } from './admin-api.ts';

export function addVerify(webhooks: Command, { env, print, exitWith }: Cli): void {
  webhooks
    .command('verify')
    .description(
      'check whether a saved request is genuine, and print what is wrong with it; exits with 4 if it isn’t',
    )
    .argument(
      '[file]',
      'the request: its headers, an empty line, its body as it came; standard input without it',
    )
    .addOption(
      fromEnv(env, 'COMMERCE_WEBHOOK_SECRET', '--secret <secret>', 'signing secret').makeOptionMandatory(),
    )
    .addHelpText(
      'after',
      examples('commerce webhooks verify request.txt', 'pbpaste | commerce webhooks verify'),
    )
    .action(async (file: string | undefined, { secret }: { secret: string }) => {
      const request = file === undefined ? await buffer(process.stdin) : await readFile(file);
      const { envelope, problems } = await examineRequest(request, secret, Date.now());
      const text =
        problems.length === 0
          ? `Genuine: ${envelope?.event} ${envelope?.id}`
          : problems.map(({ message }) => message).join('\n');
      print({ isGenuine: problems.length === 0, envelope, problems }, text);
      if (problems.length > 0) exitWith(EXIT.found);
    });
}
