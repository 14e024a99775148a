import { defineOperation, operations } from '@service/contract';
import { expect } from 'chai';
import { Type } from 'typebox';
import { routeOf } from '../../src/http/route.ts';
import { useApi } from '../harness.ts';

const CLOSED = { additionalProperties: false };

const person = Type.Object(
  {
    name: Type.String(),
    nickname: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    options: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
    }),
  },
  CLOSED,
);

const getPeople = defineOperation({
  id: 'getPeople',
  endpoint: 'GET /store/v1/people',
  summary: 'People',
  description: 'For tests.',
  auth: { kind: 'public' },
  response: {
    status: 200,
    description: 'People',
    schema: Type.Object({ items: Type.Array(person) }, CLOSED),
  },
  examples: { response: { items: [] } },
});

const deleteRoom = defineOperation({
  id: 'deleteRoom',
  endpoint: 'DELETE /store/v1/room',
  summary: 'Delete the room',
  description: 'For tests.',
  auth: { kind: 'public' },
  response: { status: 204, description: 'It is gone' },
});

const getForest = defineOperation({
  ...operations.listStoreCategories,
  id: 'getForest',
  endpoint: 'GET /store/v1/forest',
  auth: { kind: 'public' },
});

const TREE = {
  id: '0b7e6a52-6d0f-4d7f-9a51-3c4a5be1d6f0',
  name: 'Tea',
  slug: 'tea',
  parentId: null,
  description: null,
  seoTitle: null,
  seoDescription: null,
  metadata: {},
};

/** A category below a category, so many times. */
function nested(depth: number, further: object = {}): typeof TREE & { children: object[] } {
  return { ...TREE, ...further, children: depth === 0 ? [] : [nested(depth - 1, further)] } as never;
}

const PERSON = { name: 'Ada', nickname: null, options: { Size: 'M' } };

/** Handlers that give away more than their operation says. */
const careless = [
  routeOf(getPeople, async () => ({
    items: [{ ...PERSON, passwordHash: '$argon2id$…' }],
    secret: 'whsec_…',
  })),
  routeOf(getForest, async () => ({ items: [nested(5, { costPrice: 1 })] }) as never),
  routeOf(deleteRoom, async () => ({ secret: 'whsec_…' }) as never),
];

async function messageOf(rejected: Promise<unknown>): Promise<string> {
  return rejected.then(
    () => 'nothing was wrong',
    (error: Error) => error.message,
  );
}

describe('responses', () => {
  const api = useApi({ settings: { furtherRoutes: careless } });

  it('hold what the schema names and nothing else, whatever the handler gives', async () => {
    const answer = await fetch(`${api.url}/store/v1/people`);

    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-type')).to.equal('application/json; charset=utf-8');
    expect(await answer.json()).to.deep.equal({ items: [PERSON] });
    expect(await messageOf(api.request('GET', '/health'))).to.include('getPeople breaks the contract');
  });

  it('hold it at every depth of what holds itself', async () => {
    const answer = await fetch(`${api.url}/store/v1/forest`);

    expect(await answer.json()).to.deep.equal({ items: [nested(5)] });
    expect(await messageOf(api.request('GET', '/health'))).to.include('getForest breaks the contract');
  });

  it('carry what keeps browsers from mistaking them, refusals and unknown addresses too', async () => {
    for (const path of ['/health', '/admin/v1/orders', '/nowhere', '/admin/v1/orders/%']) {
      const { headers } = await fetch(api.url + path);

      expect(headers.get('x-content-type-options'), path).to.equal('nosniff');
      expect(headers.get('x-frame-options'), path).to.equal('SAMEORIGIN');
      expect(headers.get('strict-transport-security'), path).to.match(/^max-age=\d{8}/);
      expect(headers.get('content-security-policy'), path).to.include("default-src 'self'");
      expect(headers.get('referrer-policy'), path).to.equal('no-referrer');
      expect(headers.get('cache-control'), path).to.equal('no-store');
      expect(headers.get('x-powered-by'), path).to.equal(null);
    }
  });

  it('hold nothing where the operation has no schema', async () => {
    const answer = await fetch(`${api.url}/store/v1/room`, { method: 'DELETE' });

    expect(answer.status).to.equal(204);
    expect(await answer.text()).to.equal('');
    expect(await messageOf(api.request('GET', '/health'))).to.include('deleteRoom answers a body');
  });

  it('are found by every test that asks for them, when they break the contract', async () => {
    expect(await messageOf(api.request('GET', '/store/v1/people'))).to.include(
      'getPeople breaks the contract: data must NOT have additional properties',
    );
  });
});
