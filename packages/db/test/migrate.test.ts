import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createDatabase, queryAsOwner } from '../../testing/src/database.ts';
import { migrate, migrationStatus } from '../src/index.ts';
import { takeMigrationLock } from '../src/migration-lock.ts';
import { withOwner } from '../src/owner.ts';
import { readCatalogue, runScript } from './catalogue.ts';
import { rejectionOf } from './rejection-of.ts';
import { schemaScript } from './schema-engine.ts';

const MIGRATIONS = readdirSync(new URL('../../../prisma/migrations', import.meta.url))
  .filter((name) => /^\d/.test(name))
  .sort();

describe('migrate', () => {
  it('applies migrations by their numbers, of which each is taken once', () => {
    const expected = MIGRATIONS.map((_, index) => String(index + 1).padStart(4, '0'));

    expect(MIGRATIONS.map((name) => /^(\d{4})_[a-z_]+$/.exec(name)?.[1])).to.deep.equal(expected);
  });

  it('applies every migration once, also when three processes start at once', async () => {
    const url = await createDatabase('migrate');

    const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);

    expect(applied.filter((names) => names.length > 0)).to.deep.equal([MIGRATIONS]);
  });

  it('gives up, names who migrates, and writes nothing when another doesn’t end in time', async () => {
    const url = await createDatabase('migrate');
    const before = await readCatalogue(url);

    await withOwner(url, async (client) => {
      await takeMigrationLock(client);
      const { rows } = await client.query('SELECT pg_backend_pid() AS pid');

      const { message } = await rejectionOf(migrate(url, { lockWaitMs: 1 }));

      expect(message).to.include(`session ${rows[0].pid} from`).and.include('run the command again');
      expect(await readCatalogue(url)).to.deep.equal(before);
    });
    expect(await migrate(url)).to.deep.equal(MIGRATIONS);
  });

  it('does nothing the second time', async () => {
    const url = await createDatabase('migrate');
    await migrate(url);
    const before = await readCatalogue(url);

    const applied = await migrate(url);

    expect(applied).to.deep.equal([]);
    expect(await readCatalogue(url)).to.deep.equal(before);
  });

  it('makes exactly the Prisma schema, and beyond it only what is named *_partial or *_check', async () => {
    const [migrated, pushed] = await Promise.all([createDatabase('migrated'), createDatabase('pushed')]);
    await migrate(migrated);
    await runScript(pushed, await schemaScript(pushed));

    const actual = await readCatalogue(migrated);
    const wanted = await readCatalogue(pushed);

    expect(Object.keys(wanted.columns)).to.include('tenants.publishable_key');
    expect(actual.columns).to.deep.equal(wanted.columns);
    expect(withoutExtras(actual.constraints, /_check$/)).to.deep.equal(wanted.constraints);
    // A unique constraint that Prisma can't say brings an index of its own name.
    expect(withoutExtras(actual.indexes, /_(partial|check)$/)).to.deep.equal(wanted.indexes);
  });

  describe('a folder of migrations', () => {
    let dir: string;
    let url: string;

    beforeEach(async () => {
      dir = mkdtempSync(join(tmpdir(), 'migrations-'));
      url = await createDatabase('steps');
      write('1_first', 'CREATE TABLE first (n INTEGER); INSERT INTO first VALUES (1), (2);');
    });

    afterEach(() => rmSync(dir, { recursive: true }));

    function write(name: string, sql: string): void {
      mkdirSync(join(dir, name), { recursive: true });
      writeFileSync(join(dir, name, 'migration.sql'), sql);
    }
    const query = (sql: string) => queryAsOwner(sql, [], url);
    const run = (options = {}) => migrate(url, { dir, version: '1.0.0', ...options });

    it('undoes a migration that fails in its second statement, and applies it once fixed', async () => {
      write('2_second', 'DELETE FROM first WHERE n = 1; CREATE TABLE second (); SELECT 1 / 0;');

      const refused = await rejectionOf(run());
      const { applied, pending } = await migrationStatus(url, { dir });
      const left = await query("SELECT n, to_regclass('second') AS second FROM first ORDER BY n");
      write('2_second', 'DELETE FROM first WHERE n = 1;');
      const after = await run();

      expect(refused.message).to.match(/2_second failed and left nothing behind: division by zero/);
      expect({ applied, pending }).to.deep.equal({ applied: ['1_first'], pending: ['2_second'] });
      expect(left).to.deep.equal([
        { n: 1, second: null },
        { n: 2, second: null },
      ]);
      expect(after).to.deep.equal(['2_second']);
      expect(await query('SELECT n FROM first')).to.deep.equal([{ n: 2 }]);
    });

    it('resumes one that can’t be a transaction with its first statement', async () => {
      const index =
        '-- not in a transaction: the index is built beside writers\n\nDROP INDEX CONCURRENTLY IF EXISTS by_n;\n\n';
      write('2_index', `${index}CREATE UNIQUE INDEX CONCURRENTLY by_n ON first (n);`);
      write('1_first', 'CREATE TABLE first (n INTEGER); INSERT INTO first VALUES (1), (1);');

      const refused = await rejectionOf(run());
      await query('DELETE FROM first WHERE ctid = (SELECT min(ctid) FROM first)');
      const resumed = await run();

      expect(refused.message).to.match(
        /2_index isn’t one transaction and failed on its way: could not create unique index/,
      );
      expect(resumed).to.deep.equal(['2_index']);
      const valid = await query(
        "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'by_n'::regclass",
      );
      expect(valid).to.deep.equal([{ valid: true }]);
      const records = await query(
        'SELECT count(*)::int AS n FROM _prisma_migrations WHERE finished_at IS NOT NULL',
      );
      expect(records).to.deep.equal([{ n: 2 }]);
    });

    it('records the release and its date', async () => {
      await run();
      await run({ version: '1.1.0' });

      const { version, database } = await migrationStatus(url, { dir, version: '1.1.0' });

      expect(version).to.equal('1.1.0');
      expect(database?.version).to.equal('1.1.0');
      expect(database?.migratedAt).to.be.instanceOf(Date);
      expect(await query('SELECT version FROM _commerce_versions ORDER BY 1')).to.deep.equal([
        { version: '1.0.0' },
        { version: '1.1.0' },
      ]);
    });

    it('refuses the database of an unreleased version, and changes nothing', async () => {
      await run();
      rmSync(join(dir, '1_first'), { recursive: true });
      write('0001_stores', 'CREATE TABLE stores ();');
      const before = await readCatalogue(url);

      const refused = await rejectionOf(run());

      expect(refused.message).to.match(
        /made by an unreleased version \(migration 1_first\).*Use a new database/,
      );
      expect(await readCatalogue(url)).to.deep.equal(before);
      expect((await migrationStatus(url, { dir })).pending).to.deep.equal(['0001_stores']);
    });

    it('refuses a database whose migration has changed since, until the first release', async () => {
      await run();
      write('1_first', 'CREATE TABLE first (n INTEGER, m INTEGER)');
      write('2_second', 'CREATE TABLE second ();');
      const before = await readCatalogue(url);

      const refused = await rejectionOf(run());

      expect(refused.message).to.match(/made by an unreleased version \(migration 1_first\)/);
      expect(await readCatalogue(url)).to.deep.equal(before);
      const releases = [{ version: '1.0.0', date: '2026-12-01' }];
      expect(await run({ releases })).to.deep.equal(['2_second']);
    });

    it('refuses the database of a newer major version, and changes nothing', async () => {
      await run({ version: '2.0.0', major: true });
      write('2_second', 'CREATE TABLE second ();');

      const refused = await rejectionOf(run({ version: '1.9.0' }));

      expect(refused.message).to.match(/belongs to version 2\.0\.0, which is newer than this one, 1\.9\.0/);
      expect(await query("SELECT to_regclass('second') AS second")).to.deep.equal([{ second: null }]);
    });

    it('refuses a version that is too old to be direct, and names the one to step through', async () => {
      const releases = [
        { version: '1.0.0', date: '2024-01-01' },
        { version: '1.9.0', date: '2025-06-01' },
        { version: '2.0.0', date: '2025-12-01' },
        { version: '2.5.0', date: '2026-02-01' },
        { version: '3.0.0', date: '2026-12-01' },
      ];
      await run({ releases });
      write('2_second', 'CREATE TABLE second ();');

      const refused = await rejectionOf(run({ version: '3.0.0', releases, major: true }));
      const withoutBackup = await rejectionOf(run({ version: '2.0.0', releases }));
      const direct = await run({ version: '2.0.0', releases, major: true });

      expect(refused.message).to.match(/1\.0\.0 .* too old .* to 3\.0\.0\. Upgrade to 2\.0\.0 first/);
      expect(withoutBackup.message).to.match(/major upgrade: run `commerce upgrade`/);
      expect(direct).to.deep.equal(['2_second']);
    });
  });
});

function withoutExtras(definitions: Record<string, string>, extra: RegExp): Record<string, string> {
  return Object.fromEntries(Object.entries(definitions).filter(([name]) => !extra.test(name)));
}
