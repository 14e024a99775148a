import { defineOperation } from '../../operation.ts';
import { exampleLabel, label } from '../../resources/label.ts';
import { object } from '../../schema.ts';

export const getLabelFile = defineOperation({
  endpoint: 'GET /admin/v1/labels/{id}/file',
  summary: 'Get the file of a label, to print it',
  description: 'As the carrier made it. It is deleted when the label is cancelled or its buyer is erased.',
  auth: { kind: 'admin', permission: 'orders:read' },
  response: {
    status: 200,
    description: 'The label',
    contentType: ['application/pdf', 'image/png'],
  },
});

export const cancelLabel = defineOperation({
  endpoint: 'POST /admin/v1/labels/{id}/cancel',
  summary: 'Cancel a label',
  description:
    'At the carrier, which gives its price back where the label wasn’t used. A label that is only `requested` is requested once more first, because the carrier may have made it. A shipment that left with it stays, without a tracking number. Cancelled again, nothing changes.',
  auth: { kind: 'admin', permission: 'orders:write' },
  body: object({}),
  response: { status: 200, description: 'The label', schema: label },
  errors: ['label_refused', 'label_not_possible'],
  examples: { body: {}, response: { ...exampleLabel, status: 'cancelled' } },
});
