import { ConfigError, loadConfig } from '@service/config';
import { migrateCommand } from './migrate.ts';
import { prepareDemoCommand } from './prepare-demo.ts';
import { resetPasswordCommand } from './reset-password.ts';
import { rotateEncryptionKeyCommand } from './rotate-encryption-key.ts';
import { setRateLimitCommand } from './set-rate-limit.ts';

const COMMANDS: Readonly<
  Record<
    string,
    { does: string; run: (config: ReturnType<typeof loadConfig>, args: readonly string[]) => Promise<void> }
  >
> = {
  migrate: { does: 'bring the database to the version of this release', run: migrateCommand },
  'prepare-demo': {
    does: 'migrate, make the demo store once, and print what one needs to try it',
    run: prepareDemoCommand,
  },
  'reseal-secrets': {
    does: 'seal every stored secret with the first key of SECRETS_KEY, so that the others can go',
    run: rotateEncryptionKeyCommand,
  },
  'reset-password': {
    does: '<e-mail>: give an operator a new password, print it, and end every session of theirs',
    run: resetPasswordCommand,
  },
  'set-rate-limit': {
    does: '<tenantId> <requests a minute | default>: give a store another rate limit; 0 lifts it',
    run: setRateLimitCommand,
  },
};

const [name = '', ...args] = process.argv.slice(2);
const command = COMMANDS[name];

if (!command) {
  const list = Object.entries(COMMANDS).map(([key, { does }]) => `  service ${key.padEnd(14)} ${does}`);
  process.stderr.write(`Usage:\n${list.join('\n')}\n`);
  process.exit(2);
}

try {
  await command.run(loadConfig(process.env), args);
} catch (error) {
  const text =
    error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
