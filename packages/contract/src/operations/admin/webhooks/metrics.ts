import { Type } from 'typebox';
import { eventName } from '../../../events.ts';
import { defineOperation } from '../../../operation.ts';
import { exampleDelivery } from '../../../resources/delivery.ts';
import { id, nullable, object, stringEnum, timestamp } from '../../../schema.ts';

const INTERVALS = ['minute', 'hour', 'day'] as const;

const RESPONSE_CLASSES = ['none', '1xx', '2xx', '3xx', '4xx', '5xx'] as const;

const count = Type.Integer({ minimum: 0 });
const milliseconds = nullable(Type.Integer({ minimum: 0 }));

const figures = {
  attempts: count,
  succeeded: count,
  failed: count,
  p50Ms: milliseconds,
  p95Ms: milliseconds,
  p99Ms: milliseconds,
};

const deliveries = object(
  { delivered: count, failed: count, exhausted: count },
  { description: 'The number of deliveries by their state after these attempts' },
);

const exampleFigures = { attempts: 1200, succeeded: 1194, failed: 6, p50Ms: 48, p95Ms: 210, p99Ms: 460 };
const exampleDeliveries = { delivered: 1194, failed: 5, exhausted: 1 };

export const getWebhookMetrics = defineOperation({
  endpoint: 'GET /admin/v1/webhooks/metrics',
  summary: 'Get the statistics of deliveries and attempts',
  description:
    'Counted by the workers while they record outcomes, and a few seconds behind. By the minute for up to 6 hours, by the ' +
    'hour for up to 14 days, by the day for up to 90 days, all in UTC and ending now at the latest; `from` and `to` are ' +
    'rounded outward. Percentiles are estimated from a histogram and are off by a quarter at most. Tests, and attempts whose worker did ' +
    'not survive, are not counted; those of deleted subscriptions are.',
  auth: { kind: 'admin', permission: 'webhooks:read', portal: 'view' },
  query: object({
    interval: Type.Unsafe<(typeof INTERVALS)[number]>({
      type: 'string',
      enum: [...INTERVALS],
      default: 'hour',
    }),
    from: Type.Optional(
      Type.String({ format: 'date-time', description: 'An hour, a day or 30 days before `to` when absent' }),
    ),
    to: Type.Optional(Type.String({ format: 'date-time', description: 'Now when absent' })),
    subscriptionId: Type.Optional(id),
    event: Type.Optional(eventName),
  }),
  response: {
    status: 200,
    description: 'The statistics',
    schema: object({
      interval: stringEnum(INTERVALS),
      from: timestamp,
      to: timestamp,
      total: object({ ...figures, deliveries }),
      series: Type.Array(object({ at: timestamp, ...figures, deliveries }), {
        description: 'One for each interval, also where there was nothing',
      }),
      byEvent: Type.Array(object({ event: Type.String(), ...figures })),
      bySubscription: Type.Array(object({ subscriptionId: id, ...figures })),
      byResponseClass: Type.Array(object({ responseClass: stringEnum(RESPONSE_CLASSES), attempts: count }), {
        description: '`none`: there was no response',
      }),
      byError: Type.Array(
        object({
          error: Type.String({ description: 'The same as `lastError` of a delivery' }),
          attempts: count,
        }),
      ),
      histogram: Type.Array(object({ upToMs: Type.Integer({ minimum: 1 }), attempts: count }), {
        description: 'Attempts that took no longer than this, and longer than the bound before it',
      }),
    }),
  },
  examples: {
    response: {
      interval: 'day',
      from: '2026-01-15T00:00:00.000Z',
      to: '2026-01-16T00:00:00.000Z',
      total: { ...exampleFigures, deliveries: exampleDeliveries },
      series: [{ at: '2026-01-15T00:00:00.000Z', ...exampleFigures, deliveries: exampleDeliveries }],
      byEvent: [{ event: 'order.paid', ...exampleFigures }],
      bySubscription: [{ subscriptionId: exampleDelivery.subscriptionId, ...exampleFigures }],
      byResponseClass: [
        { responseClass: '2xx', attempts: 1194 },
        { responseClass: '5xx', attempts: 6 },
      ],
      byError: [{ error: 'unexpected status 500', attempts: 6 }],
      histogram: [
        { upToMs: 50, attempts: 700 },
        { upToMs: 300, attempts: 500 },
      ],
    },
  },
});
