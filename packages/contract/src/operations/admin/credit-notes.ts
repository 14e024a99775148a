import { defineOperation } from '../../operation.ts';
import { idParams } from '../../schema.ts';

const read = { kind: 'admin', permission: 'orders:read' } as const;

export const getCreditNote = defineOperation({
  id: 'getCreditNote',
  method: 'GET',
  path: '/admin/v1/credit-notes/{id}',
  tag: 'Orders',
  summary: 'Get a credit note as PDF',
  description:
    'Takes the `creditNoteId` of a refund. The document names the invoice and the refunded tax by rate.',
  auth: read,
  params: idParams,
  response: { status: 200, description: 'The credit note', contentType: 'application/pdf' },
  errors: [],
  examples: {},
});
