import { defineOperation } from '../../operation.ts';
import { FORMER_IMPORT_EXAMPLE, formerOrderImport } from '../../resources/former-order.ts';
import { refusedRow } from '../../resources/import-progress.ts';
import { list, pageOf, pageQuery } from '../../schema.ts';

export const getFormerOrderImport = defineOperation({
  endpoint: 'GET /admin/v1/former-order-imports/{id}',
  summary: 'Get the progress of an import of orders of the former shop',
  description: 'It is completed when every row is processed, refused ones included.',
  auth: { kind: 'admin', permission: 'orders:read' },
  response: { status: 200, description: 'The import', schema: formerOrderImport },
  examples: { response: FORMER_IMPORT_EXAMPLE },
});

export const listRefusedFormerOrders = defineOperation({
  endpoint: 'GET /admin/v1/former-order-imports/{id}/refused-rows',
  summary: 'List the refused rows of an import of orders of the former shop',
  description:
    'In the order of the file, each with the order as it was read and why it was refused. A row is an order, however many lines it has in a CSV file; they count from 1.',
  auth: { kind: 'admin', permission: 'orders:read' },
  query: pageQuery(),
  response: {
    status: 200,
    description: 'A page of refused rows',
    schema: list(refusedRow),
  },
  examples: {
    response: pageOf({
      number: 17,
      reason: '/currency is no currency of ISO 4217, such as EUR',
      row: { number: '#1017', placedAt: '2024-03-01T10:14:00Z', currency: 'EU', total: '25.00', lines: [] },
    }),
  },
});
