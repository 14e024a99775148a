import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { useApi } from '../harness.ts';
import { createShop, useShopOfEach } from '../store/shop.ts';
import { snapshot } from '../table-snapshot.ts';

describe('/admin/v1/price-lists', () => {
  const api = useApi();
  const shop = useShopOfEach(api);

  const list = async (terms: object = {}) =>
    (await shop.admin('POST', '/price-lists', { name: 'Sale', currency: 'eur', ...terms })).expect(201);
  const group = async (name = 'Trade') =>
    (await shop.admin('POST', '/customer-groups', { name })).expect(201).id as string;
  const set = (id: string, prices: object[]) => shop.admin('POST', `/price-lists/${id}/prices`, { prices });

  it('creates, gets, lists, changes and deletes a list with its prices, and leaves records', async () => {
    const customerGroupId = await group();
    const created = await list({ customerGroupId, startsAt: '2026-03-01T00:00:00.000Z' });
    const variant = await shop.variant();
    const first = (await set(created.id, [{ variantId: variant.id, amount: 990 }])).expect(200);
    const same = (await set(created.id, [{ variantId: variant.id, minQuantity: 1, amount: 990 }])).expect(
      200,
    );
    const second = (
      await set(created.id, [
        { variantId: variant.id, amount: null },
        { variantId: variant.id, minQuantity: 10, amount: 0 },
        { variantId: variant.id, minQuantity: 11, amount: null },
      ])
    ).expect(200);
    const prices = (await shop.admin('GET', `/price-lists/${created.id}/prices`)).expect(200);
    const changed = (
      await shop.admin('PATCH', `/price-lists/${created.id}`, { customerGroupId: null, startsAt: null })
    ).expect(200);
    const listed = (await shop.admin('GET', '/price-lists')).expect(200);
    const { items: records } = (
      await shop.admin('GET', `/audit?subjectType=price_list&subjectId=${created.id}`)
    ).expect(200);
    (await shop.admin('DELETE', `/price-lists/${created.id}`)).expect(204);

    expect(created).to.include({ name: 'Sale', currency: 'EUR', customerGroupId, active: true, version: 1 });
    expect(first).to.deep.equal({ set: 1, removed: 0, unchanged: 0, version: 2 });
    expect(same).to.deep.equal({ set: 0, removed: 0, unchanged: 1, version: 2 });
    expect(second).to.deep.equal({ set: 1, removed: 1, unchanged: 1, version: 3 });
    expect(prices.items).to.have.lengthOf(1);
    expect(prices.items[0]).to.include({
      variantId: variant.id,
      productId: variant.productId,
      minQuantity: 10,
      amount: 0,
      baseAmount: 1190,
    });
    expect(changed).to.include({ customerGroupId: null, startsAt: null, version: 4 });
    expect(listed).to.deep.equal({ items: [changed], total: 1, page: 1, pageSize: 20 });
    expect(records.map(({ action }: { action: string }) => action)).to.deep.equal([
      'price_list.updated',
      'price_list.prices_set',
      'price_list.prices_set',
      'price_list.created',
    ]);
    expect(records[2].after).to.deep.equal({
      prices: [{ variantId: variant.id, minQuantity: 1, amount: 990 }],
    });
    (await shop.admin('GET', `/price-lists/${created.id}`)).refused('not_found');
    expect(await shop.store.admin.db.listPrice.count()).to.equal(0);
  });

  it('reads the prices of a list by cursor, or of one product', async () => {
    const { id } = await list();
    const variants = [await shop.variant(), await shop.variant(), await shop.variant()];
    (
      await set(
        id,
        variants.flatMap((variant) => [
          { variantId: variant.id, amount: 900 },
          { variantId: variant.id, minQuantity: 5, amount: 800 },
        ]),
      )
    ).expect(200);
    const read: string[] = [];
    let cursor = '';
    do {
      const page = (await shop.admin('GET', `/price-lists/${id}/prices?pageSize=4${cursor}`)).expect(200);
      for (const { variantId, minQuantity } of page.items) read.push(`${variantId} ${minQuantity}`);
      cursor = page.nextCursor && `&cursor=${page.nextCursor}`;
    } while (cursor);

    const wanted = variants.flatMap((variant) => [`${variant.id} 1`, `${variant.id} 5`]);
    expect(read).to.deep.equal(wanted.toSorted());
    const ofProduct = (
      await shop.admin('GET', `/price-lists/${id}/prices?productId=${variants[0]?.productId}`)
    ).expect(200);
    expect(ofProduct).to.include({ total: 2, nextCursor: null });
    (await shop.admin('GET', `/price-lists/${id}/prices?cursor=abc`)).refused('validation_failed');
  });

  it('refuses what contradicts itself, another store’s, and too much, and writes nothing', async () => {
    const { id } = await list();
    const variant = await shop.variant();
    const other = await createShop(api);
    const foreign = await other.variant();
    const steps = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ variantId: variant.id, minQuantity: n + 1, amount: 1 }));
    const before = await snapshot(api.env);

    for (const [terms, path] of [
      [{ startsAt: '2026-03-02T00:00:00Z', endsAt: '2026-03-02T00:00:00Z' }, '/body/endsAt'],
      [{ customerGroupId: randomUUID() }, '/body/customerGroupId'],
      [{ currency: 'EURO' }, '/body/currency'],
      [{ currency: 'ZZQ' }, '/body/currency'],
      [{ name: ' ' }, '/body/name'],
    ] as const) {
      const { errors } = (
        await shop.admin('POST', '/price-lists', { name: 'Sale', currency: 'EUR', ...terms })
      ).refused('validation_failed');
      expect(errors?.map((each) => each.path)).to.deep.equal([path]);
    }
    for (const [prices, path] of [
      [
        [
          { variantId: variant.id, amount: 1 },
          { variantId: variant.id.toUpperCase(), amount: 2 },
        ],
        '/body/prices/1',
      ],
      [
        [
          { variantId: variant.id, amount: 1 },
          { variantId: foreign.id, amount: 1 },
        ],
        '/body/prices/1/variantId',
      ],
      [[{ variantId: variant.id, amount: -1 }], '/body/prices/0/amount'],
      [[{ variantId: variant.id, minQuantity: 10_000, amount: 1 }], '/body/prices/0/minQuantity'],
      [steps(21), '/body/prices/0'],
      [steps(301), '/body/prices'],
      [[], '/body/prices'],
    ] as const) {
      const { errors } = (await set(id, [...prices])).refused('validation_failed');
      expect(errors?.[0]?.path).to.equal(path);
    }
    (await set(randomUUID(), [{ variantId: variant.id, amount: 1 }])).refused('not_found');
    (
      await other.admin('POST', `/price-lists/${id}/prices`, {
        prices: [{ variantId: foreign.id, amount: 1 }],
      })
    ).refused('not_found');

    expect(await snapshot(api.env)).to.deep.equal(before);
    (await set(id, steps(20))).expect(200);
  });

  it('has 100 lists at most, also for parallel requests', async () => {
    const { admin, tenantId } = shop.store;
    const data = Array.from({ length: 99 }, () => ({ tenantId, name: 'Old', currency: 'EUR' }));
    await admin.db.priceList.createMany({ data });

    const answers = await Promise.all(
      Array.from({ length: 3 }, () => shop.admin('POST', '/price-lists', { name: 'New', currency: 'EUR' })),
    );

    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).to.have.lengthOf(2);
    for (const answer of refused) answer.refused('too_many_price_lists');
    expect(await admin.db.priceList.count()).to.equal(100);
  });

  it('adds up parallel changes of one list', async () => {
    const { id } = await list();
    const variants = await Promise.all(Array.from({ length: 4 }, () => shop.variant()));

    const answers = await Promise.all(
      variants.map((variant) => set(id, [{ variantId: variant.id, amount: 5 }])),
    );

    const versions = answers.map((answer) => answer.expect(200).version as number);
    expect(versions.toSorted()).to.deep.equal([2, 3, 4, 5]);
    expect(await shop.store.admin.db.listPrice.count()).to.equal(4);
  });

  it('keeps a customer group while a list is for it or a customer belongs to it', async () => {
    const id = await group('Wholesale');
    (await shop.admin('POST', '/customer-groups', { name: 'Wholesale' })).refused('duplicate_name');
    const sale = await list({ customerGroupId: id });
    const { id: customerId } = await shop.store.customer();
    const customer = (await shop.admin('PATCH', `/customers/${customerId}`, { customerGroupId: id })).expect(
      200,
    );
    const members = (await shop.admin('GET', `/customers?customerGroupId=${id}`)).expect(200);
    const found = (await shop.admin('GET', `/customers?customerGroupId=${id}&q=${customer.email}`)).expect(
      200,
    );
    const others = (
      await shop.admin('GET', `/customers?customerGroupId=${randomUUID()}&q=${customer.email}`)
    ).expect(200);

    (await shop.admin('DELETE', `/customer-groups/${id}`)).refused('customer_group_in_use');
    (await shop.admin('DELETE', `/price-lists/${sale.id}`)).expect(204);
    (await shop.admin('DELETE', `/customer-groups/${id}`)).refused('customer_group_in_use');
    (await shop.admin('PATCH', `/customers/${customerId}`, { customerGroupId: null })).expect(200);
    (await shop.admin('DELETE', `/customer-groups/${id}`)).expect(204);

    expect(customer.customerGroupId).to.equal(id);
    expect(members.items).to.deep.equal([customer]);
    expect(found.items).to.deep.equal([customer]);
    expect(others.items).to.deep.equal([]);
    (await shop.admin('GET', `/customer-groups/${id}`)).refused('not_found');
  });
});
