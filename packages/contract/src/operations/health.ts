import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { object, stringEnum } from '../schema.ts';
import { CORE_VERSION } from '../version.ts';

const check = stringEnum(['ok', 'down']);

export const getHealth = defineOperation({
  endpoint: 'GET /health',
  summary: 'Health check',
  description:
    'Returns 200 while orders can be accepted. `degraded` means that the queue is unavailable: changes are safe in the database, and deliveries are sent later. `maintenance` means that an upgrade is under way: every other request gets 503 with `Retry-After`. 503 when the database is unavailable, when its disk was full less than a minute ago, or when its schema doesn’t fit the version of this process: the detail then says which one is expected.',
  auth: { kind: 'public' },
  response: {
    status: 200,
    description: 'The service is ready for requests',
    schema: object({
      status: stringEnum(['ok', 'degraded', 'maintenance']),
      version: Type.String(),
      checks: object({ database: check, schema: check, queue: check }),
    }),
  },
  examples: {
    response: { status: 'ok', version: CORE_VERSION, checks: { database: 'ok', schema: 'ok', queue: 'ok' } },
  },
});
