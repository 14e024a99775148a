import { defineOperation } from '../../../../../operation.ts';
import {
  ABOUT_CREDIT_NOTE,
  ABOUT_E_INVOICE,
  creditNoteDocument,
  exampleCreditNote,
} from '../../../../../resources/document.ts';

export const getOwnCreditNote = defineOperation({
  endpoint: 'GET /store/v1/customers/me/orders/{id}/credit-notes/{creditNoteId}',
  summary: 'Get a credit note of one of my orders as PDF',
  description: `${ABOUT_CREDIT_NOTE}, and its bytes stay the same.`,
  auth: { kind: 'customer' },
  response: { status: 200, description: 'The credit note', contentType: 'application/pdf' },
  errors: ['not_paid'],
});

export const getOwnCreditNoteData = defineOperation({
  endpoint: 'GET /store/v1/customers/me/orders/{id}/credit-notes/{creditNoteId}/data',
  summary: 'Get a credit note of one of my orders as data',
  description: `${ABOUT_CREDIT_NOTE}.`,
  auth: { kind: 'customer' },
  response: { status: 200, description: 'The credit note', schema: creditNoteDocument },
  errors: ['not_paid'],
  examples: { response: exampleCreditNote },
});

export const getOwnCreditNoteXml = defineOperation({
  endpoint: 'GET /store/v1/customers/me/orders/{id}/credit-notes/{creditNoteId}/xml',
  summary: 'Get a credit note of one of my orders as XML of EN 16931',
  description: ABOUT_E_INVOICE,
  auth: { kind: 'customer' },
  response: { status: 200, description: 'The credit note', contentType: 'application/xml' },
  errors: ['not_paid', 'e_invoice_incomplete'],
});
