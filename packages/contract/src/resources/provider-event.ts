import { Type } from 'typebox';
import { EXAMPLE_ORDER_ID } from '../events.ts';
import { nullable, object } from '../schema.ts';

/** An event of the payment provider. Members beyond these are the provider's own and are stored as they are. */
export const providerEvent = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 255 }),
  type: Type.String({ minLength: 1, maxLength: 255 }),
  created: Type.Optional(Type.Integer({ description: 'Unix seconds' })),
  data: Type.Object({
    object: Type.Object({
      id: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
      metadata: Type.Optional(nullable(Type.Record(Type.String(), Type.Unknown()))),
    }),
  }),
});

/** A callback of any provider; a body that isn't an event has no effect. */
export const accountCallback = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  description: 'As of `POST /webhooks/payment`, or what the module expects that offers the provider',
});

export const receivedEvent = {
  status: 200 as const,
  description: 'The event is stored, and its effect is committed',
  schema: object({ received: Type.Literal(true) }),
};

export const exampleCallback = {
  body: {
    id: 'evt_1',
    type: 'payment_intent.succeeded',
    created: 1768469460,
    data: { object: { id: 'pi_1', metadata: { orderId: EXAMPLE_ORDER_ID } } },
  },
  response: { received: true as const },
};
