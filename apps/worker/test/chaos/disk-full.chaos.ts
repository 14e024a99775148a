import { execFile } from 'node:child_process';
import { appendFile, chown, mkdtemp, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '@service/db';
import { findViolations, queryAsOwner, startTestPostgres, type TestPostgres, until } from '@service/testing';
import { expect } from 'chai';
import { openProductStore } from './product-store.ts';
import { openShop, SHORT_LEASE, type Shop } from './shop.ts';

const run = promisify(execFile);
const MB = 96;
const WAL_MB = 192;
const PRODUCTS = 60;

/** A small disk for the user of the server. Mounting it takes root; undefined without. */
async function mountDisk(
  mb: number,
  { uid, gid }: { uid: number; gid: number },
): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const disk = await mkdtemp(join(tmpdir(), 'commerce-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${mb}m`, 'tmpfs', disk]);
  } catch {
    await rm(disk, { recursive: true });
    return undefined;
  }
  await chown(disk, uid, gid);
  return disk;
}

async function unmount(disk: string): Promise<void> {
  await run('umount', [disk]).catch(() => undefined);
  await rm(disk, { recursive: true, force: true });
}

/** Takes all the room that is left. */
async function fill(disk: string): Promise<string> {
  const filler = join(disk, 'filler');
  await writeFile(filler, Buffer.alloc(WAL_MB * 2 ** 20)).catch(() => undefined);
  return filler;
}

async function dataFolder({ superuserUrl }: TestPostgres): Promise<string> {
  const rows = await queryAsOwner<{ folder: string }>(
    `SELECT current_setting('data_directory') AS folder`,
    [],
    superuserUrl,
  );
  return rows[0]?.folder ?? '';
}

/** The address of another database of the same server. */
function urlOfDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

/** The tables lie on a small disk of their own; mounting one takes root. */
describe('with real processes, a PostgreSQL whose disk is full', () => {
  let shop: Shop;
  let postgres: TestPostgres;
  let disk: string | undefined;

  before(async function () {
    postgres = await startTestPostgres();
    disk = await mountDisk(MB, await stat(await dataFolder(postgres)));
    if (!disk) {
      this.skipReason = 'a file system of its own can’t be mounted here';
      this.skip();
    }
    const name = new URL(postgres.url).pathname.slice(1);
    const outside = urlOfDatabase(postgres.superuserUrl, 'postgres');
    await queryAsOwner(`CREATE TABLESPACE tight LOCATION '${disk}'`, [], outside);
    await queryAsOwner(`ALTER DATABASE ${name} SET TABLESPACE tight`, [], outside);
  });

  after(async () => {
    await shop?.close();
    await postgres?.close();
    if (disk) await unmount(disk);
  });

  it('refuses with a 503 that says why, leaves nothing half done, and recovers by itself', async function () {
    await migrate(postgres.url);
    shop = await openShop(this, { databaseUrl: postgres.url });
    const store = await openProductStore(shop);
    const api = await shop.startApi(SHORT_LEASE);
    await shop.startWorker(SHORT_LEASE);
    await store.produce(api.url, PRODUCTS);
    await store.delivered();

    const filler = await fill(disk ?? '');
    const refused: { status: number; detail: string }[] = [];
    const producing = store.produce(api.url, PRODUCTS * 4);
    await until(async () => {
      const response = await fetch(`${api.url}/health`);
      const { detail = '' } = (await response.json()) as { detail?: string };
      if (response.status !== 200) refused.push({ status: response.status, detail });
      return refused.some((each) => each.detail.includes('disk of the database'));
    }, 'a full disk');
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

/** Its log of changes lies on a small disk of its own. PostgreSQL ends all sessions then, and often itself. */
describe('with real processes, a PostgreSQL whose log of changes has no room', () => {
  let shop: Shop;
  let postgres: TestPostgres;
  let disk: string | undefined;

  before(async function () {
    postgres = await startTestPostgres();
    const folder = await dataFolder(postgres);
    const log = join(folder, 'pg_wal');
    disk = await mountDisk(WAL_MB, await stat(folder));
    if (!disk) {
      this.skipReason = 'a file system of its own can’t be mounted here';
      this.skip();
    }
    await postgres.stop();
    await run('cp', ['-a', `${log}/.`, disk]);
    await rename(log, `${log}.old`);
    await symlink(disk, log);
    await appendFile(join(folder, 'postgresql.auto.conf'), "max_wal_size = '64MB'\nmin_wal_size = '32MB'\n");
    await postgres.start();
  });

  after(async () => {
    await shop?.close();
    await postgres?.close();
    if (disk) await unmount(disk);
  });

  it('refuses with a 503, leaves nothing half done, and goes on once there is room', async function () {
    await migrate(postgres.url);
    shop = await openShop(this, { databaseUrl: postgres.url });
    const store = await openProductStore(shop);
    const api = await shop.startApi(SHORT_LEASE);
    await shop.startWorker(SHORT_LEASE);
    await store.produce(api.url, PRODUCTS);
    await store.delivered();

    const filler = await fill(disk ?? '');
    const producing = store.produce(api.url, PRODUCTS * 4);
    await until(writesFail, 'a full disk');
    const isReady = async () => (await fetch(`${api.url}/health`)).status === 200;
    await until(async () => !(await isReady()), 'a refusal');
    await rm(filler);
    const runs = () =>
      queryAsOwner('SELECT 1', [], postgres.url).then(
        () => true,
        () => false,
      );
    await until(async () => postgres.revive().then(runs), 'PostgreSQL');
    await producing;
    await store.delivered();

    await store.assertReconciled();
    expect(await findViolations(shop.system)).to.deep.equal([]);
    await until(isReady, 'an API that is ready');
  });

  /** Writes to the log alone, as much as a segment takes. */
  function writesFail(): Promise<boolean> {
    return queryAsOwner(
      "SELECT pg_logical_emit_message(false, 'filler', repeat('x', 16000000))",
      [],
      postgres.superuserUrl,
    ).then(
      () => false,
      () => true,
    );
  }
});
