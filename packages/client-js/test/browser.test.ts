import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { weigh } from '../size.mjs';
import { signStandardWebhook, signWebhook } from '../src/webhooks/sign.ts';

/** What the document promises. */
const [, limitKb = ''] =
  /weighs under (\d+) kB gzipped/.exec(
    readFileSync(new URL('../../../docs/client.md', import.meta.url), 'utf8'),
  ) ?? [];
const LIMIT_BYTES = Number(limitKb) * 1000;

/** What a module exports becomes global. */
function asScript(code: string): string {
  return code.replace(/export\{([^}]+)\};?\s*$/, (_: string, names: string) =>
    names
      .split(',')
      .map((each) => each.split(' as '))
      .map(([local, name = local]) => `globalThis.${name}=${local};`)
      .join(''),
  );
}

describe('the main entry in a web page', () => {
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

    runInContext(asScript(code), page);
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

describe('verifyWebhook where there is no Node', () => {
  const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
  const body = '{"id":"1","event":"order.paid","occurredAt":"2026-11-22T00:00:00Z","data":{"name":"Zoë"}}';
  const timestamp = 1_795_305_600;

  it('accepts what the service signs and refuses anything else, with Web Crypto alone', async () => {
    const { code } = await weigh('src/webhooks.ts');
    expect(code).to.not.match(/node:|\bBuffer\b|\bprocess\b/);
    const edge = createContext({ crypto, TextEncoder, TextDecoder, Headers, atob, timestamp });
    runInContext(asScript(code), edge);
    const verify = (sent: string, headers: object, key = secret): Promise<string> => {
      Object.assign(edge, { sent, headers: new Headers({ ...headers }), key });
      return runInContext(
        'verifyWebhook(sent, headers, key, { now: () => timestamp * 1000 }).then((e) => e.event, (e) => e.code)',
        edge,
      );
    };

    const own = signWebhook({ body, secret, timestamp });
    const standard = signStandardWebhook({ id: '1', body, secrets: [secret], timestamp });

    expect(await verify(body, own)).to.equal('order.paid');
    expect(await verify(body, standard)).to.equal('order.paid');
    expect(await verify(`${body} `, own)).to.equal('signature_mismatch');
    expect(await verify(body, own, `${secret}x`)).to.equal('signature_mismatch');
    expect(await verify(body, standard, 'whsec_AAAA')).to.equal('signature_mismatch');
  });
});
