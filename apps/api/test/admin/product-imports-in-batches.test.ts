import { randomUUID } from 'node:crypto';
import { catalog, inTransaction, type Transaction } from '@service/core';
import { createStore, type TestStore, until, untilWaitedFor } from '@service/testing';
import { expect } from 'chai';
import { NDJSON, useImports } from './import-scene.ts';

describe('the batches of an import', () => {
  const scene = useImports();
  const { send, lines, progress, refusedRows, products, take, tea } = scene;

  it('takes each row once when two workers run at the same time, over several batches', async () => {
    const rows = Array.from({ length: 1300 }, (_, index) => ({
      ...tea,
      slug: `tea-${index % 650}`,
      sku: `SKU-${index}`,
    }));
    const { id } = (await send(lines(...rows), NDJSON)).expect(202);
    const { system } = scene.api.env;

    await Promise.all([
      catalog.processImports(system),
      catalog.processImports(system),
      catalog.processImports(system),
    ]);
    await catalog.processImports(system);

    expect(await progress(id)).to.include({ status: 'completed', processed: 1300, created: 1300 });
    expect(await scene.shop.admin.db.variant.count()).to.equal(1300);
    expect(await scene.shop.admin.db.product.count()).to.equal(650);
    expect(await scene.shop.admin.db.fileImportRow.count()).to.equal(0);
  });

  it('passes over a batch that another worker has under way, and takes what else is due', async () => {
    const first = (await send(lines({ ...tea, slug: 'mug', sku: 'MUG' }), NDJSON)).expect(202);
    const second = (await send(lines(tea), NDJSON)).expect(202);
    let letGo = () => {};
    const released = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let isHeld = false;
    const holding = inTransaction(scene.shop.admin, async (tx) => {
      await tx.db.fileImport.updateMany({ where: { id: first.id }, data: { status: 'running' } });
      isHeld = true;
      await released;
    });
    await until(() => isHeld, 'the batch to be under way');

    await catalog.processImports(scene.api.env.system);

    expect(await progress(second.id)).to.include({ status: 'completed', created: 1 });
    letGo();
    await holding;
    await catalog.processImports(scene.api.env.system);
    expect(await progress(first.id)).to.include({ status: 'completed', created: 1 });
  });

  it('loses no row to operators who make the same products meanwhile', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => ({
      ...tea,
      slug: `tea-${index}`,
      sku: `SKU-${index}`,
    }));
    const { id } = (await send(lines(...rows), NDJSON)).expect(202);
    const byHand = rows.map(({ slug, title, sku, priceAmount }) =>
      scene.api.request('POST', '/admin/v1/products', {
        token: scene.token,
        body: { slug, title, variants: [{ sku, priceAmount }] },
      }),
    );

    const [, ...answers] = await Promise.all([catalog.processImports(scene.api.env.system), ...byHand]);
    await catalog.processImports(scene.api.env.system);

    expect(await progress(id)).to.include({ status: 'completed', processed: 40, refused: 0 });
    expect(await scene.shop.admin.db.product.count()).to.equal(40);
    expect(await scene.shop.admin.db.variant.count()).to.equal(40);
    for (const { status } of answers) expect(status).to.be.oneOf([201, 409]);
  });

  it('takes rows whose products were made since it looked, one after the other', async () => {
    const rows = ['one', 'two'].map((slug) => ({ ...tea, slug, sku: slug }));
    const { id } = (await send(lines(...rows), NDJSON)).expect(202);
    const { system } = scene.api.env;
    const held = await Promise.all(
      rows.map(({ slug, title }) => {
        let letGo = () => {};
        const released = new Promise<void>((resolve) => {
          letGo = resolve;
        });
        return new Promise<{ tx: Transaction; letGo: () => void; done: Promise<void> }>((begun) => {
          const done: Promise<void> = inTransaction(scene.shop.admin, async (tx) => {
            const { tenantId } = scene.shop;
            await tx.db.product.create({ data: { tenantId, title, slug, status: 'draft' } });
            begun({ tx, letGo, done });
            await released;
          });
        });
      }),
    );

    const importing = catalog.processImports(system);
    for (const { tx, letGo, done } of held) {
      await untilWaitedFor(tx, system, 'the import');
      letGo();
      await done;
    }
    await importing;
    await catalog.processImports(system);

    expect(await progress(id)).to.include({ status: 'completed', created: 2, refused: 0 });
    expect(await scene.shop.admin.db.product.count()).to.equal(2);
  });

  it('leaves a row for the next cycle when the database fails for a moment', async () => {
    const { id } = (await send(lines(tea, { ...tea, sku: 'TEA-2' }), NDJSON)).expect(202);
    const { system } = scene.api.env;
    let failures = 0;
    const forTenant: typeof system.forTenant = (...of) => {
      const ctx = system.forTenant(...of);
      const fail = () => {
        failures += 1;
        return Promise.reject(Object.assign(new Error('a lock timeout'), { code: '55P03' }));
      };
      const db = new Proxy(ctx.db, {
        get: (target, name) => (name === 'transaction' ? fail : Reflect.get(target, name, target)),
      });
      return { ...ctx, db };
    };

    await catalog.processImports({ ...system, forTenant });
    expect(failures).to.equal(2);
    expect(await progress(id)).to.include({ status: 'pending', processed: 0, refused: 0 });
    await catalog.processImports(system);

    expect(await progress(id)).to.include({ status: 'completed', created: 2, refused: 0 });
  });

  it('takes those of other stores while a transaction holds a variant of each that came before', async () => {
    const { system } = scene.api.env;
    const sendFor = async (store: TestStore, body: string) =>
      (
        await scene.api.request('POST', '/admin/v1/products/import', {
          token: store.token(),
          body,
          headers: { 'Content-Type': NDJSON },
        })
      ).expect(202).id as string;
    const holders = await Promise.all(Array.from({ length: 3 }, () => createStore(system)));
    for (const store of holders) await sendFor(store, lines(tea));
    await catalog.processImports(system);
    const changed = { ...tea, priceAmount: 600 };
    const held = await Promise.all(holders.map((store) => sendFor(store, lines(changed))));
    const { id } = (await send(lines(tea), NDJSON)).expect(202);

    // The server ends a transaction that sends nothing for as long as three batches would wait for any other lock.
    await scene.api.env.database.system.transaction(async (tx) => {
      await tx.sql`SELECT FROM variants WHERE tenant_id = ANY (${holders.map((each) => each.tenantId)}::uuid[]) FOR UPDATE`;
      await catalog.processImports(system);
      expect(await progress(id)).to.include({ status: 'completed', created: 1 });
    });
    await catalog.processImports(system);

    const imports = await scene.api.env.database.system.fileImport.findMany({
      where: { id: { in: held } },
    });
    expect(imports.map(({ status, updated, refused }) => [status, updated, refused])).to.deep.equal(
      Array(3).fill(['completed', 1, 0]),
    );
  });

  it('refuses rows of many tiny values before it holds them, and takes the others', async () => {
    const [many, deep] = [`[${'[],'.repeat(80_000)}[]]`, '['.repeat(100_000) + ']'.repeat(100_000)];
    const bombs = [many, deep].map(
      (categories) => `{"slug":"h","title":"H","sku":"h","categories":${categories}}\n`,
    );
    const file = [...Array(40).fill(bombs).flat(), lines(tea)].join('');

    const { id } = (await send(file, NDJSON)).expect(202);
    const stored = await scene.api.env.system.db.fileImportRow.findMany({
      where: { importId: id, number: 1 },
    });
    await catalog.processImports(scene.api.env.system);

    expect(stored.map(({ data }) => data)).to.deep.equal([null]);
    expect(await progress(id)).to.include({ status: 'completed', rows: 81, created: 1, refused: 80 });
    expect((await refusedRows(id)).slice(0, 2).map(({ reason }: { reason: string }) => reason)).to.deep.equal(
      ['The row has more than 2000 values.', 'The row is nested deeper than 12 levels.'],
    );
  });

  it('takes rows of a quarter of a megabyte in batches that fit the memory', async () => {
    const images = Array.from({ length: 50 }, (_, place) => ({
      url: `https://pictures.example/${place}/${'x'.repeat(1900)}`,
      alt: 'y'.repeat(500),
    }));
    const rows = Array.from({ length: 40 }, (_, place) => ({
      ...tea,
      slug: `tea-${place}`,
      sku: `TEA-${place}`,
      images,
    }));

    expect(await take(lines(...rows))).to.include({ status: 'completed', rows: 40, created: 40, refused: 0 });
  });

  it('takes the others although one fails in every cycle', async () => {
    const broken = (
      await send(lines({ slug: 'mug', title: 'Mug', sku: 'MUG', priceAmount: 1 }), NDJSON)
    ).expect(202);
    // Its counters can't be raised any more.
    const full = 2 ** 31 - 1;
    await scene.shop.admin.db.fileImport.updateMany({
      where: { id: broken.id },
      data: { created: full, refused: full },
    });

    const done = await take(lines(tea));

    expect(done).to.include({ status: 'completed', created: 1 });
    expect(await progress(broken.id)).to.include({ status: 'pending', processed: 0 });
    expect((await products()).map(({ slug }: { slug: string }) => slug)).to.deep.equal(['tea']);
    await scene.shop.admin.db.fileImport.updateMany({
      where: { id: broken.id },
      data: { created: 0, refused: 0 },
    });
    await catalog.processImports(scene.api.env.system);
  });

  it('takes one although twenty that came before it fail in every cycle', async () => {
    const { id } = (await send(lines({ ...tea, slug: 'mug', sku: 'MUG' }), NDJSON)).expect(202);
    const { db } = scene.shop.admin;
    const row = await db.fileImport.findFirstOrThrow({ where: { id } });
    // Their counters can't be raised any more.
    const full = 2 ** 31 - 1;
    const broken = Array.from({ length: 20 }, () => ({
      ...row,
      id: randomUUID(),
      created: full,
      refused: full,
      changes: [],
    }));
    await db.fileImport.createMany({ data: broken });
    const rows = broken.map((each) => ({ tenantId: each.tenantId, importId: each.id, number: 1, data: tea }));
    await db.fileImportRow.createMany({ data: rows });
    await db.fileImport.updateMany({ where: { id }, data: { createdAt: new Date('2100-01-01') } });

    await catalog.processImports(scene.api.env.system);

    expect(await progress(id)).to.include({ status: 'completed', created: 1 });
    const left = { where: { status: 'pending', processed: 0 } };
    expect(await db.fileImport.count(left)).to.equal(20);
    await db.fileImport.deleteMany({ where: { id: { in: broken.map((each) => each.id) } } });
  });

  it('goes on where it was stopped', async () => {
    const rows = Array.from({ length: 1100 }, (_, index) => ({
      ...tea,
      slug: `tea-${index}`,
      sku: `SKU-${index}`,
    }));
    const { id } = (await send(lines(...rows), NDJSON)).expect(202);
    const stop = new AbortController();
    const { system } = scene.api.env;
    // Asks to stop while the first batch is under way.
    const stopping = {
      ...system,
      forTenant(...args: Parameters<typeof system.forTenant>) {
        stop.abort();
        return system.forTenant(...args);
      },
    };

    await catalog.processImports(stopping, stop.signal);
    expect(await progress(id)).to.include({ status: 'running', processed: 500, created: 500 });
    await catalog.processImports(system);

    expect(await progress(id)).to.include({ status: 'completed', processed: 1100, created: 1100 });
    expect(
      await scene.shop.admin.db.webhookEvent.count({ where: { name: { startsWith: 'product.' } } }),
    ).to.equal(1100);
  });
});
