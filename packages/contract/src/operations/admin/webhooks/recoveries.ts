import { Type } from 'typebox';
import { eventName } from '../../../events.ts';
import { defineOperation } from '../../../operation.ts';
import { id, list, nullable, object, pageOf, pageQuery, stringEnum, timestamp } from '../../../schema.ts';

const RECOVERY_STATES = ['running', 'paused', 'cancelled', 'completed'] as const;

const RECOVERABLE = ['failed', 'exhausted', 'delivered'] as const;

const recovery = object({
  id,
  subscriptionId: nullable(id),
  state: stringEnum(RECOVERY_STATES),
  missing: Type.Boolean(),
  statuses: Type.Array(stringEnum(RECOVERABLE)),
  event: nullable(eventName),
  deliveryIds: Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string', format: 'uuid' },
    description: 'The selected deliveries; null: all of the range',
  }),
  from: timestamp,
  to: timestamp,
  dryRun: Type.Boolean(),
  ratePerSecond: Type.Integer(),
  matched: Type.Integer({
    minimum: 0,
    description: 'Number of deliveries found when the recovery was created',
  }),
  sent: Type.Integer({ minimum: 0, description: 'Number of deliveries made due so far' }),
  createdAt: timestamp,
  endedAt: nullable(timestamp),
});

const example = {
  id: 'd2f1c6a4-8f0e-4b7a-9c1d-5e6f7a8b9c0d',
  subscriptionId: '5b0a7d5e-1c1f-4e58-9a40-9c1f6d6a7c11',
  state: 'running' as const,
  missing: false,
  statuses: ['exhausted' as const],
  event: null,
  deliveryIds: null,
  from: '2026-01-15T00:00:00.000Z',
  to: '2026-01-16T00:00:00.000Z',
  dryRun: false,
  ratePerSecond: 50,
  matched: 1240,
  sent: 350,
  createdAt: '2026-01-16T08:00:00.000Z',
  endedAt: null,
};

export const createRecovery = defineOperation({
  endpoint: 'POST /admin/v1/webhooks/recoveries',
  summary: 'Resend deliveries of a time range',
  description:
    'Makes every failed or exhausted delivery of the range due again, under the same id and without resetting its attempts. ' +
    'The worker does it in the background, and a restart doesn’t lose it. With `missing` it sends instead the events of the ' +
    'range that have no delivery because the subscription was paused or did not list them yet; events are kept 30 days. ' +
    'With `deliveryIds` it sends those, as far as they failed, instead of a range. With `status: "delivered"` it sends what was ' +
    'delivered: a receiver may have lost it. `dryRun` only counts.',
  auth: { kind: 'admin', permission: 'webhooks:write', portal: 'retry' },
  body: object(
    {
      subscriptionId: Type.Optional(id),
      status: Type.Optional(
        stringEnum(RECOVERABLE, { description: 'Failed and exhausted ones when absent; not with `missing`' }),
      ),
      deliveryIds: Type.Optional(
        Type.Array(id, {
          minItems: 1,
          maxItems: 500,
          uniqueItems: true,
          description: 'Not with a range or `missing`',
        }),
      ),
      from: Type.Optional(
        Type.String({
          format: 'date-time',
          description: 'Created then or later; required without `deliveryIds`',
        }),
      ),
      to: Type.Optional(
        Type.String({ format: 'date-time', description: 'Created before; required without `deliveryIds`' }),
      ),
      event: Type.Optional(eventName),
      dryRun: Type.Boolean({ default: false }),
      missing: Type.Boolean({ default: false, description: 'Needs `subscriptionId`' }),
      ratePerSecond: Type.Integer({ minimum: 1, maximum: 1000, default: 50 }),
    },
    // The schema requires any member; the use case checks that a range or ids are given.
    { minProperties: 1 },
  ),
  response: { status: 201, description: 'The recovery', schema: recovery },
  errors: ['not_found'],
  examples: {
    body: {
      subscriptionId: example.subscriptionId,
      status: 'exhausted',
      from: example.from,
      to: example.to,
      dryRun: false,
      missing: false,
      ratePerSecond: 50,
    },
    response: { ...example, sent: 0 },
  },
});

export const listRecoveries = defineOperation({
  endpoint: 'GET /admin/v1/webhooks/recoveries',
  summary: 'List recoveries',
  description: 'Newest first.',
  auth: { kind: 'admin', permission: 'webhooks:read', portal: 'view' },
  query: pageQuery(),
  response: { status: 200, description: 'A page of recoveries', schema: list(recovery) },
  examples: { response: pageOf(example) },
});

export const getRecovery = defineOperation({
  endpoint: 'GET /admin/v1/webhooks/recoveries/{id}',
  summary: 'Get a recovery and its progress',
  description: '`sent` of `matched` are due or done.',
  auth: { kind: 'admin', permission: 'webhooks:read', portal: 'view' },
  response: { status: 200, description: 'The recovery', schema: recovery },
  examples: { response: example },
});

const current = { status: 200, description: 'The recovery as it is now', schema: recovery } as const;

export const pauseRecovery = defineOperation({
  endpoint: 'POST /admin/v1/webhooks/recoveries/{id}/pause',
  summary: 'Pause a recovery',
  description: 'Nothing more is made due until it is resumed. A recovery that has ended is refused.',
  auth: { kind: 'admin', permission: 'webhooks:write', portal: 'retry' },
  response: current,
  errors: ['recovery_ended'],
  examples: { response: { ...example, state: 'paused' } },
});

export const resumeRecovery = defineOperation({
  endpoint: 'POST /admin/v1/webhooks/recoveries/{id}/resume',
  summary: 'Resume a recovery',
  description: 'It continues where it was paused. A recovery that has ended is refused.',
  auth: { kind: 'admin', permission: 'webhooks:write', portal: 'retry' },
  response: current,
  errors: ['recovery_ended'],
  examples: { response: example },
});

export const cancelRecovery = defineOperation({
  endpoint: 'POST /admin/v1/webhooks/recoveries/{id}/cancel',
  summary: 'Cancel a recovery',
  description:
    'Deliveries that it has already made due are still sent. A recovery that has ended is refused.',
  auth: { kind: 'admin', permission: 'webhooks:write', portal: 'retry' },
  response: current,
  errors: ['recovery_ended'],
  examples: { response: { ...example, state: 'cancelled', endedAt: '2026-01-16T08:00:10.000Z' } },
});
