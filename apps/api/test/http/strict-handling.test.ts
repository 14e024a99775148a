import { expect } from 'chai';
import type { Problem, RequestOptions } from '../client.ts';
import { useApi, useStore } from '../harness.ts';
import { snapshot } from '../table-snapshot.ts';

const STRICT = { Prefer: 'respond-async, handling=strict; wait=5' };

describe('Prefer: handling=strict', () => {
  const api = useApi();
  const store = useStore(api);

  const ask = (method: string, path: string, options: RequestOptions = {}) =>
    api.request(method, path, { token: store.token(), ...options });
  const misspelt = (variant: object) => ({
    title: 'Tea',
    variants: [{ sku: 'T', priceAmount: 1, ...variant }],
  });
  const placesOf = ({ errors }: Problem) => errors?.map(({ path, message }) => `${path} ${message}`);

  it('refuses a misspelt stockQuantity, names the nearest member, and writes nothing', async () => {
    const before = await snapshot(api.env);

    const answer = await ask('POST', '/admin/v1/products', {
      body: { ...misspelt({ stockQuantiy: 5 }), 'a/b~': 1 },
      headers: STRICT,
    });

    expect(placesOf(answer.refused('validation_failed'))).to.have.members([
      '/body/variants/0/stockQuantiy is not known here; did you mean stockQuantity?',
      '/body/a~1b~0 is not known here',
    ]);
    expect(answer.headers.get('preference-applied')).to.equal('handling=strict');
    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('names unknown members beside what else is wrong', async () => {
    const answer = await ask('POST', '/admin/v1/products', { body: { titel: 'Tea' }, headers: STRICT });

    expect(placesOf(answer.refused('validation_failed'))).to.deep.equal([
      '/body/titel is not known here; did you mean title?',
      "/body/title must have required property 'title'",
    ]);
  });

  it('refuses an unknown parameter, also where the operation has none', async () => {
    const orders = await ask('GET', '/admin/v1/orders?pagesize=5&x=1', { headers: STRICT });
    const settings = await ask('GET', '/admin/v1/settings?page=1', { headers: STRICT });

    expect(placesOf(orders.refused('validation_failed'))).to.deep.equal([
      '/query/pagesize is not known here; did you mean pageSize?',
      '/query/x is not known here',
    ]);
    expect(placesOf(settings.refused('validation_failed'))).to.deep.equal(['/query/page is not known here']);
  });

  it('takes what is known', async () => {
    const answer = await ask('POST', '/admin/v1/products', {
      body: { title: 'Tea', variants: [{ sku: 'KNOWN', priceAmount: 1, options: { 'Any name': 'x' } }] },
      headers: STRICT,
    });

    answer.expect(201);
    expect(answer.headers.get('preference-applied')).to.equal('handling=strict');
  });

  it('lists at most twenty unknown members', async () => {
    const body = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x${index}`, 1]));

    const { errors } = (
      await ask('POST', '/admin/v1/categories', { body: { name: 'Tea', ...body }, headers: STRICT })
    ).refused('validation_failed');

    expect(errors).to.have.length(20);
  });

  it('is a wish: without it, or with another, unknown members are dropped', async () => {
    for (const [index, headers] of [{}, { Prefer: 'handling=lenient' }].entries()) {
      const body = { ...misspelt({ sku: `DROPPED-${index}`, stockQuantiy: 5 }), slug: `dropped-${index}` };
      const answer = await ask('POST', '/admin/v1/products?x=1', { body, headers });

      expect(answer.expect(201).variants[0].stockQuantity).to.equal(0);
      expect(answer.headers.get('preference-applied')).to.equal(null);
    }
  });
});

describe('a parameter', () => {
  const api = useApi();
  const store = useStore(api);

  it('that is an integer is refused in any notation but decimal digits', async () => {
    for (const value of ['1e2', '0x10', '%205', '5.0', '+5', 'five', '']) {
      const answer = await api.request('GET', `/admin/v1/orders?pageSize=${value}`, { token: store.token() });
      const paths = answer.refused('validation_failed').errors?.map(({ path }) => path);
      expect(paths, value).to.deep.equal(['/query/pageSize']);
    }
  });

  it('that is written with brackets is refused, not ignored', async () => {
    const answer = await api.request('GET', '/admin/v1/orders?page[]=2', { token: store.token() });

    expect(answer.refused('validation_failed').errors).to.deep.equal([
      { path: '/query/page', code: 'type', message: 'must be written page=…, without brackets' },
    ]);
  });
});
