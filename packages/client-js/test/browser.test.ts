import { createContext, runInContext } from 'node:vm';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { weigh } from '../size.mjs';

const LIMIT_BYTES = 15_000;

describe('the main entry in a web page', function () {
  this.timeout(60_000);

  it(`is bundled for browsers without anything of Node, in at most ${LIMIT_BYTES} bytes gzipped`, async () => {
    const { code, gzipped } = await weigh();

    expect(code).to.not.match(/node:|\bBuffer\b|\bprocess\./);
    expect(gzipped).to.be.below(LIMIT_BYTES);
  });

  it('runs where there is nothing but what browsers have', async () => {
    const { code } = await weigh('src/index.ts');
    const asked: string[] = [];
    const page = createContext({
      fetch: async (url: string) => {
        asked.push(url);
        return new Response('{"items":[],"total":0,"page":1,"pageSize":20}');
      },
      ...{ AbortController, AbortSignal, URLSearchParams, setTimeout, clearTimeout, crypto },
    });

    const script = code.replace(/export\{([^}]+)\};?\s*$/, (_: string, names: string) =>
      names
        .split(',')
        .map((each) => each.split(' as '))
        .map(([local, name = local]) => `globalThis.${name}=${local};`)
        .join(''),
    );
    runInContext(script, page);
    const answer = await runInContext(
      "createStoreClient({ baseUrl: '', publishableKey: 'pk_1' }).listStoreProducts({ q: 'tea' })",
      page,
    );

    expect(asked).to.deep.equal(['/store/v1/products?q=tea']);
    expect(answer.total).to.equal(0);
  });

  it('leaves the other clients out of a page that uses one', async () => {
    const { code } = await weigh('test/only-store.ts');

    expect(code).to.include('/store/v1/carts').and.not.include('/admin/v1');
  });
});
