import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '@service/db';
import { createDatabase, findViolations, queryAsOwner, until } from '@service/testing';
import { expect } from 'chai';
import { openProductStore } from './product-store.ts';
import { openShop, SHORT_LEASE, type Shop } from './shop.ts';

const run = promisify(execFile);
const MB = 96;
const PRODUCTS = 60;

/** The tables lie on a small disk of their own; mounting one takes root. */
describe('with real processes, a PostgreSQL whose disk is full', () => {
  let shop: Shop;
  let disk: string | undefined;

  before(async function () {
    if (process.getuid?.() !== 0) this.skip();
    const [{ folder = '' } = {}] = await queryAsOwner<{ folder: string }>(
      `SELECT current_setting('data_directory') AS folder`,
    );
    // The server is on another machine, or in a container, if its data isn't here.
    const owner = await stat(folder).catch(() => this.skip());
    disk = await mkdtemp(join(tmpdir(), 'commerce-disk-'));
    await run('mount', ['-t', 'tmpfs', '-o', `size=${MB}m`, 'tmpfs', disk]).catch(() => this.skip());
    await chown(disk, owner.uid, owner.gid);
    await queryAsOwner(`CREATE TABLESPACE tight LOCATION '${disk}'`);
  });

  after(async () => {
    await shop?.close();
    if (!disk) return;
    if (shop) await queryAsOwner(`DROP DATABASE ${new URL(shop.databaseUrl).pathname.slice(1)} WITH (FORCE)`);
    await queryAsOwner('DROP TABLESPACE IF EXISTS tight');
    await run('umount', [disk]).catch(() => undefined);
    await rm(disk, { recursive: true, force: true });
  });

  it('refuses with a 503 that says so, leaves nothing half done, and goes on by itself once there is room', async function () {
    this.timeout(240_000);
    const databaseUrl = await createDatabase('full', 'TABLESPACE tight');
    await migrate(databaseUrl);
    shop = await openShop(this, { databaseUrl });
    const store = await openProductStore(shop);
    const api = await shop.startApi(SHORT_LEASE);
    await shop.startWorker(SHORT_LEASE);
    await store.produce(api.url, PRODUCTS);
    await store.delivered();

    const filler = join(disk ?? '', 'filler');
    await writeFile(filler, Buffer.alloc(MB * 2 ** 20)).catch(() => undefined);
    const refused: { status: number; detail: string }[] = [];
    const producing = store.produce(api.url, PRODUCTS * 4);
    await until(
      async () => {
        const response = await fetch(`${api.url}/health`);
        const { detail = '' } = (await response.json()) as { detail?: string };
        if (response.status !== 200) refused.push({ status: response.status, detail });
        return refused.some((each) => each.detail.includes('disk of the database'));
      },
      'a full disk',
      { timeoutMs: 90_000 },
    );
    const read = await fetch(`${api.url}/store/v1/config`, {
      headers: { 'x-publishable-key': store.store.publishableKey },
    });
    await rm(filler);
    await producing;
    await store.delivered();

    // What only reads goes on.
    expect(read.status).to.equal(200);
    expect(refused.every(({ status }) => status === 503)).to.equal(true);
    await store.assertReconciled();
    expect(await findViolations(shop.system)).to.deep.equal([]);
  });
});
