import { Type } from 'typebox';
import { eventName } from '../../../events.ts';
import { defineOperation } from '../../../operation.ts';
import { eventPatterns } from '../../../resources/subscription.ts';
import {
  condition,
  FILTER_OPERATORS,
  filterValue,
  objectWithFilter,
} from '../../../resources/webhook-filter.ts';
import { id, object, stringEnum, timestamp } from '../../../schema.ts';

export const listFilterPaths = defineOperation({
  endpoint: 'GET /admin/v1/webhooks/filters/paths',
  summary: 'List the paths for filters',
  description:
    'The paths of these events that the caller may filter by, with what may be there, for forms. A portal session gets those of the ' +
    'event and its ids alone.',
  auth: { kind: 'admin', permission: 'webhooks:read', portal: 'catalogue' },
  query: object({
    events: Type.String({
      default: '*',
      maxLength: 4096,
      pattern: '^[a-z_.*]+(,[a-z_.*]+)*$',
      description: 'What a subscription lists, with commas between: `order.paid,return.*`',
    }),
  }),
  response: {
    status: 200,
    description: 'The paths, those of the event first',
    schema: object({
      items: Type.Array(
        object({
          path: Type.String({
            description: 'One that ends with a dot wants a name of the store’s own behind it',
          }),
          types: Type.Array(stringEnum(['string', 'number', 'boolean']), {
            description: 'Of values there; none: only whether there is something can be asked',
          }),
          values: Type.Array(filterValue, { description: 'All that there are, where they are listed' }),
          operators: Type.Array(stringEnum(FILTER_OPERATORS)),
          isList: Type.Boolean({ description: 'It leads through a list: any of its items' }),
        }),
      ),
    }),
  },
  examples: {
    response: {
      items: [
        {
          path: 'data.status',
          types: ['string'],
          values: ['paid'],
          operators: ['equals', 'in', 'exists', 'prefix', 'greater', 'less'],
          isList: false,
        },
      ],
    },
  },
});

export const testFilter = defineOperation({
  endpoint: 'POST /admin/v1/webhooks/filters/test',
  summary: 'Try a filter on past events',
  description:
    'Checks the newest events of the store that are listed, at most 20 of its last 5,000, and explains each result. Nothing is sent or kept. Where no ' +
    'subscription got an event whole, its resource is read as it is now, and what changed and who did it isn’t known. A portal session ' +
    'tries it on events that its subscriptions got. The filter is checked as on a subscription.',
  withoutKey: 'trying a filter changes nothing.',
  auth: { kind: 'admin', permission: 'webhooks:read', portal: 'manage' },
  body: objectWithFilter({
    events: eventPatterns,
    filter: condition,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 10 })),
  }),
  response: {
    status: 200,
    description: 'The events, newest first',
    schema: object({
      items: Type.Array(
        object({
          eventId: id,
          event: eventName,
          resourceId: id,
          occurredAt: timestamp,
          matches: Type.Boolean({ description: 'Whether it would be delivered' }),
          judgedBy: stringEnum(['event', 'recorded', 'now'], {
            description:
              '`event`: its data say it all. `recorded`: the payload that was kept of it. `now`: the resource as it is now',
          }),
          conditions: Type.Array(
            object({
              at: Type.String({ description: 'Where in the filter, as a JSON pointer: `/all/0`' }),
              path: Type.String(),
              holds: Type.Boolean(),
              values: Type.Array(filterValue, {
                description: 'The values that were found: at most five texts, numbers or booleans',
              }),
            }),
          ),
        }),
      ),
    }),
  },
  examples: {
    body: { events: ['order.paid'], filter: { path: 'data.status', equals: 'paid' } },
    response: {
      items: [
        {
          eventId: 'd5e6f7a8-2b3c-4d4e-8f5a-6b7c8d9e0f1a',
          event: 'order.paid',
          resourceId: '0b7e6a52-6d0f-4d7f-9a51-3c4a5be1d6f0',
          occurredAt: '2026-01-15T09:31:00.000Z',
          matches: true,
          judgedBy: 'event',
          conditions: [{ at: '', path: 'data.status', holds: true, values: ['paid'] }],
        },
      ],
    },
  },
});
