import { defineOperation } from '../../../operation.ts';
import { eInvoiceQuery, exampleInvoice, invoice } from '../../../resources/document.ts';

export const getInvoice = defineOperation({
  endpoint: 'GET /admin/v1/orders/{id}/invoice',
  summary: 'Get the invoice as PDF',
  description:
    'It is issued once, when the order is paid or when its last goods are shipped (`invoiceIssuedWhen` of the settings), at the latest with the first credit note. Its number is the next of the store’s series. It is never changed, and its bytes stay the same. Its text can be searched and copied.',
  auth: { kind: 'admin', permission: 'orders:read' },
  response: { status: 200, description: 'The invoice', contentType: 'application/pdf' },
  errors: ['not_paid', 'not_shipped'],
});

export const getInvoiceData = defineOperation({
  endpoint: 'GET /admin/v1/orders/{id}/invoice/data',
  summary: 'Get the invoice as data',
  description: 'The document as data, as it was issued. It is never changed.',
  auth: { kind: 'admin', permission: 'orders:read' },
  response: { status: 200, description: 'The invoice', schema: invoice },
  errors: ['not_paid', 'not_shipped'],
  examples: { response: exampleInvoice },
});

export const getInvoiceXml = defineOperation({
  endpoint: 'GET /admin/v1/orders/{id}/invoice/xml',
  summary: 'Get the invoice as XML of EN 16931 or as XRechnung',
  description:
    'Cross Industry Invoice of UN/CEFACT with the content of EN 16931, which is in the PDF as well (Factur-X, ZUGFeRD). Refused with `e_invoice_incomplete` where the document was issued without something that EN 16931 or XRechnung asks for, such as the seller’s address or VAT number; `errors` names it.',
  auth: { kind: 'admin', permission: 'orders:read' },
  query: eInvoiceQuery,
  response: { status: 200, description: 'The invoice', contentType: 'application/xml' },
  errors: ['not_paid', 'not_shipped', 'e_invoice_incomplete'],
});
