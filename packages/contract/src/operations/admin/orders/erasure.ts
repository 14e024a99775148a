import { EXAMPLE_ORDER_ID } from '../../../events.ts';
import { defineOperation } from '../../../operation.ts';
import { buyerErasure, exampleErasure } from '../../../resources/erasure.ts';

const guestPreview = {
  ...exampleErasure,
  customerId: null,
  orderId: EXAMPLE_ORDER_ID,
  removes: { ...exampleErasure.removes, addresses: 0 },
  keeps: { orders: 1 },
};

export const getOrderErasure = defineOperation({
  endpoint: 'GET /admin/v1/orders/{id}/erasure',
  summary: 'Preview or follow the erasure of an order’s buyer',
  description: 'As `GET /admin/v1/customers/{id}/erasure`.',
  auth: { kind: 'admin', permission: 'customers:read' },
  response: { status: 200, description: 'The erasure', schema: buyerErasure },
  examples: { response: guestPreview },
});

export const eraseBuyer = defineOperation({
  endpoint: 'POST /admin/v1/orders/{id}/erasure',
  summary: 'Erase an order’s buyer',
  description:
    'For good. Of an order with an account: that customer, as by `POST /admin/v1/customers/{id}/erasure`. Of a guest’s: this order, and all others that guests placed with its e-mail address; make sure that the request comes from the owner of that address. A minute later the worker removes the person everywhere, step by step.',
  auth: { kind: 'admin', permission: 'customers:write' },
  response: { status: 202, description: 'Query its progress', schema: buyerErasure },
  errors: ['customer_has_open_orders'],
  examples: {
    response: {
      ...guestPreview,
      status: 'pending',
      blockedBy: [],
      requestedAt: '2026-01-15T09:30:00.000Z',
    },
  },
});
