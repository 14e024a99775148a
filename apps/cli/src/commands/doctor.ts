import { ConfigError } from '@service/config';
import type { Command } from 'commander';
import { type Check, fail, hasFailed, lineOf } from '../check.ts';
import type { Cli } from '../cli.ts';
import { examples } from '../examples.ts';
import { EXIT } from '../exit-codes.ts';

export function addDoctor(program: Command, { config, print, exitWith }: Cli): void {
  program
    .command('doctor')
    .description(
      'check settings, servers and secrets, and print a remedy for each problem; exits with 4 when there is one',
    )
    .addHelpText('after', examples('commerce doctor', 'commerce doctor --json'))
    .action(async () => {
      const checks = await look(config);
      print({ checks }, checks.map(lineOf).join('\n'));
      if (hasFailed(checks)) exitWith(EXIT.found);
    });
}

/** Without a configuration, nothing else can be checked. */
async function look(config: Cli['config']): Promise<Check[]> {
  const { diagnose } = await import('../doctor/diagnose.ts');
  try {
    return await diagnose(config());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.mistakes.map((mistake) => fail('configuration', mistake, 'See .env.example.'));
  }
}
