import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { createDatabase, queryAsOwner, runtimeUrlOf } from '../../testing/src/database.ts';
import { type Content, ContentHash } from '../src/backup/format.ts';
import { backup, migrate, openDatabase, restore, verifyBackup } from '../src/index.ts';
import { readCatalogue } from './catalogue.ts';
import { rejectionOf } from './rejection-of.ts';
import { writeSampleRows } from './write-sample-rows.ts';

describe('a backup', () => {
  let url: string;
  let bytes: Buffer;

  before(async () => {
    url = await createDatabase('backup');
    await migrate(url);
    const database = openDatabase({ url, poolSize: 2 });
    await writeSampleRows(database.system);
    await writeSampleRows(database.system);
    // What the format of rows could stumble over.
    await database.system.sql.count`UPDATE products SET title = E'tab\t, line\n, return\r, \\. and \u20ac'`;
    await database.close();
    bytes = await take(url);
  });

  async function take(from: string): Promise<Buffer> {
    const sink = new PassThrough();
    const [chunks] = await Promise.all([sink.toArray(), backup(from, sink)]);
    return Buffer.concat(chunks);
  }
  const emptyDatabase = () => createDatabase('restored');
  const products = (from: string) => queryAsOwner('SELECT * FROM products ORDER BY id', [], from);

  it('restores schema, rows and row security into an empty database, for any owner', async () => {
    const target = await emptyDatabase();

    const { rows } = await restore(target, () => Readable.from([bytes]), {
      runtimeUrl: runtimeUrlOf(target),
    });

    expect(rows).to.be.greaterThan(100);
    expect(await readCatalogue(target)).to.deep.equal(await readCatalogue(url));
    expect(await products(target)).to.deep.equal(await products(url));
    expect(await migrate(target)).to.deep.equal([]);
    const database = openDatabase({ url: runtimeUrlOf(target), poolSize: 1 });
    expect(await database.system.product.count()).to.equal(2);
    await database.close();
    const [first, second] = [await take(url), await take(target)].map(footerOf);
    expect(second).to.deep.equal(first);
  });

  it('is checked by restoring it into a database of its own, which is dropped again', async () => {
    const databases = () => queryAsOwner('SELECT datname FROM pg_database ORDER BY 1', [], url);
    const before = await databases();

    const { tables } = await verifyBackup(url, () => Readable.from([bytes]));

    expect(tables.products?.rows).to.equal(2);
    expect(await databases()).to.deep.equal(before);
  });

  it('of spread stores comes back without what deleted rows have left in look-ups', async () => {
    const spread = await emptyDatabase();
    await restore(spread, () => Readable.from([bytes]));
    await queryAsOwner(
      `ALTER TABLE admin_user_emails DROP CONSTRAINT admin_user_emails_tenant_id_admin_user_id_fkey;
       INSERT INTO admin_user_emails SELECT id, 'left@tea.example', gen_random_uuid() FROM tenants LIMIT 1`,
      [],
      spread,
    );
    const taken = await take(spread);
    const target = await emptyDatabase();

    await restore(target, () => Readable.from([taken]));
    const { tables } = await verifyBackup(spread, () => Readable.from([taken]));

    const emails = (of: string) => queryAsOwner('SELECT * FROM admin_user_emails ORDER BY email', [], of);
    expect(await emails(spread)).to.have.length((tables.admin_user_emails?.rows ?? 0) + 1);
    expect(await emails(target)).to.deep.equal(await emails(url));
    expect(await readCatalogue(target)).to.deep.equal(await readCatalogue(url));
  });

  it('is refused over a database that isn’t empty unless forced, which leaves nothing else', async () => {
    const target = await emptyDatabase();
    await migrate(target);
    await queryAsOwner('CREATE TABLE of_a_newer_release (n int)', [], target);
    const database = openDatabase({ url: target, poolSize: 2 });
    await writeSampleRows(database.system);
    await database.close();
    const before = await products(target);

    const refused = await rejectionOf(restore(target, () => Readable.from([bytes])));
    const untouched = await products(target);
    await restore(target, () => Readable.from([bytes]), { force: true });

    expect(refused.message).to.match(/isn’t empty/);
    expect(untouched).to.deep.equal(before);
    expect(await products(target)).to.deep.equal(await products(url));
    expect(await readCatalogue(target)).to.deep.equal(await readCatalogue(url));
  });

  it('that is cut off, changed or none at all is refused, and leaves the database as it was', async () => {
    const target = await emptyDatabase();
    const text = gunzipSync(bytes).toString();
    const cut = text.slice(0, text.lastIndexOf('{"tables"'));
    const changed = text.replace('{"tables":{', '{"tables": {');
    const otherRow = text.replace('tab\\t', 'tub\\t');

    const refusals: [Buffer, RegExp][] = [
      [bytes.subarray(0, bytes.length - 100), /can’t be read to its end|incomplete/],
      [gzipSync(cut), /incomplete/],
      [gzipSync(changed), /checksum is wrong/],
      [gzipSync(otherRow), /not those that were written/],
      [gzipSync('{"format":"another"}\n'), /no backup/],
      [Buffer.from('not even gzip'), /can’t be read/],
    ];
    for (const [given, message] of refusals) {
      const refused = await rejectionOf(restore(target, () => Readable.from([given])));
      expect(refused.message).to.match(message);
    }
    const left = await queryAsOwner(
      "SELECT count(*)::int AS n FROM pg_class WHERE relnamespace = 'public'::regnamespace",
      [],
      target,
    );
    expect(left).to.deep.equal([{ n: 0 }]);
  });

  describe('that somebody else has written', () => {
    const role = `thief_${process.pid}`;
    const theft = {
      name: '0001_theft',
      sql: `CREATE ROLE ${role}; COMMIT; BEGIN`,
      inTransaction: true,
    };
    const ran = async () =>
      (await queryAsOwner('SELECT FROM pg_roles WHERE rolname = $1', [role], url)).length === 1;
    const databases = () => queryAsOwner('SELECT datname FROM pg_database ORDER BY 1', [], url);
    afterEach(() => queryAsOwner(`DROP ROLE IF EXISTS ${role}`, [], url));

    it('runs no SQL of the file: a migration is known by its hash, not by its name', async () => {
      const target = await emptyDatabase();
      const known = headerOf(bytes).migrations[0] as typeof theft;
      const files = [
        forged(bytes, ({ header }) => header.migrations.push(theft)),
        forged(bytes, ({ header }) => {
          header.migrations[0] = { ...known, sql: `${known.sql};${theft.sql}` };
        }),
        forged(bytes, ({ header, lines }) => {
          header.migrations = [theft];
          lines.splice(0, lines.length);
        }),
      ];
      const before = await databases();

      for (const file of files)
        for (const read of [verifyBackup, restore]) {
          const refused = await rejectionOf(read(target, () => Readable.from([file])));
          expect(refused.message).to.match(/doesn’t have .*--trust-sql/);
        }

      expect(await ran()).to.equal(false);
      expect(await databases()).to.deep.equal(before);
      expect(await queryAsOwner('SELECT FROM pg_tables WHERE schemaname = $$public$$', [], target)).to.be
        .empty;
    });

    it('runs it for an operator who trusts the file', async () => {
      const target = await emptyDatabase();
      const file = forged(bytes, ({ header }) =>
        header.migrations.push({ ...theft, sql: `CREATE ROLE ${role}` }),
      );

      await restore(target, () => Readable.from([file]), { trustSql: true });

      expect(await ran()).to.equal(true);
    });

    it('is read to its end before the first statement: a damaged file runs no SQL', async () => {
      const target = await emptyDatabase();
      const file = gunzipSync(forged(bytes, ({ header }) => header.migrations.push(theft)));

      const refused = await rejectionOf(
        verifyBackup(target, () => Readable.from([gzipSync(file.subarray(0, file.length - 80))]), {
          trustSql: true,
        }),
      );

      expect(refused.message).to.match(/damaged|incomplete/);
      expect(await ran()).to.equal(false);
    });

    it('isn’t whole when it lacks a table, and writes no table that the release doesn’t have', async () => {
      const target = await emptyDatabase();
      const refusals: [Buffer, RegExp][] = [
        [forged(bytes, ({ lines }) => lines.splice(0, lines.length)), /is empty/],
        [
          forged(bytes, ({ lines }) => {
            const start = lines.findIndex((line) => line.startsWith('{"table":"webhook_events"'));
            lines.splice(start, lines.indexOf('\\.', start) - start + 1);
          }),
          /lacks webhook_events/,
        ],
        [
          forged(bytes, ({ lines }) => lines.push('{"table":"pg_authid","columns":["rolname"]}', '\\.')),
          /don’t make: pg_authid/,
        ],
      ];

      for (const [file, message] of refusals)
        for (const read of [verifyBackup, restore])
          expect((await rejectionOf(read(target, () => Readable.from([file])))).message).to.match(message);
    });
  });

  it('taken while rows are written is of one moment', async () => {
    const busy = await createDatabase('busy');
    await migrate(busy);
    await queryAsOwner('CREATE TABLE aa_first (n int); CREATE TABLE zz_last (n int)', [], busy);
    let isOver = false;
    const writes = (async () => {
      for (let n = 1; !isOver; n += 1)
        await queryAsOwner(
          `WITH a AS (INSERT INTO aa_first VALUES (${n})) INSERT INTO zz_last VALUES (${n})`,
          [],
          busy,
        );
    })();

    const footer = footerOf(await take(busy).finally(() => (isOver = true)));

    await writes;
    expect(footer.tables.aa_first).to.deep.equal(footer.tables.zz_last);
  });
});

function footerOf(bytes: Buffer) {
  return JSON.parse(gunzipSync(bytes).toString().trimEnd().split('\n').at(-2) ?? '');
}

interface Forgery {
  header: { migrations: { name: string; sql: string; inTransaction: boolean }[] };
  /** Of the tables. */
  lines: string[];
}

/** A backup that was changed by somebody who knows the format: its counts, hashes and checksum are right. */
function forged(bytes: Buffer, change: (parts: Forgery) => unknown): Buffer {
  const all = gunzipSync(bytes).toString().trimEnd().split('\n');
  const parts: Forgery = { header: headerOf(bytes), lines: all.slice(1, -2) };
  change(parts);
  const tables: Record<string, Content> = {};
  let name = '';
  let hash = new ContentHash();
  for (const line of parts.lines)
    if (line === '\\.') {
      tables[name] = hash.content();
      hash = new ContentHash();
      name = '';
    } else if (name === '') name = JSON.parse(line).table;
    else hash.add(Buffer.from(`${line}\n`));
  const text = [
    JSON.stringify(parts.header),
    ...parts.lines,
    JSON.stringify({ ...footerOf(bytes), tables }),
    '',
  ].join('\n');
  const sha256 = createHash('sha256').update(text).digest('hex');
  return gzipSync(`${text}${JSON.stringify({ sha256 })}\n`);
}

function headerOf(bytes: Buffer) {
  return JSON.parse(gunzipSync(bytes).toString().split('\n')[0] ?? '');
}
