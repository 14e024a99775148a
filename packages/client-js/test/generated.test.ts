import { readFileSync } from 'node:fs';
import { ALL_OPERATIONS, clientMethodOf, ERRORS } from '@service/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { generatedFiles } from '../generate/generated-files.ts';
import { printMethodsPage } from '../generate/print-methods.ts';
import { createAdminClient, createSetupClient, createStoreClient } from '../src/index.ts';

describe('what is generated from the contract', () => {
  for (const [name, text] of Object.entries(generatedFiles())) {
    it(`is src/generated/${name} (else: npm run openapi in packages/contract)`, () => {
      const file = readFileSync(new URL(`../src/generated/${name}`, import.meta.url), 'utf8');

      expect(file === text, `${name} is as the contract says`).to.equal(true);
    });
  }

  it('is docs/client-methods.md, with every method (else: npm run openapi in packages/contract)', () => {
    const page = readFileSync(new URL('../../../docs/client-methods.md', import.meta.url), 'utf8');

    expect(page === printMethodsPage(ALL_OPERATIONS), 'the page is as the contract says').to.equal(true);
    for (const { id } of ALL_OPERATIONS) expect(page).to.include(`| \`${clientMethodOf(id)}(`);
  });

  it('needs no package of the workspace', () => {
    for (const name of Object.keys(generatedFiles())) {
      const file = readFileSync(new URL(`../src/generated/${name}`, import.meta.url), 'utf8');
      expect(file).to.not.match(/from '@/);
    }
  });

  it('gives each operation a method, on one client', () => {
    const baseUrl = 'http://127.0.0.1:1';
    const methods = [createAdminClient, createStoreClient, createSetupClient].flatMap((create) =>
      Object.keys(create({ baseUrl })),
    );

    const wanted = ALL_OPERATIONS.map(({ id }) => id.replace(/^\w+Controller_/, ''));
    expect(methods).to.have.members(wanted);
    expect(new Set(methods).size).to.equal(methods.length);
  });

  it('names every error code', () => {
    const types = generatedFiles()['types.ts'] ?? '';

    for (const [code, { status }] of Object.entries(ERRORS))
      expect(types).to.include(`  ${code}: ${status};`);
  });
});
