import { createStore } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../harness.ts';
import { snapshot } from '../table-snapshot.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

interface Node {
  id: string;
  name: string;
  position: number;
  children: Node[];
}

describe('/admin/v1/categories', () => {
  const api = useApi();
  const shop = useStoreOfEach(api);
  let token: string;
  beforeEach(async () => {
    token = shop.token();
  });

  const create = async (name: string, body: object = {}) =>
    (await api.request('POST', '/admin/v1/categories', { token, body: { name, ...body } })).expect(201);
  const patch = (id: string, body: unknown, headers: Record<string, string> = {}) =>
    api.request('PATCH', `/admin/v1/categories/${id}`, { token, body, headers });
  const remove = (id: string, headers: Record<string, string> = {}) =>
    api.request('DELETE', `/admin/v1/categories/${id}`, { token, headers });
  const tree = async (): Promise<Node[]> =>
    (await api.request('GET', '/admin/v1/categories', { token })).expect(200).items;

  /** The tree in one line, such as "A(B C) D"; fails unless the positions are dense. */
  async function shape(nodes?: Node[]): Promise<string> {
    const all = nodes ?? (await tree());
    expect(all.map(({ position }) => position)).to.deep.equal(all.map((_, index) => index));
    const parts = all.map(async ({ name, children }) =>
      children.length > 0 ? `${name}(${await shape(children)})` : name,
    );
    return (await Promise.all(parts)).join(' ');
  }

  it('creates with a slug from the name, at the end or at a position', async () => {
    const first = await create('Früchte & Tee');
    await create('B');
    await create('C', { position: 1, parentId: null, seoTitle: 'See' });
    await create('D', { position: Number.MAX_SAFE_INTEGER });
    await create('E', { parentId: first.id });

    expect(first).to.include({ slug: 'fruchte-tee', parentId: null, position: 0, version: 1 });
    expect(await shape()).to.equal('Früchte & Tee(E) C B D');
  });

  it('renames and reslugs, keeps what is absent, and clears what is null', async () => {
    const category = await create('A', { description: 'Text', seoTitle: 'Title', seoDescription: 'More' });

    const renamed = await patch(category.id, { name: 'Tea', slug: 'tea' });
    const cleared = await patch(category.id, { description: null, seoTitle: null, seoDescription: null });

    expect(renamed.expect(200)).to.deep.include({
      ...category,
      name: 'Tea',
      slug: 'tea',
      version: 2,
      updatedAt: renamed.body.updatedAt,
    });
    expect(renamed.headers.get('etag')).to.equal('"2"');
    expect(cleared.expect(200)).to.include({
      description: null,
      seoTitle: null,
      seoDescription: null,
      version: 3,
    });
  });

  it('re-parents to the end or to a position, closes the gap, and goes back to the root by null', async () => {
    const [a, b, c] = [await create('A'), await create('B'), await create('C')];
    await create('X', { parentId: a.id });

    expect((await patch(b.id, { parentId: a.id })).expect(200)).to.include({ parentId: a.id, position: 1 });
    expect(await shape()).to.equal('A(X B) C');
    await patch(c.id, { parentId: a.id, position: 1 });
    expect(await shape()).to.equal('A(X C B)');
    await patch(b.id, { parentId: null, position: 0 });
    expect(await shape()).to.equal('B A(X C)');
  });

  it('repositions among siblings; beyond the last means the end', async () => {
    const ids: Record<string, string> = {};
    for (const name of 'ABCD') ids[name] = (await create(name)).id;

    await patch(ids.A ?? '', { position: 2 });
    expect(await shape()).to.equal('B C A D');
    await patch(ids.D ?? '', { position: 0 });
    expect(await shape()).to.equal('D B C A');
    expect((await patch(ids.B ?? '', { position: 1000 })).expect(200).position).to.equal(3);
    expect(await shape()).to.equal('D C A B');
  });

  it('changes nothing when everything is like that already', async () => {
    const parent = await create('P');
    const category = await create('A', { parentId: parent.id });
    const before = await snapshot(api.env);

    const answers = [
      await patch(category.id, {}),
      await patch(category.id, {
        name: 'A',
        slug: 'a',
        parentId: parent.id.toUpperCase(),
        position: 0,
        description: null,
      }),
      await patch(category.id, { position: 50 }),
    ];

    for (const answer of answers) expect(answer.expect(200)).to.deep.equal(category);
    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('refuses a circle, an unknown parent, a taken slug or another version, and writes nothing', async () => {
    const a = await create('A');
    const b = await create('B', { parentId: a.id });
    const c = await create('C', { parentId: b.id });
    const other = await createStore(api.env.system);
    const theirs = await api.request('POST', '/admin/v1/categories', {
      token: other.token(),
      body: { name: 'T' },
    });
    const before = await snapshot(api.env);

    for (const parentId of [a.id, b.id, c.id]) {
      const { errors } = (await patch(a.id, { parentId, name: 'New' })).refused('category_circle');
      expect(errors?.[0]?.path).to.equal('/body/parentId');
    }
    for (const parentId of [UNKNOWN, theirs.body.id]) {
      (await patch(a.id, { parentId })).refused('not_found');
      (await api.request('POST', '/admin/v1/categories', { token, body: { name: 'N', parentId } })).refused(
        'not_found',
      );
    }
    (await patch(a.id, { slug: 'b' })).refused('duplicate_slug');
    const made = await api.request('POST', '/admin/v1/categories', { token, body: { name: 'B' } });
    expect(made.refused('duplicate_slug').detail).to.include('`b` was made from the name');
    (await patch(a.id, { name: 'New' }, { 'If-Match': '"9"' })).refused('precondition_failed');
    (await patch(UNKNOWN, { name: 'New' })).refused('not_found');
    (await patch(theirs.body.id, { name: 'New' })).refused('not_found');
    const wrong = {
      name: null,
      slug: null,
      parentId: 'x',
      position: -1,
      description: '',
      seoTitle: '',
      seoDescription: '',
    };
    for (const [field, value] of Object.entries(wrong)) {
      (await patch(a.id, { [field]: value })).refused('validation_failed');
    }
    (await patch(a.id, { position: null })).refused('validation_failed');

    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('lets no two requests make a circle together', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [a, b, c] = [await create(`A${round}`), await create(`B${round}`), await create(`C${round}`)];

      const answers = await Promise.all([
        patch(a.id, { parentId: b.id }),
        patch(b.id, { parentId: c.id }),
        patch(c.id, { parentId: a.id }),
      ]);

      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 200, 422]);
      answers.find(({ status }) => status === 422)?.refused('category_circle');
    }
    const count = (nodes: Node[]): number =>
      nodes.reduce((sum, { children }) => sum + 1 + count(children), 0);
    expect(count(await tree())).to.equal(24);
  });

  it('keeps positions dense under parallel creates, moves and deletes', async () => {
    const parent = await create('P');
    const ids: string[] = [];
    for (const name of 'ABCDEFGH') ids.push((await create(name)).id);

    await Promise.all([
      ...ids.slice(0, 4).map((id, index) => patch(id, { parentId: parent.id, position: index % 2 })),
      ...ids.slice(4, 6).map((id) => patch(id, { position: 0 })),
      ...ids.slice(6).map((id) => remove(id)),
      ...['X', 'Y', 'Z'].map((name) => create(name, { position: 1 })),
    ]);

    const roots = await tree();
    await shape(roots);
    expect(roots).to.have.length(6);
    expect(roots.find(({ id }) => id === parent.id)?.children).to.have.length(4);
  });

  it('gives one slug to one of many that want it at once', async () => {
    const body = { name: 'Wanted' };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => api.request('POST', '/admin/v1/categories', { token, body })),
    );

    expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
    for (const answer of answers) if (answer.status !== 201) answer.refused('duplicate_slug');
    expect(await shape()).to.equal('Wanted');
  });

  it('deletes a leaf, closes the gap, and keeps the products', async () => {
    const [a, b] = [await create('A'), await create('B')];
    await create('C', { parentId: b.id });
    const body = { title: 'Tea', categoryIds: [a.id, b.id] };
    const product = (await api.request('POST', '/admin/v1/products', { token, body })).expect(201);
    (await remove(b.id)).refused('category_not_empty');
    (await remove(a.id, { 'If-Match': '"2"' })).refused('precondition_failed');

    const answers = await Promise.all([remove(a.id), remove(a.id)]);

    expect(answers.map(({ status }) => status).sort()).to.deep.equal([204, 404]);
    expect(await shape()).to.equal('B(C)');
    const kept = await api.request('GET', `/admin/v1/products/${product.id}`, { token });
    expect(kept.expect(200).categoryIds).to.deep.equal([b.id]);
  });
});
