import { defineOperation } from '../../../operation.ts';
import { exampleInvoice, invoice } from '../../../resources/document.ts';
import { idParams } from '../../../schema.ts';

const read = { kind: 'admin', permission: 'orders:read' } as const;

export const getInvoice = defineOperation({
  id: 'getInvoice',
  method: 'GET',
  path: '/admin/v1/orders/{id}/invoice',
  tag: 'Orders',
  summary: 'Get the invoice as PDF',
  description:
    'It is issued once, when the order is paid or when its last goods are shipped (`invoiceIssuedWhen` of the settings), at the latest with the first credit note. Its number is the next of the store’s series. It is never changed, and its bytes stay the same. Its text can be searched and copied.',
  auth: read,
  params: idParams,
  response: { status: 200, description: 'The invoice', contentType: 'application/pdf' },
  errors: ['not_paid', 'not_shipped'],
  examples: {},
});

export const getInvoiceData = defineOperation({
  id: 'getInvoiceData',
  method: 'GET',
  path: '/admin/v1/orders/{id}/invoice/data',
  tag: 'Orders',
  summary: 'Get what the invoice says',
  description: 'The document as data, as it was issued. It is never changed.',
  auth: read,
  params: idParams,
  response: { status: 200, description: 'The invoice', schema: invoice },
  errors: ['not_paid', 'not_shipped'],
  examples: { response: exampleInvoice },
});
