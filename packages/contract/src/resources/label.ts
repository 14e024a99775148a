import { type Static, Type } from 'typebox';
import { EXAMPLE_ORDER_ID } from '../events.ts';
import { id, nullable, nullableText, object, stringEnum, timestamp } from '../schema.ts';

export const LABEL_STATUSES = ['requested', 'made', 'cancelled'] as const;

export type LabelStatus = (typeof LABEL_STATUSES)[number];

/** The name that a module gives its carrier. */
export const carrierName = Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 64 });
/** The carrier's own code of what it offers. */
export const carrierService = Type.String({ minLength: 1, maxLength: 64 });

/** The label of a carrier for a parcel of an order. */
export const label = object({
  id,
  orderId: id,
  status: stringEnum(LABEL_STATUSES, {
    description:
      '`requested` until the carrier has answered: request the same label again, or cancel it. The file of a cancelled one is deleted',
  }),
  carrier: Type.String(),
  service: Type.String(),
  weightGrams: Type.Integer({ minimum: 0 }),
  lines: Type.Array(object({ lineId: id, quantity: Type.Integer({ minimum: 1 }) })),
  tracking: object({ number: nullableText, url: nullableText }),
  shipmentId: nullable(id, { description: 'The shipment that left with it; null: none has' }),
  createdAt: timestamp,
});

export const exampleLabel = {
  id: '5d2b8c1e-7f3a-4b6d-9e0c-1a2b3c4d5e6f',
  orderId: EXAMPLE_ORDER_ID,
  status: 'made',
  carrier: 'table-post',
  service: 'parcel',
  weightGrams: 2500,
  lines: [{ lineId: 'e5c2a3b4-5d6e-4f70-8a91-b2c3d4e5f613', quantity: 2 }],
  tracking: { number: 'TP00000001', url: 'https://table-post.example/track/TP00000001' },
  shipmentId: null,
  createdAt: '2026-01-16T07:55:00.000Z',
} satisfies Static<typeof label>;
