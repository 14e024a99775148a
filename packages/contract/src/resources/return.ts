import { type Static, Type } from 'typebox';
import { EXAMPLE_ORDER_ID } from '../events.ts';
import { id, nullable, nullableText, object, stringEnum, timestamp } from '../schema.ts';

export const RETURN_STATUSES = ['requested', 'approved', 'rejected', 'received', 'refunded'] as const;

export type ReturnStatus = (typeof RETURN_STATUSES)[number];

export const returnStatus = stringEnum(RETURN_STATUSES);

const CONDITIONS = ['new', 'used', 'damaged'] as const;

const units = Type.Integer({ minimum: 1, maximum: 9999 });

const reason = Type.String({ minLength: 1, maxLength: 1000 });

/** What comes back, and why. */
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

export const returned = object({
  id,
  orderId: id,
  status: returnStatus,
  requestedBy: stringEnum(['customer', 'operator']),
  reason: nullableText,
  note: Type.Unsafe<string | null>({
    ...nullableText,
    description: 'What the operator says about the approval or the rejection',
  }),
  lines: Type.Array(object({ lineId: id, quantity: units })),
  received: Type.Array(receivedLine, { description: 'What came, once it has' }),
  refundId: nullable(id),
  createdAt: timestamp,
  updatedAt: timestamp,
});

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
