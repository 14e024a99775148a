import { CORE_VERSION, type operations, type ResponseOf, refuse } from '@service/contract';
import type { SchemaState } from '@service/db';
import { DISK_FULL } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';

type Health = ResponseOf<typeof operations.getHealth>;

interface HealthOptions {
  /** Rejects while the database is unavailable. */
  checkSchema: () => Promise<SchemaState>;
  isQueueUp: () => Promise<boolean>;
  isDiskFull: () => boolean;
}

/**
 * Orders can be placed while the database is available, fits this version and has space; without the queue, deliveries are sent
 * later.
 */
export function healthRoutes({ checkSchema, isQueueUp, isDiskFull }: HealthOptions): Route[] {
  return [
    route('GET /health', 'public', async (): Promise<Health> => {
      const [schema, queue] = await Promise.all([checkSchema().catch(() => undefined), isQueueUp()]);
      if (!schema) refuse('dependency_unavailable', 'The database does not respond.');
      if (schema.problem) refuse('dependency_unavailable', schema.problem);
      if (isDiskFull()) refuse('dependency_unavailable', DISK_FULL);
      return {
        status: schema.maintenanceSince ? 'maintenance' : queue ? 'ok' : 'degraded',
        version: CORE_VERSION,
        checks: { database: 'ok', schema: 'ok', queue: queue ? 'ok' : 'down' },
      };
    }),
  ];
}
