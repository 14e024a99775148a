import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { currentText, exampleCurrentText } from '../../resources/legal-text.ts';
import { object } from '../../schema.ts';

export const listCurrentTexts = defineOperation({
  endpoint: 'GET /store/v1/legal-texts',
  summary: 'List the current terms and other legal texts',
  description:
    'The newest of each kind and language. A checkout sends the `kind` and `sha256` of those that the shopper accepted, as `acceptedTexts`. They are plain text of the store’s operators: escape them.',
  auth: { kind: 'store' },
  response: { status: 200, description: 'The texts', schema: object({ items: Type.Array(currentText) }) },
  examples: { response: { items: [exampleCurrentText] } },
});
