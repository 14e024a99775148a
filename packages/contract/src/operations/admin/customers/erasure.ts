import { defineOperation } from '../../../operation.ts';
import { erasure, exampleErasure } from '../../../resources/erasure.ts';

export const getCustomerErasure = defineOperation({
  endpoint: 'GET /admin/v1/customers/{id}/erasure',
  summary: 'Preview or follow the erasure of a customer',
  description:
    'Before it is requested: what would be deleted and what would stay. Afterwards its progress, also once the customer is deleted.',
  auth: { kind: 'admin', permission: 'customers:read' },
  response: { status: 200, description: 'The erasure', schema: erasure },
  examples: { response: exampleErasure },
});

export const eraseCustomer = defineOperation({
  endpoint: 'POST /admin/v1/customers/{id}/erasure',
  summary: 'Erase a customer',
  description:
    'For good. The customer is signed out and disabled at once; a minute later the worker removes the person everywhere, step by step, and continues after a crash. Orders stay with their numbers, lines and amounts; those that have an invoice keep the name and address on it, without e-mail and phone. A customer without orders is deleted. Orders of a guest with the customer’s address count as theirs once that address is confirmed. Both the request and the end are in the audit log.',
  auth: { kind: 'admin', permission: 'customers:write' },
  response: { status: 202, description: 'Query its progress', schema: erasure },
  errors: ['customer_has_open_orders'],
  examples: {
    response: {
      ...exampleErasure,
      status: 'pending',
      blockedBy: [],
      requestedAt: '2026-01-15T09:30:00.000Z',
    },
  },
});
