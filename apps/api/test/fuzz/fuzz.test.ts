import { ALL_OPERATIONS, type AnyOperation } from '@service/contract';
import { webhooks } from '@service/core';
import { Prisma } from '@service/db';
import {
  createStore,
  type DatabaseWatch,
  signProviderEvent,
  TEST_SETTINGS,
  type TestCustomer,
  type TestStore,
  watchDatabase,
} from '@service/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { startApi, type TestApi } from '../harness.ts';
import { fromSchema, type Schema } from './from-schema.ts';
import {
  HOSTILE_BODIES,
  HOSTILE_CREDENTIALS,
  HOSTILE_HEADERS,
  HOSTILE_SEGMENTS,
  HOSTILE_TYPES,
  HOSTILE_VALUES,
  spoil,
} from './hostile.ts';

/** `npm run fuzz` sends a hundred thousand; a part of them is sent with all other tests. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 300);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
/** Requests of one store, which is then left as it is. */
const ROUND = 300;
/** What is waited for tells how it goes, and each fault when it is found. */
const IS_LONG = REQUESTS > 5_000;
const HANGS_AFTER_MS = 15_000;

type Body = string | Uint8Array<ArrayBuffer>;

interface FuzzedRequest {
  operation: AnyOperation;
  path: string;
  body: Body | undefined;
  headers: Record<string, string>;
}

/** Of the store, by the word that stands before the id in a path. */
type Known = Readonly<Record<string, readonly string[]>>;

const TABLES: Readonly<Record<string, string>> = {
  carts: 'carts',
  lines: 'cart_lines',
  customers: 'customers',
  addresses: 'customer_addresses',
  orders: 'orders',
  products: 'products',
  variants: 'variants',
  categories: 'categories',
  discounts: 'discounts',
  'price-lists': 'price_lists',
  'customer-groups': 'customer_groups',
  subscriptions: 'webhook_subscriptions',
  deliveries: 'webhook_deliveries',
  users: 'admin_users',
  invitations: 'admin_invitations',
  'api-keys': 'api_keys',
  'product-imports': 'file_imports',
  'customer-imports': 'file_imports',
  'former-order-imports': 'file_imports',
  'former-orders': 'former_orders',
  'redirect-imports': 'file_imports',
  redirects: 'redirects',
  'picture-imports': 'picture_imports',
  'shipping-option': 'shipping_options',
};

/** A test of a subscription waits for a worker, and here is none. */
const WAITING = new Set(['testSubscription']);

describe('hostile requests', () => {
  let api: TestApi;
  let watch: DatabaseWatch;

  before(async () => {
    api = await startApi();
    watch = await watchDatabase();
  });

  after(async () => {
    await watch.close();
    await api.close();
  });

  it(`get what the contract says, ${REQUESTS} of them, and write nothing when they are refused`, async function () {
    this.timeout(Math.max(300_000, REQUESTS * 1_000));
    const faults = new Map<string, string>();
    const statuses: Record<string, number> = {};
    const startedAt = performance.now();

    for (let round = 0; round * ROUND < REQUESTS; round++) {
      const store = await createStore(api.env.system);
      const shopper = await furnish(store);
      const known = await knownIds(store);
      const requests = fc.sample(requestsOf(known), {
        numRuns: Math.min(ROUND, REQUESTS - round * ROUND),
        seed: SEED + round,
      });
      await watch.changes();
      for (const request of requests) {
        const { status, fault } = await send(request, credentials(request, store, shopper));
        statuses[status] = (statuses[status] ?? 0) + 1;
        const kind = `${request.operation.id} ${fault?.slice(0, 60)}`;
        if (!fault || faults.has(kind)) continue;
        faults.set(kind, describeFault(request, fault, SEED + round));
        if (IS_LONG) console.log(`\n${faults.get(kind)}\n`);
      }
      if (IS_LONG && round % 20 === 19)
        console.log(
          `${(round + 1) * ROUND} requests in ${Math.round((performance.now() - startedAt) / 1000)} s, ${faults.size} faults, ${JSON.stringify(statuses)}`,
        );
    }

    expect(
      [...faults.values()].join('\n\n'),
      `${faults.size} faults of ${JSON.stringify(statuses)}`,
    ).to.equal('');
    expect(Object.keys(statuses)).to.include.members(['200', '201', '400', '401', '404', '415']);
  });

  /** Rows for the ids that requests name. */
  async function furnish(store: TestStore): Promise<TestCustomer> {
    await store.order();
    await webhooks.createSubscription(store.admin, {
      url: 'http://127.0.0.1:1/hook',
      events: ['order.created'],
    });
    await store.order();
    await store.admin.db.category.create({
      data: {
        tenantId: store.tenantId,
        name: 'Tea',
        slug: 'tea',
        position: 0,
        createdAt: new Date(),
        updatedAt: new Date(),
      },
    });
    const { id } = await store.storefront.db.cart.create({
      data: { tenantId: store.tenantId, currency: 'EUR' },
    });
    await store.storefront.db.cartLine.create({
      data: {
        tenantId: store.tenantId,
        cartId: id,
        variantId: await store.variant(),
        quantity: 1,
        seenUnitAmount: 1250n,
      },
    });
    return store.customer();
  }

  async function knownIds({ admin, tenantId }: TestStore): Promise<Known> {
    const found = Object.entries(TABLES).map(async ([word, table]) => {
      const rows = await admin.db.sql<{ id: string }[]>`
        SELECT id::text FROM ${Prisma.raw(`"${table}"`)} WHERE tenant_id = ${tenantId}::uuid LIMIT 3`;
      return [word, rows.map(({ id }) => id)] as const;
    });
    return Object.fromEntries(await Promise.all(found));
  }

  async function send(
    { operation, path, body, headers }: FuzzedRequest,
    credential: Record<string, string>,
  ): Promise<{ status: number | string; fault?: string }> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer')), HANGS_AFTER_MS);
    });
    try {
      const answer = await Promise.race([
        api.request(operation.method, path, {
          headers: { ...credential, ...headers },
          ...(body === undefined || operation.method === 'GET' ? {} : { body }),
        }),
        late,
      ]);
      const written = await watch.changes();
      const { status } = answer;
      if (status >= 500) return { status, fault: `answered ${status} ${JSON.stringify(answer.body)}` };
      if (status >= 400 && written.length > 0)
        return { status, fault: `wrote ${written} and answered ${JSON.stringify(answer.body)}` };
      return { status };
    } catch (error) {
      await watch.changes();
      return { status: 'broken', fault: (error as Error).message };
    } finally {
      clearTimeout(timer);
    }
  }
});

/** Good ones for most requests, so that they come further than the door. */
function credentials(
  { operation, body = '' }: FuzzedRequest,
  store: TestStore,
  shopper: TestCustomer,
): Record<string, string> {
  const { kind } = operation.auth;
  if (kind === 'admin') return { Authorization: `Bearer ${store.token()}` };
  if (kind === 'setup') return { Authorization: `Bearer ${TEST_SETTINGS.setupToken}` };
  if (kind === 'store') return { 'X-Publishable-Key': store.publishableKey };
  if (kind === 'customer') return { Authorization: `Bearer ${shopper.token}` };
  if (kind === 'provider-signature')
    return { 'payment-signature': signProviderEvent(Buffer.from(body).toString()) };
  return {};
}

function requestsOf(known: Known): fc.Arbitrary<FuzzedRequest> {
  return fc.constantFrom(...ALL_OPERATIONS).chain((operation) =>
    fc
      .record({
        path: paths(operation, known),
        query: queries(operation, known),
        body: bodies(operation, known),
        type: mostly(fc.constant(typeOf(operation)), fc.constantFrom(...HOSTILE_TYPES)),
        headers: fc.constantFrom(...HOSTILE_HEADERS),
        credential: mostly(fc.constant({}), fc.constantFrom(...HOSTILE_CREDENTIALS)),
      })
      .map(({ path, query, body, type, headers, credential }) => ({
        operation,
        path: path + query,
        body,
        headers: { 'Content-Type': type, ...headers, ...credential },
      })),
  );
}

function typeOf({ streams }: AnyOperation): string {
  return streams?.[0] ?? 'application/json';
}

/** Nine of ten. */
function mostly<T>(usual: fc.Arbitrary<T>, seldom: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: usual, weight: 9 }, { arbitrary: seldom, weight: 1 });
}

function paths({ id, path }: AnyOperation, known: Known): fc.Arbitrary<string> {
  const parts = path.split('/').map((part, index, all) => {
    if (!part.startsWith('{')) return fc.constant(part);
    const ids = WAITING.has(id) ? [] : (known[all[index - 1] ?? ''] ?? []);
    const real = ids.length > 0 ? fc.constantFrom(...ids) : fc.uuid();
    return mostly(real, fc.oneof(fc.constantFrom(...HOSTILE_SEGMENTS), fc.uuid()));
  });
  return fc.tuple(...parts).map((segments) => segments.join('/'));
}

function queries({ query }: AnyOperation, known: Known): fc.Arbitrary<string> {
  if (!query) return fc.constantFrom('', '', '?a=1', '?__proto__[x]=1', '?%');
  const valid = fromSchema(query as Schema, idsIn(known)) as fc.Arbitrary<Record<string, unknown>>;
  const encoded = (members: Record<string, unknown>) =>
    `?${Object.entries(members)
      .map(([name, value]) => `${encodeURIComponent(name)}=${encode(value)}`)
      .join('&')}`;
  const name = fc.constantFrom(...Object.keys(query.properties));
  const spoilt = fc
    .tuple(valid, name, fc.constantFrom(...HOSTILE_VALUES), fc.boolean())
    .map(
      ([members, place, what, twice]) =>
        `${encoded({ ...members, [place]: what })}${twice ? `&${place}=1` : ''}`,
    );
  return fc.oneof(valid.map(encoded), spoilt);
}

function encode(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%BD';
}

function bodies({ body, streams }: AnyOperation, known: Known): fc.Arbitrary<Body | undefined> {
  const hostile = fc.constantFrom(...HOSTILE_BODIES);
  if (streams)
    return fc.oneof(
      hostile,
      fc.string({ unit: 'binary' }),
      fc.json().map((line) => `${line}\n{}\n`),
    );
  if (!body) return mostly(fc.constant(undefined), hostile);
  const valid = fromSchema(body as Schema, idsIn(known));
  return fc.oneof(
    { arbitrary: valid.map((value) => JSON.stringify(value)), weight: 4 },
    { arbitrary: valid.chain(spoil).map((value) => JSON.stringify(value) ?? ''), weight: 4 },
    {
      arbitrary: fc
        .tuple(valid, fc.nat(500))
        .map(([value, length]) => JSON.stringify(value).slice(0, length)),
      weight: 1,
    },
    { arbitrary: fc.json(), weight: 1 },
    { arbitrary: hostile, weight: 2 },
  );
}

function idsIn(known: Known): string[] {
  const ids = Object.values(known).flat();
  return ids.length > 0 ? ids : ['00000000-0000-4000-8000-000000000000'];
}

function describeFault(
  { operation, path, body, headers }: FuzzedRequest,
  fault: string,
  seed: number,
): string {
  const text = body === undefined ? '' : Buffer.from(body).toString().slice(0, 600);
  return `${operation.id}: ${operation.method} ${path.slice(0, 300)}\n  headers ${JSON.stringify(headers).slice(0, 300)}\n  body ${JSON.stringify(text)}\n  ${fault.slice(0, 900)}\n  seed ${seed}`;
}
