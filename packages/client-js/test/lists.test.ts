import { expect } from 'chai';
import { describe, it } from 'mocha';
import { page, useCalls } from './call-scene.ts';
import { json } from './scripted-service.ts';

describe('a call of a list, item by item', () => {
  const scene = useCalls();
  const { admin } = scene;

  it('reads page after page, and no further than it is asked', async () => {
    const all = Array.from({ length: 5 }, (_, index) => ({ id: `o${index}` }));
    scene.service.script((response, asked) => {
      const query = new URLSearchParams(asked.path.split('?')[1]);
      const number = Number(query.get('page'));
      const items = all.slice((number - 1) * 2, number * 2);
      json(page(items, { total: 5, page: number, pageSize: 2 }))(response, asked);
    });

    const ids: string[] = [];
    for await (const { id } of admin().listOrders.all({ status: 'paid', pageSize: 2 })) ids.push(id);
    const paths = scene.service.asked.map(({ path }) => path);
    for await (const { id } of admin().listOrders.all()) if (id === 'o1') break;

    expect(ids).to.deep.equal(['o0', 'o1', 'o2', 'o3', 'o4']);
    expect(paths).to.deep.equal([1, 2, 3].map((n) => `/admin/v1/orders?pageSize=2&status=paid&page=${n}`));
    expect(scene.service.asked).to.have.length(4);
  });

  it('gives an item once although a new one pushed it onto the next page', async () => {
    scene.service.script(
      json(page([{ id: 'b' }, { id: 'a' }], { total: 3, pageSize: 2 })),
      json(page([{ id: 'a' }, { id: '0' }], { total: 4, page: 2, pageSize: 2 })),
    );

    const ids: string[] = [];
    for await (const { id } of admin().listOrders.all()) ids.push(id);

    expect(ids).to.deep.equal(['b', 'a', '0']);
  });

  it('follows the cursor where a list has one, however little it counts', async () => {
    scene.service.script(
      json(page([{ id: 'b' }], { total: 1, nextCursor: 'next' })),
      json(page([{ id: 'a' }], { total: 1, nextCursor: null })),
    );

    const ids: string[] = [];
    for await (const { id } of admin().listDeliveries.all({ status: 'failed' })) ids.push(id);

    expect(ids).to.deep.equal(['b', 'a']);
    expect(scene.service.asked.map(({ path }) => path.split('?')[1])).to.deep.equal([
      'pageSize=100&status=failed&page=1',
      'pageSize=100&status=failed&cursor=next',
    ]);
  });

  it('ends at an empty page although the total says more', async () => {
    scene.service.script(
      json(page([{ id: 'a' }], { total: 9, pageSize: 1 })),
      json(page([], { total: 9, page: 2, pageSize: 1 })),
    );

    const ids: string[] = [];
    for await (const { id } of admin().listOrders.all()) ids.push(id);

    expect(ids).to.deep.equal(['a']);
  });
});
