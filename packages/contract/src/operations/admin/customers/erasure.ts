import { Type } from 'typebox';
import { EXAMPLE_ORDER_ID } from '../../../events.ts';
import { defineOperation } from '../../../operation.ts';
import { id, idParams, integer, nullable, object, stringEnum, timestamp } from '../../../schema.ts';

const erasure = object({
  customerId: id,
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
});

const preview = {
  customerId: 'b7c2a3b4-5d6e-4f70-8a91-b2c3d4e5f620',
  status: 'none' as const,
  steps: 7,
  processed: 0,
  removes: { addresses: 2, carts: 1, mails: 3, orders: 1, exports: 0 },
  keeps: { orders: 4 },
  blockedBy: [{ orderId: EXAMPLE_ORDER_ID, number: 1001, reason: 'unshipped' as const }],
  requestedAt: null,
  finishedAt: null,
};

export const getCustomerErasure = defineOperation({
  id: 'getCustomerErasure',
  method: 'GET',
  path: '/admin/v1/customers/{id}/erasure',
  tag: 'Customers',
  summary: 'Preview or follow the erasure of a customer',
  description:
    'Before it is requested: what would go and what would stay. Then how far it is, also when the customer is gone.',
  auth: { kind: 'admin', permission: 'customers:read' },
  params: idParams,
  response: { status: 200, description: 'The erasure', schema: erasure },
  errors: [],
  examples: { response: preview },
});

export const eraseCustomer = defineOperation({
  id: 'eraseCustomer',
  method: 'POST',
  path: '/admin/v1/customers/{id}/erasure',
  tag: 'Customers',
  summary: 'Erase a customer',
  description:
    'For good. The customer is signed out and disabled at once; a minute later the worker removes the person everywhere, step by step, and continues after a crash. Orders stay with their numbers, lines and amounts; those that have an invoice keep the name and address on it, without e-mail and phone. A customer without orders is deleted. Orders of a guest with the customer’s address count as theirs once that address is confirmed. Both the request and the end are in the audit log.',
  auth: { kind: 'admin', permission: 'customers:write' },
  params: idParams,
  response: { status: 202, description: 'Query its progress', schema: erasure },
  errors: ['customer_has_open_orders'],
  examples: {
    response: { ...preview, status: 'pending', blockedBy: [], requestedAt: '2026-01-15T09:30:00.000Z' },
  },
});
