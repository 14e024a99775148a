import { Type } from 'typebox';
import { DEGRADED, MAX_COUNTED_ATTEMPTS } from '../../../../limits.ts';
import { defineOperation } from '../../../../operation.ts';
import { nullable, object, stringEnum, timestamp } from '../../../../schema.ts';

const count = Type.Integer({ minimum: 0 });

const milliseconds = nullable(Type.Integer({ minimum: 0 }));

const window = object({
  attempts: count,
  isCapped: Type.Boolean({
    description: `There were more; the figures cover the newest ${MAX_COUNTED_ATTEMPTS}`,
  }),
  succeeded: count,
  failed: count,
  successRate: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    minimum: 0,
    maximum: 1,
    description: 'Null without attempts',
  }),
  p50Ms: milliseconds,
  p95Ms: milliseconds,
});

const exampleWindow = {
  attempts: 1200,
  isCapped: false,
  succeeded: 1194,
  failed: 6,
  successRate: 0.995,
  p50Ms: 48,
  p95Ms: 210,
};

export const getSubscriptionStats = defineOperation({
  endpoint: 'GET /admin/v1/webhooks/subscriptions/{id}/stats',
  summary: 'Get the health of an endpoint',
  description:
    'Read from the ledger of attempts. `probing`: it was resumed while it failed, and none has succeeded since. ' +
    `\`degraded\`: of at least ${DEGRADED.attempts} attempts of the last hour fewer than ${DEGRADED.successRate * 100} % succeeded. ` +
    'An attempt that a worker did not survive has no outcome and is not counted.',
  auth: { kind: 'admin', permission: 'webhooks:read', portal: 'view' },
  response: {
    status: 200,
    description: 'Its health',
    schema: object({
      health: stringEnum(['well', 'degraded', 'failing', 'probing', 'paused']),
      consecutiveFailures: Type.Integer({ minimum: 0, description: 'Attempts since the last success' }),
      failingSince: nullable(timestamp),
      lastAttemptAt: { ...nullable(timestamp), description: 'Of those that are kept; null: none' },
      lastHour: window,
      lastDay: window,
    }),
  },
  examples: {
    response: {
      health: 'well',
      consecutiveFailures: 0,
      failingSince: null,
      lastAttemptAt: '2026-11-20T09:30:00.000Z',
      lastHour: { ...exampleWindow, attempts: 50, succeeded: 50, failed: 0, successRate: 1 },
      lastDay: exampleWindow,
    },
  },
});
