import { type Config, ConfigError, databaseOptions, servicesOptions } from '@service/config';
import { access, createServices, createSystemContext } from '@service/core';
import { openDatabase } from '@service/db';
import { createLog } from '@service/observability';

/** Gives an operator a new password and ends every session of theirs. Leaves an audit record in the store. */
export async function resetPasswordCommand(config: Config, args: readonly string[]): Promise<void> {
  const [email = ''] = args;
  if (args.length !== 1 || !email.includes('@'))
    throw new ConfigError('Usage: service reset-password <e-mail of the operator>');

  const database = openDatabase(databaseOptions(config, 'long'));
  const services = createServices(servicesOptions(config));
  const log = createLog({ name: 'cli', level: config.LOG_LEVEL, to: 'stderr' });
  const system = createSystemContext({ database, services, log, requestId: 'reset-password' });

  const password = await access.replacePassword(system, email).finally(() => database.close());
  if (password === undefined) throw new ConfigError(`There is no operator ${email}.`);
  process.stdout.write(`New password: ${password}\n`);
}
