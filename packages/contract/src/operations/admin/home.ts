import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { exampleOrderSummary, orderSummary } from '../../resources/order.ts';
import { exampleSales, sales } from '../../resources/sales.ts';
import { SETUP_STEPS } from '../../resources/setup-steps.ts';
import { exampleSubscription } from '../../resources/subscription.ts';
import { id, nullable, nullableText, object, stringEnum, timestamp } from '../../schema.ts';

const count = Type.Integer({ minimum: 0 });
const few = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 101, description: `${description}; 101: more than 100` });

export const getHome = defineOperation({
  endpoint: 'GET /admin/v1/home',
  summary: 'Get what needs an operator, in one call',
  description:
    'Sales and deliveries of the last 30 days, endpoints that fail, orders that need an operator, and the missing steps of the setup. ' +
    'A part that the role may not read is null: `orders` and `sales` need `orders:read`, `webhooks` needs `webhooks:read`, ' +
    'the others `settings:read`.',
  auth: { kind: 'admin' },
  response: {
    status: 200,
    description: 'The first page',
    schema: object({
      sales: nullable(sales),
      orders: nullable(
        object({
          latest: Type.Array(orderSummary),
          attention: Type.Array(orderSummary, { description: 'The newest ten whose `attention` is set' }),
          toShip: few('Paid, and something is left to ship: `toShip=true` of the list'),
          unpaid: few('Placed and not paid: `status=pending&paymentStatus=unpaid`'),
          openReturns: few('`open=true` of the list of returns'),
        }),
      ),
      webhooks: nullable(
        object({
          days: Type.Array(object({ at: timestamp, delivered: count, failed: count, exhausted: count })),
          attempts: count,
          succeeded: count,
          failed: Type.Integer({
            minimum: 0,
            description: 'Deliveries that will be tried again; counts up to 10000',
          }),
          exhausted: Type.Integer({
            minimum: 0,
            description: 'Deliveries that ran out of retries; counts up to 10000',
          }),
          subscriptions: count,
          unwell: Type.Array(
            object({
              id,
              url: nullableText,
              health: stringEnum(['failing', 'probing', 'paused']),
              failingSince: nullable(timestamp),
            }),
            { description: 'Ten at most, those that have failed longest first' },
          ),
        }),
      ),
      setup: nullable(object({ missing: Type.Array(stringEnum(SETUP_STEPS)) })),
      unreadNotifications: nullable(count),
    }),
  },
  examples: {
    response: {
      sales: exampleSales,
      orders: { latest: [exampleOrderSummary], attention: [], toShip: 3, unpaid: 1, openReturns: 0 },
      webhooks: {
        days: [{ at: '2026-01-15T00:00:00.000Z', delivered: 1194, failed: 5, exhausted: 1 }],
        attempts: 1200,
        succeeded: 1194,
        failed: 4,
        exhausted: 1,
        subscriptions: 3,
        unwell: [
          {
            id: exampleSubscription.id,
            url: exampleSubscription.url,
            health: 'failing',
            failingSince: '2026-01-15T09:31:00.000Z',
          },
        ],
      },
      setup: { missing: ['payment'] },
      unreadNotifications: 2,
    },
  },
});
