import { setImmediate } from 'node:timers/promises';
import { catalog, inTransaction, taxes } from '@service/core';
import { createStore, elsewhere } from '@service/testing';
import { expect } from 'chai';
import { snapshot } from '../table-snapshot.ts';
import { eventsOf } from './events-of.ts';
import { CSV, NDJSON, useImports } from './import-scene.ts';

interface CategoryNode {
  name: string;
  slug: string;
  children: CategoryNode[];
}

interface Product {
  slug: string;
  taxClass: string;
  variants: { taxClass: string | null }[];
}

describe('POST /admin/v1/products/import', () => {
  const scene = useImports();
  const { send, lines, progress, refusedRows, products, take, tea } = scene;

  it('receives the file, and the worker makes products and variants of its rows', async () => {
    const file = lines(
      { ...tea, status: 'published', options: { Size: 'S' }, stockQuantity: 3, variantTitle: 'Small' },
      { ...tea, sku: 'TEA-2', priceAmount: 900, currency: 'usd', weightGrams: null, extra: 'dropped' },
      { slug: 'mug', title: 'Mug', sku: 'MUG', priceAmount: 1 },
    );

    const received = (await send(file, NDJSON)).expect(202);
    expect(received).to.include({ status: 'pending', rows: 3, processed: 0, finishedAt: null });
    await catalog.processImports(scene.api.env.system);

    const done = await progress(received.id);
    expect(done).to.include({
      status: 'completed',
      processed: 3,
      created: 3,
      updated: 0,
      unchanged: 0,
      refused: 0,
    });
    const found = (await products()).find(({ slug }: { slug: string }) => slug === 'tea');
    expect(found).to.include({ title: 'Tea', status: 'published' });
    expect(found.variants).to.have.length(2);
    expect(found.variants[0]).to.deep.include({
      sku: 'TEA-1',
      title: 'Small',
      options: { Size: 'S' },
      stockQuantity: 3,
      currency: 'EUR',
      position: 0,
    });
    expect(found.variants[1]).to.deep.include({ sku: 'TEA-2', currency: 'USD', position: 1 });
    expect((await eventsOf(scene.api, scene.shop)).map(({ name }) => name)).to.deep.equal([
      'product.created',
      'product.created',
      'import.completed',
    ]);
    const [movement] = await scene.shop.admin.db.stockMovement.findMany();
    expect(movement).to.include({ kind: 'initial', quantityDelta: 3n });
  });

  it('is in the audit log with who sent it, and a file that is refused isn’t', async () => {
    const { id } = (await send(lines(tea), NDJSON)).expect(202);
    (await send('', NDJSON)).refused('validation_failed');

    const records = await scene.shop.admin.db.auditRecord.findMany({
      where: { subjectType: 'file_import' },
    });

    expect(records.map(({ action, subjectId, after }) => ({ action, subjectId, after }))).to.deep.equal([
      { action: 'file_import.started', subjectId: id, after: { kind: 'products', rows: 1 } },
    ]);
    expect(records[0]?.actor).to.match(/^admin:/);
  });

  it('makes the categories of a path once, below those there are, and none without a name', async () => {
    const paths = (...categoryPaths: string[]) => ({ ...tea, sku: categoryPaths.join(), categoryPaths });

    const done = await take(
      lines(paths('Tea > Green'), paths('Tea > Green', 'Cups > Green'), paths('Tea > ')),
    );

    expect(done).to.include({ created: 2, refused: 1 });
    const { items } = (await scene.api.request('GET', '/admin/v1/categories', { token: scene.token })).expect(
      200,
    );
    const named = ({ name, slug, children }: CategoryNode): object => ({
      name,
      slug,
      children: children.map(named),
    });
    expect(items.map(named)).to.deep.equal([
      { name: 'Tea', slug: 'tea', children: [{ name: 'Green', slug: 'green', children: [] }] },
      { name: 'Cups', slug: 'cups', children: [{ name: 'Green', slug: 'cups-green', children: [] }] },
    ]);
  });

  it('takes the same file once more without changing or telling anything', async () => {
    const file = lines({ ...tea, options: { b: '1', a: '2' }, description: null }, { ...tea, sku: 'TEA-2' });
    await take(file);
    const before = await scene.shop.admin.db.webhookEvent.count({
      where: { name: { startsWith: 'product.' } },
    });
    const productsBefore = await products();

    const again = await take(file);

    expect(again).to.include({ created: 0, updated: 0, unchanged: 2, refused: 0 });
    expect(await products()).to.deep.equal(productsBefore);
    expect(
      await scene.shop.admin.db.webhookEvent.count({ where: { name: { startsWith: 'product.' } } }),
    ).to.equal(before);
  });

  it('refuses a row that sets the stock below what is reserved, unless backorders are allowed', async () => {
    await take(lines({ ...tea, stockQuantity: 5 }));
    const { id: variantId } = await scene.shop.admin.db.variant.findFirstOrThrow();
    await inTransaction(scene.shop.storefront, (tx) =>
      catalog.reserveStock(tx, [{ variantId, quantity: 3 }]),
    );
    const before = await scene.shop.admin.db.variant.findMany();

    const refused = await take(lines({ ...tea, stockQuantity: 2 }));

    expect(refused).to.include({ updated: 0, refused: 1 });
    expect(await scene.shop.admin.db.variant.findMany()).to.deep.equal(before);
    const allowed = await take(lines({ ...tea, stockQuantity: 2, allowBackorder: true }));
    expect(allowed).to.include({ updated: 1, refused: 0 });
  });

  it('changes what differs, keeps absent members, clears null ones; one event per product', async () => {
    await take(
      lines(
        { ...tea, description: 'Good', stockQuantity: 5, variantTitle: 'Box', compareAtAmount: 9 },
        { ...tea, sku: 'TEA-2' },
        { slug: 'mug', title: 'Mug', sku: 'MUG', priceAmount: 1 },
      ),
    );

    const done = await take(
      lines(
        {
          ...{ ...tea, title: 'Green tea', priceAmount: 600, stockQuantity: 2, compareAtAmount: null },
          ...{ contentAmount: 100, contentUnit: 'g', referenceAmount: 100 },
        },
        { ...tea, title: 'Green tea', sku: 'TEA-2', priceAmount: 700 },
        { slug: 'mug', title: 'Mug', sku: 'MUG', priceAmount: 1 },
      ),
    );

    expect(done).to.include({ created: 0, updated: 2, unchanged: 1 });
    const found = (await products()).find(({ slug }: { slug: string }) => slug === 'tea');
    expect(found).to.include({ title: 'Green tea', description: 'Good', version: 2 });
    expect(found.variants[0]).to.include({
      priceAmount: 600,
      stockQuantity: 2,
      compareAtAmount: null,
      contentAmount: 100,
      contentUnit: 'g',
      referenceAmount: 100,
      title: 'Box',
      version: 2,
    });
    const updates = (await eventsOf(scene.api, scene.shop)).filter(({ name }) => name === 'product.updated');
    expect(updates).to.deep.equal([{ name: 'product.updated', data: { productId: found.id } }]);
    const movements = await scene.shop.admin.db.stockMovement.findMany({ where: { kind: 'set' } });
    expect(movements.map(({ quantityDelta, note }) => ({ quantityDelta, note }))).to.deep.equal([
      { quantityDelta: -3n, note: 'Import' },
    ]);
  });

  it('publishes a draft and takes it back, and tells of each once', async () => {
    for (const status of ['draft', 'published', 'published', 'draft']) await take(lines({ ...tea, status }));

    const told = (await eventsOf(scene.api, scene.shop)).filter(({ name }) => name.startsWith('product.'));
    expect(told.map(({ name }) => name)).to.deep.equal([
      'product.created',
      'product.updated',
      'product.published',
      'product.updated',
      'product.unpublished',
    ]);
  });

  it('reads CSV, quoted and with a mark in front', async () => {
    const file = [
      '\uFEFFslug,title,sku,priceAmount,allowBackorder,options,description,stockQuantity',
      'tea,"Tea, ""green""",007,500,true,"{""Size"":""S""}","two\nlines",',
      'mug,Mug,MUG,1,,,,4',
    ].join('\r\n');

    const done = await take(file, `${CSV}; charset=utf-8`);

    expect(done).to.include({ rows: 2, created: 2, refused: 0 });
    const [found] = (await products()).filter(({ slug }: { slug: string }) => slug === 'tea');
    expect(found).to.include({ title: 'Tea, "green"', description: 'two\nlines' });
    expect(found.variants[0]).to.deep.include({
      sku: '007',
      allowBackorder: true,
      options: { Size: 'S' },
      stockQuantity: 0,
    });
  });

  it('reads CSV with semicolons or tabs, as spreadsheets of many languages write it', async () => {
    for (const [separator, sku] of [
      [';', 'a'],
      ['\t', 'b'],
    ] as const) {
      const file = ['slug,title,sku,priceAmount', `${sku},Tea for two,${sku},500`].join('\n');

      const done = await take(file.replaceAll(',', separator), CSV);

      expect(done).to.include({ rows: 1, created: 1, refused: 0 });
    }
  });

  it('refuses a row with more or fewer cells than the header, and takes the others', async () => {
    const file = [
      'slug,title,sku,priceAmount,stockQuantity',
      'a,A,A,39,90,5',
      'b,B,B,39',
      'c,C,C,3990,5',
      'd,D,D,39.90,5',
    ];

    const done = await take(file.join('\n'), CSV);

    expect(done).to.include({ rows: 4, created: 1, refused: 3 });
    expect((await products()).map(({ slug }: { slug: string }) => slug)).to.deep.equal(['c']);
    expect((await refusedRows(done.id)).map(({ reason }: { reason: string }) => reason)).to.deep.equal([
      'The row has 6 cells, and the header 5: quote a cell that has the separator in it.',
      'The row has 4 cells, and the header 5: quote a cell that has the separator in it.',
      '/priceAmount must be integer; 3990 is 39.90, which `price` takes',
    ]);
  });

  it('takes a row with a column named constructor, which refused it', async () => {
    const done = await take('slug,title,sku,priceAmount,constructor\ntea,Tea,TEA-1,500,Ada\n', CSV);

    expect(done).to.include({ rows: 1, created: 1, refused: 0 });
  });

  it('reports refused rows with their numbers and reasons, and takes the others', async () => {
    const other = { slug: 'mug', title: 'Mug', sku: 'MUG', priceAmount: 1 };
    const file = [
      JSON.stringify(tea),
      '{"slug":',
      JSON.stringify({ ...tea, priceAmount: -1 }),
      JSON.stringify({ ...tea, slug: undefined, sku: 'NEW' }),
      JSON.stringify({ ...other, sku: 'TEA-1' }),
      JSON.stringify({ ...tea, sku: 'X', title: 'a\u0000b' }),
      '[]',
      JSON.stringify(other),
    ].join('\n');

    const done = await take(file);

    expect(done).to.include({ status: 'completed', rows: 8, created: 2, refused: 6 });
    const refused = await refusedRows(done.id);
    expect(refused.map(({ number }: { number: number }) => number)).to.deep.equal([2, 3, 4, 5, 6, 7]);
    expect(refused[0].reason).to.equal('The line is not JSON.');
    expect(refused[1]).to.deep.include({ row: { ...tea, priceAmount: -1 } });
    expect(refused[1].reason).to.match(/^\/priceAmount /);
    expect(refused[3].reason).to.equal('The SKU belongs to the product tea.');
    expect(await scene.shop.admin.db.fileImportRow.count()).to.equal(6);
  });

  it('lets the later of rows with one SKU win', async () => {
    const done = await take(lines(tea, { ...tea, priceAmount: 777 }));

    expect(done).to.include({ rows: 2, refused: 0 });
    const [found] = await products();
    expect(found.variants.map(({ priceAmount }: { priceAmount: number }) => priceAmount)).to.deep.equal([
      777,
    ]);
  });

  it('puts products into their categories and gives them their pictures; what is absent stays', async () => {
    const green = await catalog.createCategory(scene.shop.admin, { name: 'Green' });
    const black = await catalog.createCategory(scene.shop.admin, { name: 'Black' });
    const picture = { url: 'https://images.example.com/tea.jpg', alt: 'A cup' };
    const plain = { url: 'https://images.example.com/tin.jpg' };
    await take(
      lines(
        {
          ...tea,
          categories: ['green', 'black', 'green'],
          images: [picture, { ...plain, extra: 'dropped' }],
        },
        { ...tea, sku: 'TEA-2' },
      ),
    );
    const [made] = await products();

    const same = await take(lines({ ...tea, categories: ['black', 'green'] }));
    const changed = await take(lines({ ...tea, categories: ['black'], images: [plain] }));
    const [after] = await products();
    const emptied = await take(lines({ ...tea, categories: [], images: [] }));

    expect(made.categoryIds).to.deep.equal([green.id, black.id].sort());
    expect(made.images).to.deep.equal(elsewhere(picture, plain));
    expect(same).to.include({ unchanged: 1 });
    expect(changed).to.include({ updated: 1 });
    expect(after).to.deep.include({ categoryIds: [black.id], images: elsewhere(plain), version: 2 });
    expect(emptied).to.include({ updated: 1 });
    expect((await products())[0]).to.deep.include({ categoryIds: [], images: [], version: 3 });
    const events = (await eventsOf(scene.api, scene.shop)).map(({ name }) => name);
    expect(events.filter((name) => name.startsWith('product.'))).to.deep.equal([
      'product.created',
      'product.updated',
      'product.updated',
    ]);
  });

  it('refuses rows that name another store’s category or no picture, and takes the others', async () => {
    await catalog.createCategory((await createStore(scene.api.env.system)).admin, { name: 'Theirs' });

    const done = await take(
      lines(
        { ...tea, categories: ['theirs'] },
        { ...tea, sku: 'TEA-2', images: [{ url: 'javascript:alert(1)' }] },
        { ...tea, sku: 'TEA-3', categories: 'green' },
        { ...tea, sku: 'TEA-4' },
      ),
    );

    expect(done).to.include({ created: 1, refused: 3 });
    const refused = await refusedRows(done.id);
    expect(refused[0].reason).to.equal('There is no category theirs.');
    expect(refused[1].reason).to.match(/^\/images\/0\/url /);
    expect(refused[2].reason).to.match(/^\/categories /);
    expect((await products())[0]).to.deep.include({ categoryIds: [], images: [] });
  });

  it('gives a product and a variant a tax class, keeps it where a row says none, and refuses unknown ones', async () => {
    const classes = [{ code: 'books', name: 'Books' }];
    await taxes.putTaxSettings(scene.shop.admin, { pricesIncludeTax: true, rates: [], classes });

    const made = await take(
      lines({ ...tea, taxClass: 'books' }, { slug: 'mug', title: 'Mug', sku: 'MUG', priceAmount: 1 }),
    );
    const changed = await take(
      lines({ sku: tea.sku, description: 'Good' }, { sku: 'MUG', taxClass: 'reduced' }),
    );
    const refused = await take(lines({ sku: tea.sku, taxClass: 'food' }));
    await take(lines({ sku: 'MUG', variantTaxClass: 'books' }));
    const ofVariant = await take(
      lines({ sku: 'MUG', price: '2.00' }, { sku: 'MUG', variantTaxClass: 'food' }),
    );

    expect([made, changed, refused, ofVariant].map((each) => each.refused)).to.deep.equal([0, 0, 1, 1]);
    expect(
      (await products())
        .map((product: Product) => [product.slug, product.taxClass, product.variants[0]?.taxClass])
        .sort(),
    ).to.deep.equal([
      ['mug', 'reduced', 'books'],
      ['tea', 'books', null],
    ]);
  });

  it('refuses what is no such file, and keeps nothing of it', async () => {
    const before = await snapshot(scene.api.env);

    (await send('{}', 'application/json')).refused('unsupported_media_type');
    (await send('', NDJSON)).refused('validation_failed');
    (await send('slug,title\n', CSV)).refused('validation_failed');
    (await send('slug,title\n"a,b\n', CSV)).refused('validation_failed');
    (await send(new Uint8Array([0xff, 0xfe, 0x0a]), NDJSON)).refused('validation_failed');
    (await send('x'.repeat(300_000), NDJSON)).refused('payload_too_large');
    (await send('{}\n'.repeat(50_001), NDJSON)).refused('payload_too_large');
    const viewer = scene.shop.token(['catalog:read']);
    const headers = { 'Content-Type': NDJSON };
    const path = '/admin/v1/products/import';
    (await scene.api.request('POST', path, { token: viewer, body: '{}', headers })).refused(
      'permission_missing',
    );

    expect(await snapshot(scene.api.env)).to.deep.equal(before);
  });

  it('reads a file in parts: 500 rows in one go kept every other request waiting', async () => {
    let [moment, isReceived] = [0, false];
    const rowsByMoment = new Map<number, number>();
    async function* file() {
      for (let row = 0; row < 499; row += 1) {
        rowsByMoment.set(moment, (rowsByMoment.get(moment) ?? 0) + 1);
        yield Buffer.from(lines({ ...tea, sku: `TEA-${row}` }));
      }
    }

    const received = catalog.importProducts(scene.shop.admin, 'ndjson', file()).finally(() => {
      isReceived = true;
    });
    while (!isReceived) {
      moment += 1;
      await setImmediate();
    }

    expect(await received).to.include({ rows: 499, status: 'pending' });
    expect(Math.max(...rowsByMoment.values())).to.be.at.most(100);
  });

  it('shows an import to its own store only', async () => {
    const { id } = await take(lines(tea));
    const theirs = (await createStore(scene.api.env.system)).token();

    for (const path of [`/admin/v1/product-imports/${id}`, `/admin/v1/product-imports/${id}/refused-rows`])
      (await scene.api.request('GET', path, { token: theirs })).refused('not_found');
  });
});
