import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect } from 'chai';
import { ALL_OPERATIONS, openApiDocument } from '../src/index.ts';

/** Findings that are known, each with its reason. */
const KNOWN: Record<string, string> = {
  'info-license #/info': 'The service has no public license.',
  'no-ambiguous-paths #/paths/~1webhooks~1payment~1{accountId}':
    'No store has the id `payment`, and no account the id `keys`: both are UUIDs.',
  'operation-4xx-response #/paths/~1health/get/responses': 'It takes nothing that could be wrong.',
};

async function findings(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`);
}

describe('the recommended rules of Redocly', () => {
  it('find nothing in the OpenAPI document, warnings included', async () => {
    const found = await findings(openApiDocument(ALL_OPERATIONS));

    expect(found.filter((each) => !(each in KNOWN))).to.deep.equal([]);
  });

  it('would find an example that its schema refuses', async () => {
    const [operation] = ALL_OPERATIONS.filter(({ id }) => id === 'getHealth');
    const odd = {
      ...operation,
      examples: { response: { status: 'sunny' } },
    } as typeof operation;

    const found = await findings(openApiDocument(odd ? [odd] : []));

    expect(found.some((each) => each.startsWith('no-invalid-media-type-examples'))).to.equal(true);
  });

  it('are asked only of operations that have a chapter', () => {
    const odd = ALL_OPERATIONS.map((operation) => ({ ...operation, path: '/weather' as const }));

    expect(() => openApiDocument(odd)).to.throw('No chapter has /weather');
  });
});
