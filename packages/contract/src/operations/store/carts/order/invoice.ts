import { defineOperation } from '../../../../operation.ts';
import { ABOUT_E_INVOICE, exampleInvoice, invoice } from '../../../../resources/document.ts';

export const getCartInvoice = defineOperation({
  endpoint: 'GET /store/v1/carts/{cartId}/order/invoice',
  summary: 'Get the invoice of the order that a cart became, as PDF',
  description:
    'For the visitor who may see that order. The document is issued once and never changed, and its bytes stay the same. `invoiceNumber` of the order says whether it has been issued.',
  auth: { kind: 'store', session: 'optional' },
  response: { status: 200, description: 'The invoice', contentType: 'application/pdf' },
  errors: ['not_paid', 'not_shipped'],
});

export const getCartInvoiceData = defineOperation({
  endpoint: 'GET /store/v1/carts/{cartId}/order/invoice/data',
  summary: 'Get the invoice of the order that a cart became, as data',
  description: 'The document as data, as it was issued. It is never changed.',
  auth: { kind: 'store', session: 'optional' },
  response: { status: 200, description: 'The invoice', schema: invoice },
  errors: ['not_paid', 'not_shipped'],
  examples: { response: exampleInvoice },
});

export const getCartInvoiceXml = defineOperation({
  endpoint: 'GET /store/v1/carts/{cartId}/order/invoice/xml',
  summary: 'Get the invoice of the order that a cart became as XML of EN 16931',
  description: ABOUT_E_INVOICE,
  auth: { kind: 'store', session: 'optional' },
  response: { status: 200, description: 'The invoice', contentType: 'application/xml' },
  errors: ['not_paid', 'not_shipped', 'e_invoice_incomplete'],
});
