import { defineOperation } from '../../operation.ts';
import { creditNoteDocument, eInvoiceQuery, exampleCreditNote } from '../../resources/document.ts';

export const getCreditNote = defineOperation({
  endpoint: 'GET /admin/v1/credit-notes/{id}',
  summary: 'Get a credit note as PDF',
  description:
    'Takes the `creditNoteId` of a refund, or the id of the document that cancels it because the refund failed. It names the invoice and the refunded tax by rate. Its bytes stay the same.',
  auth: { kind: 'admin', permission: 'orders:read' },
  response: { status: 200, description: 'The credit note', contentType: 'application/pdf' },
  errors: ['not_paid'],
});

export const getCreditNoteData = defineOperation({
  endpoint: 'GET /admin/v1/credit-notes/{id}/data',
  summary: 'Get a credit note as data',
  description: 'The document as data, as it was issued. It is never changed.',
  auth: { kind: 'admin', permission: 'orders:read' },
  response: { status: 200, description: 'The credit note', schema: creditNoteDocument },
  errors: ['not_paid'],
  examples: { response: exampleCreditNote },
});

export const getCreditNoteXml = defineOperation({
  endpoint: 'GET /admin/v1/credit-notes/{id}/xml',
  summary: 'Get a credit note as XML of EN 16931 or as XRechnung',
  description:
    'Cross Industry Invoice of UN/CEFACT, which is in the PDF as well: type 381 of a credit note, 380 of what cancels one. It has one line for each rate of tax. Refused with `e_invoice_incomplete` as that of an invoice.',
  auth: { kind: 'admin', permission: 'orders:read' },
  query: eInvoiceQuery,
  response: { status: 200, description: 'The credit note', contentType: 'application/xml' },
  errors: ['not_paid', 'e_invoice_incomplete'],
});
