import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { ERRORS } from '../src/errors.ts';

const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');

describe('docs/errors.md', () => {
  it('has exactly the codes of the contract, each with its status, title and remedy', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| `'));
    const expected = Object.entries(ERRORS).map(
      ([code, { status, title, remedy }]) => `| \`${code}\` | ${status} | ${title} | ${remedy} |`,
    );

    expect(rows).to.deep.equal(expected);
  });
});
