import { defineOperation } from '../../../../../operation.ts';
import { creditNoteDocument, exampleCreditNote } from '../../../../../resources/document.ts';
import { id, object } from '../../../../../schema.ts';

const signedIn = { kind: 'customer' } as const;

const params = object({ id, creditNoteId: id });

const description =
  'Takes the id of one of the `creditNotes` of the order, or of what cancels one. The document is issued once and never changed';

export const getOwnCreditNote = defineOperation({
  id: 'getOwnCreditNote',
  method: 'GET',
  path: '/store/v1/customers/me/orders/{id}/credit-notes/{creditNoteId}',
  tag: 'Customer accounts',
  summary: 'Get a credit note of one of my orders as PDF',
  description: `${description}, and its bytes stay the same.`,
  auth: signedIn,
  params,
  response: { status: 200, description: 'The credit note', contentType: 'application/pdf' },
  errors: ['not_paid'],
  examples: {},
});

export const getOwnCreditNoteData = defineOperation({
  id: 'getOwnCreditNoteData',
  method: 'GET',
  path: '/store/v1/customers/me/orders/{id}/credit-notes/{creditNoteId}/data',
  tag: 'Customer accounts',
  summary: 'Get what a credit note of one of my orders says',
  description: `${description}.`,
  auth: signedIn,
  params,
  response: { status: 200, description: 'The credit note', schema: creditNoteDocument },
  errors: ['not_paid'],
  examples: { response: exampleCreditNote },
});
