import { checkout } from '@service/core';
import { createClock, createStore, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStore } from '../../harness.ts';

describe('GET /admin/v1/orders', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const store = useStore(api);
  let ids: string[];

  before(async () => {
    ids = [];
    for (const [index, status] of (['pending', 'paid', 'paid'] as const).entries()) {
      const id = await store.order();
      const email = `buyer_${index}@Example.com`;
      const shippingAddress = { ...TEST_ADDRESS, name: `Name ${index}` };
      const attentionReasons = index === 1 ? ['payment_mismatch'] : [];
      await store.admin.db.order.updateMany({
        where: { id },
        data: { status, email, shippingAddress, attentionReasons },
      });
      ids.unshift(id);
      clock.advance(60_000);
    }
    await (await createStore(api.env.system)).order();
  });

  const list = async (query: string) => {
    const page = (await api.request('GET', `/admin/v1/orders?${query}`, { token: store.token() })).expect(
      200,
    );
    return page.items.map(({ id }: { id: string }) => id);
  };
  const at = (minutes: number) =>
    encodeURIComponent(new Date(createClock().now().getTime() + minutes * 60_000).toISOString());

  it('returns the orders of the store, newest first, in pages', async () => {
    expect(await list('')).to.deep.equal(ids);
    expect(await list('page=2&pageSize=2')).to.deep.equal(ids.slice(2));
    expect(await list('page=9')).to.deep.equal([]);
    const page = (await api.request('GET', '/admin/v1/orders?pageSize=1', { token: store.token() })).expect(
      200,
    );
    expect(page).to.deep.include({ total: 3, page: 1, pageSize: 1 });
    expect(page.items[0]).to.deep.include({ number: 1003, status: 'paid', total: 1250, attention: null });
  });

  /** Page by page, by cursor. */
  async function readAll(query: string, token: string): Promise<{ ids: string[]; totals: number[] }> {
    const ids: string[] = [];
    const totals: number[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = `/admin/v1/orders?${query}pageSize=1${cursor && `&cursor=${cursor}`}`;
      const { items, total, nextCursor } = (await api.request('GET', path, { token })).expect(200);
      ids.push(...items.map(({ id }: { id: string }) => id));
      totals.push(total);
      cursor = nextCursor;
    }
    return { ids, totals };
  }

  it('reads all by cursor, searched or not, and refuses one that is none', async () => {
    for (const query of ['', 'status=paid&', 'q=buyer&', 'q=buyer&status=paid&']) {
      const whole = await list(query);
      const { ids: read, totals } = await readAll(query, store.token());
      expect(read, query).to.deep.equal(whole);
      expect(new Set(totals)).to.deep.equal(new Set([whole.length]));
    }
    (await api.request('GET', '/admin/v1/orders?cursor=x', { token: store.token() })).refused(
      'validation_failed',
    );
  });

  it('sorts by total and age, filtered or not, and refuses what it can’t sort by', async () => {
    const own = await createStore(api.env.system);
    const token = own.token();
    const placed: string[] = [];
    for (const quantity of [3, 12, 12, 1]) {
      const cart = await own.fullCart({ [await own.variant()]: quantity });
      placed.push((await checkout.checkOut(own.storefront, cart)).order.id);
      clock.advance(60_000);
    }
    const [three, twelve, alsoTwelve, one] = placed as [string, string, string, string];
    const smallestFirst = [one, three, ...[twelve, alsoTwelve].sort()];

    for (const filter of ['', 'q=lovelace&', 'status=pending&', 'fulfilmentStatus=unfulfilled&q=lovelace&']) {
      expect((await readAll(`${filter}sort=total&`, token)).ids, filter).to.deep.equal(smallestFirst);
      const largestFirst = (await readAll(`${filter}sort=-total&`, token)).ids;
      expect(largestFirst, filter).to.deep.equal(smallestFirst.toReversed());
      expect((await readAll(`${filter}sort=createdAt&`, token)).ids, filter).to.deep.equal(placed);
    }

    const { nextCursor } = (
      await api.request('GET', '/admin/v1/orders?sort=total&pageSize=1', { token })
    ).expect(200);
    const cursorOf = (order: string, key: string) =>
      Buffer.from(`${order}|${new Date().toISOString()}|${one}|${key}`).toString('base64url');
    for (const query of [
      'sort=email',
      `sort=-total&cursor=${nextCursor}`,
      `cursor=${nextCursor}`,
      `sort=total&cursor=${cursorOf('total', '1; SELECT')}`,
      ...['2026-02-31T00:00:00Z', '0000-01-01T00:00:00Z', 'infinity'].map(
        (key) => `cursor=${cursorOf('-createdAt', key)}`,
      ),
    ])
      (await api.request('GET', `/admin/v1/orders?${query}`, { token })).refused('validation_failed');
  });

  it('finds a part of a SKU', async () => {
    const { sku } = await store.admin.db.orderLine.findFirstOrThrow({ where: { orderId: ids[1] ?? '' } });
    expect(await list(`q=${sku.slice(3, -3).toUpperCase()}`)).to.deep.equal([ids[1]]);
  });

  it('finds by a number or how a SKU begins, and by a part of anything only where none does', async () => {
    const own = await createStore(api.env.system);
    const find = async (query: string, of = own) => {
      const path = `/admin/v1/orders?${query}`;
      return (await api.request('GET', path, { token: of.token() })).expect(200);
    };
    const found = async (q: string, of = own) =>
      (await find(`q=${encodeURIComponent(q)}`, of)).items.map(({ id }: { id: string }) => id);
    const placed: string[] = [];
    for (const [sku, email] of [
      ['CUP-1500%', 'ada@example.com'],
      ['cup-1501', 'b1001@example.com'],
      ['x-cup-15', 'c_9@example.com'],
    ]) {
      const id = await own.order();
      const { db } = own.admin;
      await db.orderLine.updateMany({ where: { orderId: id }, data: { sku: sku ?? '' } });
      await db.order.updateMany({ where: { id }, data: { email: email ?? '' } });
      placed.unshift(id);
      clock.advance(1000);
    }
    const [last, second, first] = placed;

    expect(await found('Cup-15')).to.deep.equal([second, first]);
    expect(await found('cup-1500%')).to.deep.equal([first]);
    expect(await found('cup-15__')).to.deep.equal([]);
    expect(await found('1001'), 'a number').to.deep.equal([first]);
    expect(await found('b1001'), 'a part of an address').to.deep.equal([second]);
    expect(await found('-cup-15'), 'a part of a SKU').to.deep.equal([last]);
    expect(await found('#1003')).to.deep.equal([last]);
    const page = await find('q=cup-15&pageSize=1');
    expect(page).to.include({ total: 2, isTotalCapped: false });
    const next = await find(`q=cup-15&pageSize=1&cursor=${page.nextCursor}`);
    expect(next.items.map(({ id }: { id: string }) => id)).to.deep.equal([first]);
    expect((await find('q=cup-15&status=paid')).items, 'no part of anything instead').to.deep.equal([]);
    for (const q of ['cup-15', '#1003', 'b1001'])
      expect(
        (await found(q, store)).filter((id: string) => placed.includes(id)),
        q,
      ).to.deep.equal([]);
  });

  for (const [query, wanted] of [
    ['status=paid', [0, 1]],
    ['status=pending', [2]],
    ['attention=true', [1]],
    ['attention=false', [0, 2]],
    ['attention=true&q=buyer', [1]],
    ['attention=true&q=buyer_2', []],
    ['status=shipped', []],
    ['email=BUYER_1@example.com', [1]],
    ['email=buyer%251@example.com', []],
    ['number=1001', [2]],
    [`from=${at(1)}`, [0, 1]],
    [`to=${at(1)}`, [2]],
    [`from=${at(1)}&to=${at(2)}`, [1]],
    ['q=1002', [1]],
    ['q=name%202', [0]],
    ['q=buyer_0', [2]],
    ['q=buyer', [0, 1, 2]],
    ['q=%25', []],
    ['q=buyer&status=pending', [2]],
  ] as [string, number[]][]) {
    it(`filters by ${decodeURIComponent(query)}`, async () => {
      expect(await list(query)).to.deep.equal(wanted.map((index) => ids[index]));
    });
  }

  for (const query of ['status=lost', 'number=0', 'number=x', 'from=yesterday', 'pageSize=201', 'q=']) {
    it(`refuses ${query}`, async () => {
      (await api.request('GET', `/admin/v1/orders?${query}`, { token: store.token() })).refused(
        'validation_failed',
      );
    });
  }
});
