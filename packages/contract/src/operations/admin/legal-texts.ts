import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { exampleLegalText, legalText, newLegalText, textKind } from '../../resources/legal-text.ts';
import { list, pageOf, pageQuery } from '../../schema.ts';

export const publishLegalText = defineOperation({
  endpoint: 'POST /admin/v1/legal-texts',
  summary: 'Publish terms or another legal text',
  description:
    'From now on it is the current one of its kind and language. It is never changed: a correction is another version. Whether a checkout must accept a kind is said by `requiredTexts` of `PUT /admin/v1/settings/privacy`.',
  auth: { kind: 'admin', permission: 'settings:write' },
  body: newLegalText,
  response: { status: 201, description: 'The text', schema: legalText },
  errors: ['duplicate_version'],
  examples: {
    body: { kind: 'terms', locale: 'en', version: '2026-01', text: 'Terms of business …' },
    response: exampleLegalText,
  },
});

export const listLegalTexts = defineOperation({
  endpoint: 'GET /admin/v1/legal-texts',
  summary: 'List the legal texts',
  description: 'Every version, newest first.',
  auth: { kind: 'admin', permission: 'settings:read' },
  query: pageQuery({ kind: Type.Optional(textKind) }),
  response: { status: 200, description: 'A page of texts', schema: list(legalText) },
  examples: { response: pageOf(exampleLegalText) },
});
