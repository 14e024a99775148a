import { PassThrough, Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { createDatabase, queryAsOwner, runtimeUrlOf } from '../../testing/src/database.ts';
import { backup, migrate, openDatabase, restore, verifyBackup } from '../src/index.ts';
import { readCatalogue } from './catalogue.ts';
import { rejectionOf } from './rejection-of.ts';
import { writeSampleRows } from './tenant-rows.ts';

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

  it('restores schema, rows and row security into an empty database, by another owner’s name too', async () => {
    const target = await emptyDatabase();

    const { rows } = await restore(target, Readable.from([bytes]), { runtimeUrl: runtimeUrlOf(target) });

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

    const { tables } = await verifyBackup(url, Readable.from([bytes]));

    expect(tables.products?.rows).to.equal(2);
    expect(await databases()).to.deep.equal(before);
  });

  it('is refused over a database that isn’t empty, unless it is forced, and then nothing else is left', async () => {
    const target = await emptyDatabase();
    await migrate(target);
    await queryAsOwner('CREATE TABLE of_a_newer_release (n int)', [], target);
    const database = openDatabase({ url: target, poolSize: 2 });
    await writeSampleRows(database.system);
    await database.close();
    const before = await products(target);

    const refused = await rejectionOf(restore(target, Readable.from([bytes])));
    const untouched = await products(target);
    await restore(target, Readable.from([bytes]), { force: true });

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
      const refused = await rejectionOf(restore(target, Readable.from([given])));
      expect(refused.message).to.match(message);
    }
    const left = await queryAsOwner(
      "SELECT count(*)::int AS n FROM pg_class WHERE relnamespace = 'public'::regnamespace",
      [],
      target,
    );
    expect(left).to.deep.equal([{ n: 0 }]);
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
