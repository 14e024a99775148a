import { defineOperation } from '../../../../operation.ts';
import { creditNoteDocument, exampleCreditNote } from '../../../../resources/document.ts';
import { id, object } from '../../../../schema.ts';

const store = { kind: 'store', session: 'optional' } as const;

const params = object({ cartId: id, creditNoteId: id });

const description =
  'Takes the id of one of the `creditNotes` of the order, or of what cancels one. The document is issued once and never changed';

export const getCartCreditNote = defineOperation({
  id: 'getCartCreditNote',
  method: 'GET',
  path: '/store/v1/carts/{cartId}/order/credit-notes/{creditNoteId}',
  tag: 'Carts',
  summary: 'Get a credit note of the order that a cart became as PDF',
  description: `${description}, and its bytes stay the same.`,
  auth: store,
  params,
  response: { status: 200, description: 'The credit note', contentType: 'application/pdf' },
  errors: ['not_paid'],
  examples: {},
});

export const getCartCreditNoteData = defineOperation({
  id: 'getCartCreditNoteData',
  method: 'GET',
  path: '/store/v1/carts/{cartId}/order/credit-notes/{creditNoteId}/data',
  tag: 'Carts',
  summary: 'Get what a credit note of the order that a cart became says',
  description: `${description}.`,
  auth: store,
  params,
  response: { status: 200, description: 'The credit note', schema: creditNoteDocument },
  errors: ['not_paid'],
  examples: { response: exampleCreditNote },
});
