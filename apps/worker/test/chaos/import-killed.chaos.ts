import { catalog } from '@service/core';
import { countLockWaits, until } from '@service/testing';
import { expect } from 'chai';
import { openShop, type Shop } from './shop.ts';

const ROWS = 1700;
/** In the third batch of 500. */
const STUCK_ROW = 1300;

describe('with real processes, an import', () => {
  let shop: Shop;
  let release = () => {};
  afterEach(() => {
    release();
    return shop?.close();
  });

  it('whose worker is killed within a batch is finished by another, with each row once', async function () {
    shop = await openShop(this);
    const { admin } = shop.store;
    const stuck = await catalog.createProduct(admin, { title: 'Tea', slug: `tea-${STUCK_ROW}` });
    const { id } = await catalog.importProducts(admin, 'ndjson', file());
    const processed = async () => Number((await catalog.getProductImport(admin, id)).processed);
    // Holds what the third batch needs, so that the worker is in the middle of it when it dies.
    release = await lock(shop, stuck.id);
    const first = await shop.startWorker();
    await until(async () => (await countLockWaits(shop.system)) > 0, 'the worker in its third batch');
    const before = await processed();

    await first.kill();
    release();
    await shop.startWorker();
    await until(
      async () => (await catalog.getProductImport(admin, id)).status === 'completed',
      'the end of the import',
    );

    expect(before).to.equal(1000);
    const done = await catalog.getProductImport(admin, id);
    expect(done).to.include({ processed: ROWS, created: ROWS, updated: 0, unchanged: 0, refused: 0 });
    expect(await admin.db.variant.count()).to.equal(ROWS);
    // Each row made its variant, its stock and its event exactly once, those of the batch that died included.
    expect(await admin.db.stockMovement.count({ where: { kind: 'initial' } })).to.equal(ROWS);
    const events = await admin.db.webhookEvent.findMany({ where: { name: 'product.created' } });
    const told = new Set(events.map(({ data }) => (data as { productId: string }).productId));
    expect([events.length, told.size]).to.deep.equal([ROWS, ROWS]);
  });
});

async function* file(): AsyncGenerator<Uint8Array> {
  for (let number = 1; number <= ROWS; number++) {
    const row = { slug: `tea-${number}`, title: 'Tea', sku: `T-${number}`, priceAmount: 1, stockQuantity: 5 };
    yield Buffer.from(`${JSON.stringify(row)}\n`);
  }
}

/** Locks the product until the answered function is called. */
async function lock({ store: { admin } }: Shop, productId: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await new Promise<void>((resolve, reject) => {
    admin.db
      .transaction(async (db) => {
        await db.product.updateMany({ where: { id: productId }, data: { title: 'Tea' } });
        resolve();
        await released;
      })
      .catch(reject);
  });
  return release;
}
