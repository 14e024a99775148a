import { type Config, databaseOptions, servicesOptions } from '@service/config';
import { createServices, createSystemContext, type ResealedColumn, rotateEncryptionKey } from '@service/core';
import { openDatabase } from '@service/db';
import { createLog } from '@service/observability';

/** Beside running processes, as often as one likes. Fails when a secret is left that no key of the list opens. */
export async function rotateEncryptionKeyCommand(config: Config): Promise<void> {
  const database = openDatabase(databaseOptions(config, 'long'));
  const services = createServices(servicesOptions(config));
  const log = createLog({ name: 'cli', level: config.LOG_LEVEL, to: 'stderr' });
  const system = createSystemContext({ database, services, log, requestId: 'reseal-secrets' });

  const report = await rotateEncryptionKey(system).finally(() => database.close());
  process.stdout.write(report.map(lineOf).join(''));
  const unopened = report.reduce((sum, column) => sum + column.unopened, 0);
  if (unopened > 0)
    throw new Error(`${unopened} secret(s) were sealed with a key that SECRETS_KEY doesn't list: add it.`);
  process.stdout.write('Every stored secret is sealed with the first key of SECRETS_KEY.\n');
}

function lineOf({ name, resealed, unopened }: ResealedColumn): string {
  return `${name}: ${resealed} sealed anew${unopened > 0 ? `, ${unopened} can not be opened` : ''}\n`;
}
