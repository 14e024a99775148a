import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildRelease, type Programs } from '@service/testing';
import { expect } from 'chai';
import { openProductStore } from './product-store.ts';
import { openShop, type Shop, USUAL_LEASE, untilSteady } from './shop.ts';

const STORES = 2;
const PRODUCTS = 60;

describe('with real processes, an upgrade to the next minor version', () => {
  let shop: Shop;
  let dir: string;
  afterEach(async () => {
    await shop?.close();
    await rm(dir, { recursive: true, force: true });
  });

  it('goes on under traffic: old and new side by side, no 5xx, and nothing is lost', async function () {
    dir = await mkdtemp(join(tmpdir(), 'commerce-rolling-'));
    const next = await buildNext(dir);
    shop = await openShop(this);
    const stores = await Promise.all(
      Array.from({ length: STORES }, (_, index) => openProductStore(shop, `store ${index + 1}`)),
    );
    const produce = (url: string, count: number) =>
      Promise.all(stores.map((store) => store.produce(url, count)));
    const delivered = () => Promise.all(stores.map((store) => store.delivered()));
    const old = [await shop.startApi(USUAL_LEASE), await shop.startWorker(USUAL_LEASE)] as const;
    const [oldApi, oldWorker] = old;

    const duringMigration = produce(oldApi.url, PRODUCTS);
    await promisify(execFile)(process.execPath, [next.cli, 'migrate'], {
      env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: shop.databaseUrl },
    });
    await duringMigration;
    const newApi = await shop.startApi(USUAL_LEASE, next.api);
    const newWorker = await shop.startWorker(USUAL_LEASE, next.worker);
    await Promise.all([produce(oldApi.url, PRODUCTS), produce(newApi.url, PRODUCTS)]);
    // The balancer sends to the new one alone; the old worker ends in the middle of its deliveries.
    const afterwards = produce(newApi.url, PRODUCTS);
    const codes = await Promise.all(old.map((each) => each.stop()));
    await afterwards;
    await delivered();
    await untilSteady([newWorker], async () => {
      await produce(newApi.url, 4);
      await delivered();
    });

    expect(codes).to.deep.equal([0, 0]);
    for (const each of [oldApi, newApi]) expect(each.output()).to.not.match(/"status":5\d\d/);
    expect(oldWorker.output()).to.not.match(/"level":50/);
    for (const store of stores) await store.assertReconciled();
  });
});

/** Version 1.1.0 of the service, whose migration adds to a table. */
async function buildNext(dir: string): Promise<Programs> {
  const prismaDir = join(dir, 'prisma');
  await cp(new URL('../../../../prisma', import.meta.url), prismaDir, { recursive: true });
  const migration = join(prismaDir, 'migrations', '9999_more');
  await mkdir(migration);
  await writeFile(join(migration, 'migration.sql'), 'ALTER TABLE products ADD COLUMN more text;');
  return buildRelease({ version: '1.1.0', prismaDir });
}
