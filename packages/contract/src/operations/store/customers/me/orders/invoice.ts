import { defineOperation } from '../../../../../operation.ts';
import { ABOUT_E_INVOICE, exampleInvoice, invoice } from '../../../../../resources/document.ts';

export const getOwnInvoice = defineOperation({
  endpoint: 'GET /store/v1/customers/me/orders/{id}/invoice',
  summary: 'Get the invoice of one of my orders as PDF',
  description:
    'The document is issued once and never changed, and its bytes stay the same. `invoiceNumber` of the order says whether it has been issued.',
  auth: { kind: 'customer' },
  response: { status: 200, description: 'The invoice', contentType: 'application/pdf' },
  errors: ['not_paid', 'not_shipped'],
});

export const getOwnInvoiceData = defineOperation({
  endpoint: 'GET /store/v1/customers/me/orders/{id}/invoice/data',
  summary: 'Get the invoice of one of my orders as data',
  description: 'The document as data, as it was issued. It is never changed.',
  auth: { kind: 'customer' },
  response: { status: 200, description: 'The invoice', schema: invoice },
  errors: ['not_paid', 'not_shipped'],
  examples: { response: exampleInvoice },
});

export const getOwnInvoiceXml = defineOperation({
  endpoint: 'GET /store/v1/customers/me/orders/{id}/invoice/xml',
  summary: 'Get the invoice of one of my orders as XML of EN 16931',
  description: ABOUT_E_INVOICE,
  auth: { kind: 'customer' },
  response: { status: 200, description: 'The invoice', contentType: 'application/xml' },
  errors: ['not_paid', 'not_shipped', 'e_invoice_incomplete'],
});
