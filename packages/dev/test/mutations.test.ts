import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { readMutations } from '../bin/mutations/index.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

describe('npm run mutation', () => {
  it('finds each of its lines once, and the tests that are to notice', async () => {
    for (const { area, what, file, search, tests } of await readMutations()) {
      const path = join(ROOT, file);
      const found = existsSync(path) ? readFileSync(path, 'utf8').split(search).length - 1 : 0;
      expect(found, `${area}: ${what}: in ${file}`).to.equal(1);
      for (const test of tests) {
        expect(existsSync(join(ROOT, test)), `${what}: ${test}`).to.equal(true);
        // Of a folder mocha would load nothing.
        expect(test).to.match(/\.test\.ts$/);
      }
    }
  });

  it('runs those of an area that its words name', async () => {
    const of = async (area?: string, texts?: string[]) => (await readMutations(area, texts)).length;

    expect(await of('webhooks', ['half as far', 'twice as far'])).to.equal(2);
    expect(await of('payments'))
      .to.be.above(0)
      .and.below(await of());
    expect(await of('payments', ['half as far'])).to.equal(0);
  });
});
