import { Type } from 'typebox';
import { EXAMPLE_ORDER_ID } from '../events.ts';
import { id, integer, nullable, object, stringEnum, timestamp } from '../schema.ts';

const fields = {
  status: stringEnum(['none', 'pending', 'running', 'completed'], {
    description: 'none: it isn’t requested, and this is a preview',
  }),
  steps: integer,
  processed: integer,
  removes: object(
    {
      addresses: integer,
      carts: integer,
      mails: integer,
      orders: Type.Integer({ description: 'Orders without a document: they stay without any person' }),
      formerOrders: Type.Integer({ description: 'Orders of the former shop' }),
      exports: integer,
    },
    {
      description:
        'Besides the account itself, its sessions, and the person in notices, imports, audit records and logs',
    },
  ),
  keeps: object(
    {
      orders: Type.Integer({ description: 'With name and address as on the invoice, and the credit notes' }),
    },
    { description: 'What tax law keeps' },
  ),
  blockedBy: Type.Array(
    object({
      orderId: id,
      number: Type.Integer(),
      reason: stringEnum(['unpaid', 'unshipped', 'return', 'refund', 'dispute']),
    }),
    { description: 'Orders that have to be finished before, 20 at most' },
  ),
  requestedAt: nullable(timestamp),
  finishedAt: nullable(timestamp),
};

/** The erasure of a customer. */
export const erasure = object({ customerId: id, ...fields });

/** The erasure of an order's buyer. */
export const buyerErasure = object({
  customerId: nullable(id, { description: 'UUID; null for a guest' }),
  orderId: nullable(id, { description: 'The order by which a guest was named; null for a customer' }),
  ...fields,
});

export const exampleErasure = {
  customerId: 'b7c2a3b4-5d6e-4f70-8a91-b2c3d4e5f620',
  status: 'none' as const,
  steps: 7,
  processed: 0,
  removes: { addresses: 2, carts: 1, mails: 3, orders: 1, formerOrders: 0, exports: 0 },
  keeps: { orders: 4 },
  blockedBy: [{ orderId: EXAMPLE_ORDER_ID, number: 1001, reason: 'unshipped' as const }],
  requestedAt: null,
  finishedAt: null,
};
