import { defineOperation } from '../../../../operation.ts';
import {
  ABOUT_CREDIT_NOTE,
  ABOUT_E_INVOICE,
  creditNoteDocument,
  exampleCreditNote,
} from '../../../../resources/document.ts';

export const getCartCreditNote = defineOperation({
  endpoint: 'GET /store/v1/carts/{cartId}/order/credit-notes/{creditNoteId}',
  summary: 'Get a credit note of the order that a cart became as PDF',
  description: `${ABOUT_CREDIT_NOTE}, and its bytes stay the same.`,
  auth: { kind: 'store', session: 'optional' },
  response: { status: 200, description: 'The credit note', contentType: 'application/pdf' },
  errors: ['not_paid'],
});

export const getCartCreditNoteData = defineOperation({
  endpoint: 'GET /store/v1/carts/{cartId}/order/credit-notes/{creditNoteId}/data',
  summary: 'Get a credit note of the order that a cart became as data',
  description: `${ABOUT_CREDIT_NOTE}.`,
  auth: { kind: 'store', session: 'optional' },
  response: { status: 200, description: 'The credit note', schema: creditNoteDocument },
  errors: ['not_paid'],
  examples: { response: exampleCreditNote },
});

export const getCartCreditNoteXml = defineOperation({
  endpoint: 'GET /store/v1/carts/{cartId}/order/credit-notes/{creditNoteId}/xml',
  summary: 'Get a credit note of the order that a cart became as XML of EN 16931',
  description: ABOUT_E_INVOICE,
  auth: { kind: 'store', session: 'optional' },
  response: { status: 200, description: 'The credit note', contentType: 'application/xml' },
  errors: ['not_paid', 'e_invoice_incomplete'],
});
