import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import {
  FORMER_IMPORT_EXAMPLE,
  FORMER_ORDER_EXAMPLE,
  FORMER_SUMMARY_EXAMPLE,
  formerOrder,
  formerOrderImport,
  formerOrderSummary,
} from '../../resources/former-order.ts';
import { importQuery, RECEIVED_EXAMPLE } from '../../resources/import-progress.ts';
import { cursor, cursorQuery, id, longList, longPageOf, text } from '../../schema.ts';

export const listFormerOrders = defineOperation({
  endpoint: 'GET /admin/v1/former-orders',
  summary: 'List orders of the former shop',
  description:
    'Those that were imported, by the time at which they were placed, newest first. `q` is a part of the number, the e-mail address or a name. `customerId` finds those with the e-mail address of a customer.',
  auth: { kind: 'admin', permission: 'orders:read' },
  query: cursorQuery({ q: Type.Optional(text(255)), customerId: Type.Optional(id) }, cursor),
  response: { status: 200, description: 'A page of orders', schema: longList(formerOrderSummary) },
  examples: { response: longPageOf(FORMER_SUMMARY_EXAMPLE) },
});

export const getFormerOrder = defineOperation({
  endpoint: 'GET /admin/v1/former-orders/{id}',
  summary: 'Get an order of the former shop',
  description: 'What the file said of it. Nothing can be shipped, refunded or changed.',
  auth: { kind: 'admin', permission: 'orders:read' },
  response: { status: 200, description: 'The order', schema: formerOrder },
  examples: { response: FORMER_ORDER_EXAMPLE },
});

export const deleteFormerOrder = defineOperation({
  endpoint: 'DELETE /admin/v1/former-orders/{id}',
  summary: 'Delete an order of the former shop',
  description: 'A file that has it brings it back.',
  auth: { kind: 'admin', permission: 'orders:write' },
  response: { status: 204, description: 'Deleted' },
});

export const importFormerOrders = defineOperation({
  endpoint: 'POST /admin/v1/former-orders/import',
  summary: 'Import orders of the former shop from a file',
  description:
    'CSV with a header line, or one JSON object a line; at most 50,000 orders in 64 MiB, each with up to 500 lines. An export of orders of this service, of Shopify or of WooCommerce is taken as it is. The orders are kept to be looked up: they enter no ledger, get no document, appear in no report, move no stock and send no mail, and no event is recorded about them. An order is found by its number: one that doesn’t exist is created, and what differs is changed. `dryRun=true` checks and counts only. The response comes when the whole file is received; the worker then processes it and continues where it was after a crash. Importing the same file again changes nothing.',
  withoutKey: 'the body is never held as a whole. Importing the same file again changes nothing.',
  auth: { kind: 'admin', permission: 'orders:write' },
  query: importQuery,
  streams: ['application/x-ndjson', 'text/csv'],
  response: { status: 202, description: 'Received; query its progress', schema: formerOrderImport },
  errors: ['payload_too_large', 'unsupported_media_type'],
  examples: {
    files: {
      'application/x-ndjson':
        '{"number":"1001","placedAt":"2024-03-01T10:14:00Z","currency":"EUR","total":"25.00","lines":[{"title":"Tea","quantity":2,"unitPrice":"12.50"}]}\n',
      'text/csv':
        'order,placedAt,email,currency,total,sku,product,quantity,unitPrice\n1001,2024-03-01T10:14:00Z,ada@example.com,EUR,25.00,TEA-1,Tea,2,12.50\n',
    },
    response: { ...FORMER_IMPORT_EXAMPLE, ...RECEIVED_EXAMPLE },
  },
});
