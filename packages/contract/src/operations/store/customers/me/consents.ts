import { defineOperation } from '../../../../operation.ts';
import { exampleShownConsent, ownConsent, shownConsent } from '../../../../resources/consent.ts';
import { list, pageOf, pageQuery } from '../../../../schema.ts';

export const listOwnConsents = defineOperation({
  endpoint: 'GET /store/v1/customers/me/consents',
  summary: 'List my consents',
  description: 'Every consent that was given or withdrawn, newest first.',
  auth: { kind: 'customer' },
  query: pageQuery(),
  response: { status: 200, description: 'A page of consents', schema: list(shownConsent) },
  examples: { response: pageOf(exampleShownConsent) },
});

export const recordOwnConsent = defineOperation({
  endpoint: 'POST /store/v1/customers/me/consents',
  summary: 'Give or withdraw a consent',
  description:
    'Kept with the time, the network address and the version of the text that was shown. Former consents stay as they are.',
  auth: { kind: 'customer' },
  body: ownConsent,
  response: { status: 201, description: 'The consent', schema: shownConsent },
  examples: {
    body: { purpose: 'marketing', granted: true, textVersion: '2026-01' },
    response: exampleShownConsent,
  },
});
