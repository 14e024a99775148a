import { defineOperation } from '../../../operation.ts';
import { consent, exampleConsent, heardConsent } from '../../../resources/consent.ts';
import { list, pageOf, pageQuery } from '../../../schema.ts';

export const listConsents = defineOperation({
  endpoint: 'GET /admin/v1/customers/{id}/consents',
  summary: 'List a customer’s consents',
  description:
    'Every consent that was given or withdrawn, newest first. It is only appended to; nothing in it is ever changed.',
  auth: { kind: 'admin', permission: 'customers:read' },
  query: pageQuery(),
  response: { status: 200, description: 'A page of consents', schema: list(consent) },
  examples: { response: pageOf(exampleConsent) },
});

export const recordConsent = defineOperation({
  endpoint: 'POST /admin/v1/customers/{id}/consents',
  summary: 'Record what a customer agreed to',
  description:
    'By phone, on paper, or in another system. A change of `acceptsMarketing` records one by itself.',
  auth: { kind: 'admin', permission: 'customers:write' },
  body: heardConsent,
  response: { status: 201, description: 'The consent', schema: consent },
  examples: {
    body: { purpose: 'marketing', granted: true, textVersion: '2026-01', source: 'phone' },
    response: { ...exampleConsent, source: 'phone', clientAddress: null },
  },
});
