import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { backup } from '@service/db';
import {
  CITUS_URL,
  createMigratedDatabase,
  createStore,
  openTestEnv,
  runtimeUrlOf,
  SERVICE_ENV,
  type TestStore,
} from '@service/testing';
import { expect } from 'chai';
import { runCommerce } from './run-commerce.ts';

/** What only Citus itself can show. Skipped where TEST_CITUS_URL names no database of one. */
describe('commands where stores are spread by Citus', () => {
  let url: string;
  let dir: string;
  let store: TestStore;
  let close = async () => {};

  before(async function () {
    if (!CITUS_URL) {
      this.skipReason = 'TEST_CITUS_URL names no database of Citus';
      return this.skip();
    }
    this.timeout(600_000);
    dir = mkdtempSync(join(tmpdir(), 'commerce-citus-'));
    url = await createMigratedDatabase();
    const domain = await openTestEnv({ databaseUrl: url });
    close = domain.close;
    for (let made = 0; made < 4; made += 1) {
      store = await createStore(domain.system);
      await store.variant();
      await store.order();
    }
  });

  after(async () => {
    await close();
    if (dir) rmSync(dir, { recursive: true });
  });

  async function run(...args: string[]): Promise<string> {
    const env = {
      ...SERVICE_ENV,
      DATABASE_URL: url,
      DATABASE_RUNTIME_URL: runtimeUrlOf(url),
      DATABASE_CITUS: 'true',
      QUEUE_BACKEND: 'postgres',
    };
    const { code, stdout, stderr } = await runCommerce([...args, '--yes'], env);
    expect(code, stderr).to.equal(0);
    return stdout;
  }
  async function contents() {
    const sink = new PassThrough().resume();
    const { tables } = await backup(url, sink);
    return tables;
  }

  it('back up, check the backup, put it back, and spread the stores again', async function () {
    this.timeout(600_000);
    const file = join(dir, 'spread.backup');
    const before = await contents();
    await run('backup', '--to', file);
    await run('backup', 'verify', file);
    await store.order();

    const restored = await run('restore', file, '--force');
    const between = await contents();
    await run('distribute');

    expect(restored).to.include('run `commerce distribute`');
    expect(between).to.deep.equal(before);
    expect(await contents()).to.deep.equal(before);
    expect(await run('doctor'))
      .to.include('✓ ledgers')
      .and.include('✓ listings');
    await store.order();
  });
});
