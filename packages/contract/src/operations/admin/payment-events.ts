import { Type } from 'typebox';
import { EXAMPLE_ORDER_ID } from '../../events.ts';
import { defineOperation } from '../../operation.ts';
import { id, list, nullable, object, pageOf, pageQuery, stringEnum, text, timestamp } from '../../schema.ts';

const state = stringEnum(['waiting', 'contradictory', 'applied'], {
  description:
    '`waiting`: its payment isn’t known yet; `contradictory`: it names another order than its payment, and had no effect; `applied`: it has had its effect',
});

const eventId = Type.String({
  minLength: 1,
  maxLength: 300,
  description:
    'The provider’s event id; of a payment account of the store, after the account’s id and a colon',
});

const paymentEvent = object({
  id: eventId,
  type: Type.String(),
  orderId: id,
  state,
  receivedAt: timestamp,
  appliedAt: nullable(timestamp),
});

const example = {
  id: 'evt_1',
  type: 'refund.created',
  orderId: EXAMPLE_ORDER_ID,
  state: 'waiting' as const,
  receivedAt: '2026-01-15T09:32:00.000Z',
  appliedAt: null,
};

export const listPaymentEvents = defineOperation({
  endpoint: 'GET /admin/v1/payment-events',
  summary: 'List the payment provider’s events',
  description:
    'The stored events about orders of the store: first those without an effect, each newest first. An event that names nothing of any store is shown by the deployment’s command.',
  auth: { kind: 'admin', permission: 'orders:read' },
  query: pageQuery({
    type: Type.Optional(text(255)),
    state: Type.Optional(state),
    orderId: Type.Optional(id),
  }),
  response: { status: 200, description: 'A page of events', schema: list(paymentEvent) },
  examples: { response: pageOf(example) },
});

export const replayPaymentEvent = defineOperation({
  endpoint: 'POST /admin/v1/payment-events/{id}/replay',
  summary: 'Replay an event that had no effect',
  description:
    'Looks for the event’s payment again, and applies the event if it is there. `state` says what came of it: an event whose payment is still unknown goes on waiting, and one that contradicts its payment is never applied.',
  auth: { kind: 'admin', permission: 'orders:write' },
  params: object({ id: eventId }),
  response: { status: 200, description: 'The event', schema: paymentEvent },
  errors: ['already_applied'],
  examples: { response: { ...example, state: 'applied', appliedAt: '2026-01-15T10:00:00.000Z' } },
});
