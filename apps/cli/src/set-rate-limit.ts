import { type Config, ConfigError, databaseOptions, servicesOptions } from '@service/config';
import { isUuid } from '@service/contract';
import { createServices, createSystemContext, tenants } from '@service/core';
import { openDatabase } from '@service/db';
import { createLog } from '@service/observability';

/** Beside running processes, which know it half a minute later. Leaves an audit record in the store. */
export async function setRateLimitCommand(config: Config, args: readonly string[]): Promise<void> {
  const [tenantId = '', given = ''] = args;
  if (args.length !== 2 || !isUuid(tenantId) || !/^(default|\d{1,9})$/.test(given))
    throw new ConfigError('Usage: service set-rate-limit <tenantId> <requests a minute | default>');
  const perMinute = given === 'default' ? null : Number(given);

  const database = openDatabase(databaseOptions(config, 'long'));
  const services = createServices(servicesOptions(config));
  const log = createLog({ name: 'cli', level: config.LOG_LEVEL, to: 'stderr' });
  const system = createSystemContext({ database, services, log, requestId: 'set-rate-limit' });
  const ctx = system.forTenant(tenantId, { kind: 'cli' });

  const isKnown = await tenants.setRateLimit(ctx, perMinute).finally(() => database.close());
  if (!isKnown) throw new ConfigError(`There is no store ${tenantId}.`);
  process.stdout.write(`Requests a minute of each credential: ${perMinute ?? 'as configured'}\n`);
}
