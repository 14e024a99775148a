import { type Static, Type } from 'typebox';
import { EXAMPLE_ORDER_ID, RETURN_STATUSES } from '../events.ts';
import { amount, id, nullable, nullableText, object, stringEnum, timestamp } from '../schema.ts';

export const returnStatus = stringEnum(RETURN_STATUSES);

const CONDITIONS = ['new', 'used', 'damaged'] as const;

const units = Type.Integer({ minimum: 1, maximum: 9999 });

const reason = Type.String({ minLength: 1, maxLength: 1000 });

/** The units of a return, and the reason. */
export const returnRequest = object({
  lines: Type.Array(object({ lineId: id, quantity: units }), { minItems: 1, maxItems: 1000 }),
  reason: Type.Optional(reason),
});

export const decision = object({ note: Type.Optional(reason) });

const receivedLine = object({
  lineId: id,
  quantity: units,
  condition: stringEnum(CONDITIONS),
  restock: Type.Boolean({ description: 'For sale again; else written off' }),
});

export const receipt = object({
  lines: Type.Array(receivedLine, {
    minItems: 1,
    maxItems: 1000,
    description:
      'What was in the parcel. A line may be named once for each condition; one that isn’t named didn’t come',
  }),
});

export const returnRefund = object({ reason: Type.Optional(reason) });

const exchangedLine = object({ lineId: id, quantity: units, variantId: id });

/** The goods that are sent for the returned ones. */
export const exchange = object({
  lines: Type.Optional(
    Type.Array(
      object({
        lineId: id,
        quantity: Type.Optional(units),
        variantId: Type.Optional(id),
        unitAmount: Type.Optional(amount),
      }),
      {
        minItems: 1,
        maxItems: 1000,
        description:
          '`quantity`: without it, all units of the line that came and weren’t refunded. `variantId`: without it, the same again. `unitAmount`: the price of one, with tax where the order’s prices include it; without it nothing is due. Absent: all that came, the same again.',
      },
    ),
  ),
  reason: Type.Optional(reason),
});

export const returned = object({
  id,
  orderId: id,
  status: returnStatus,
  requestedBy: stringEnum(['customer', 'operator']),
  reason: nullableText,
  note: nullable(Type.String(), {
    description: 'What the operator says about the approval or the rejection',
  }),
  lines: Type.Array(object({ lineId: id, quantity: units })),
  received: Type.Array(receivedLine, { description: 'What came, once it has' }),
  refundId: nullable(id, { description: 'The refund of what came, or of what an exchange was cheaper by' }),
  exchanged: Type.Array(exchangedLine, { description: 'What was exchanged, and for which variant' }),
  exchangeOrderId: nullable(id, { description: 'The order that sends the exchange' }),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** A return in lists. */
export const listedReturn = object({ ...returned.properties, orderNumber: Type.Integer() });

const line = { lineId: 'e5c2a3b4-5d6e-4f70-8a91-b2c3d4e5f613', quantity: 1 };

export const exampleReturn = {
  id: 'a2c2a3b4-5d6e-4f70-8a91-b2c3d4e5f631',
  orderId: EXAMPLE_ORDER_ID,
  status: 'requested',
  requestedBy: 'customer',
  reason: 'Too strong',
  note: null,
  lines: [line],
  received: [],
  refundId: null,
  exchanged: [],
  exchangeOrderId: null,
  createdAt: '2026-01-18T10:00:00.000Z',
  updatedAt: '2026-01-18T10:00:00.000Z',
} satisfies Static<typeof returned>;

export const exampleReturnRequest = { lines: [line], reason: 'Too strong' };

export const exampleReceipt = {
  lines: [{ ...line, condition: 'new', restock: true }],
} satisfies Static<typeof receipt>;

export const exampleReceivedReturn = {
  ...exampleReturn,
  status: 'received',
  received: exampleReceipt.lines,
} satisfies Static<typeof returned>;

const EXCHANGED_FOR = 'd1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f609';

export const exampleExchange = {
  lines: [{ ...line, variantId: EXCHANGED_FOR }],
} satisfies Static<typeof exchange>;

export const exampleExchangedReturn = {
  ...exampleReceivedReturn,
  status: 'exchanged',
  exchanged: [{ ...line, variantId: EXCHANGED_FOR }],
  exchangeOrderId: '1c7e6a52-6d0f-4d7f-9a51-3c4a5be1d6f1',
} satisfies Static<typeof returned>;
