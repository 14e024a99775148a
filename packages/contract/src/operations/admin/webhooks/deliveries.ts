import { Type } from 'typebox';
import { EXAMPLE_ORDER_ID, eventName } from '../../../events.ts';
import { defineOperation } from '../../../operation.ts';
import {
  attempt,
  DELIVERY_STATUSES,
  deliveryFields,
  exampleAttempt,
  exampleDelivery,
  exampleResend,
  resend,
} from '../../../resources/delivery.ts';
import { cursorQuery, id, list, nullable, object, stringEnum, timestamp } from '../../../schema.ts';

const delivery = object(deliveryFields);

const exampleCursor = 'MjAyNi0wMS0xNVQwOTozMTowMC4wMDBafDlhMWQ2ZDBl';

export const listDeliveries = defineOperation({
  endpoint: 'GET /admin/v1/webhooks/deliveries',
  summary: 'Query the delivery log',
  description:
    'Newest first. A page past the end is empty. `total` counts up to 10000, and `isTotalCapped` says when there are ' +
    'more. `cursor` takes the `nextCursor` of another response and is as fast deep in a long log as at its start. ' +
    '`after` takes a `tailCursor`: the response has what is new since then, as soon as there is something, and is empty when ' +
    '`wait` is over. It may repeat deliveries of the last ten seconds: go by their id.',
  waits: true,
  auth: { kind: 'admin', permission: 'webhooks:read', portal: 'view' },
  query: cursorQuery(
    {
      subscriptionId: Type.Optional(id),
      status: Type.Optional(stringEnum(DELIVERY_STATUSES)),
      event: Type.Optional(eventName),
      responseCode: Type.Optional(
        Type.Integer({ minimum: 100, maximum: 599, description: 'Of the last attempt' }),
      ),
      error: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, description: '`lastError`, such as `timeout`' }),
      ),
      resourceId: Type.Optional(id),
      eventId: Type.Optional(id),
      after: Type.Optional(
        Type.String({ maxLength: 200, description: 'Only what is new since a `tailCursor`' }),
      ),
      wait: Type.Integer({
        minimum: 0,
        maximum: 30,
        default: 0,
        description: 'With `after`: for how many seconds to wait for something new',
      }),
      from: Type.Optional(Type.String({ format: 'date-time', description: 'Created then or later' })),
      to: Type.Optional(Type.String({ format: 'date-time', description: 'Created before' })),
    },
    Type.String({ maxLength: 200, description: 'Instead of `page`' }),
  ),
  response: {
    status: 200,
    description: 'A page of the log',
    schema: object({
      ...list(delivery).properties,
      isTotalCapped: Type.Boolean(),
      nextCursor: nullable(Type.String(), { description: 'Null on the last page' }),
      tailCursor: nullable(Type.String(), {
        description: 'For `after`; on the first page, and with `after`',
      }),
    }),
  },
  examples: {
    response: {
      items: [exampleDelivery],
      total: 1,
      page: 1,
      pageSize: 20,
      isTotalCapped: false,
      nextCursor: exampleCursor,
      tailCursor: 'MjAyNi0wMS0xNVQwOTozMTowMC4wMDBafDlhMWQ2ZDBlfDE',
    },
  },
});

export const retryDelivery = defineOperation({
  endpoint: 'POST /admin/v1/webhooks/deliveries/{id}/retry',
  summary: 'Retry a delivery by hand',
  description:
    'Makes the delivery due now, under the same id. The attempt counter is not reset: an exhausted delivery is exhausted again if this attempt fails.',
  auth: { kind: 'admin', permission: 'webhooks:write', portal: 'retry' },
  response: {
    status: 200,
    description: 'The delivery is due now',
    schema: object({ retried: Type.Literal(true) }),
  },
  errors: ['already_delivered'],
  examples: { response: { retried: true } },
});

export const redeliverDelivery = defineOperation({
  endpoint: 'POST /admin/v1/webhooks/deliveries/{id}/redeliver',
  summary: 'Send a delivery again, also one that was delivered',
  description:
    'For a receiver that has responded with a 2xx status and has lost the event since. As a retry it makes the delivery due now, ' +
    'under the same id, and the attempt counter is not reset: receivers that deduplicate by the id must first forget it. ' +
    'The delivery is `pending` until the attempt is made, and `resends` records the requester.',
  auth: { kind: 'admin', permission: 'webhooks:write', portal: 'retry' },
  response: {
    status: 200,
    description: 'The delivery is due now',
    schema: object({ redelivered: Type.Literal(true) }),
  },
  examples: { response: { redelivered: true } },
});

export const getDelivery = defineOperation({
  endpoint: 'GET /admin/v1/webhooks/deliveries/{id}',
  summary: 'Get a delivery with its payload and attempts',
  description:
    'The envelope that is sent, or what its subscription’s format makes of it (`body`), and one record for each attempt: opened before its connection and closed after it.',
  auth: { kind: 'admin', permission: 'webhooks:read', portal: 'view' },
  response: {
    status: 200,
    description: 'The delivery',
    schema: object({
      ...deliveryFields,
      payload: object({
        id,
        event: Type.String(),
        occurredAt: timestamp,
        data: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
      }),
      apiVersion: nullable(Type.String(), {
        description: 'The version in which a full payload presents its resource; null of a thin one',
      }),
      body: nullable(Type.String(), {
        description:
          'What is sent to a subscription of another format than `envelope`; null: the payload itself',
      }),
      attemptRecords: Type.Array(attempt, { description: 'Oldest first' }),
      resends: Type.Array(resend, { description: 'Requests to send it again, oldest first' }),
    }),
  },
  examples: {
    response: {
      ...exampleDelivery,
      payload: {
        id: exampleDelivery.id,
        event: 'order.paid',
        occurredAt: '2026-01-15T09:31:00.000Z',
        data: { orderId: EXAMPLE_ORDER_ID, status: 'paid', previousStatus: 'pending' },
      },
      apiVersion: null,
      body: null,
      attemptRecords: [exampleAttempt],
      resends: [exampleResend],
    },
  },
});
