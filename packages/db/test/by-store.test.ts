import { expect } from 'chai';
import { createMigratedDatabase, queryAsOwner } from '../../testing/src/database.ts';
import { deleteByStore } from '../src/by-store.ts';
import { Prisma } from '../src/generated/client.ts';
import { openDatabase } from '../src/open.ts';

describe('what is taken by its store', () => {
  it('is no more than the limit, also where PostgreSQL takes the table for one of a single row', async () => {
    const url = await createMigratedDatabase('by_store');
    const asOwner = (sql: string) => queryAsOwner<{ count: number }>(sql, [], url);
    await asOwner(`
      CREATE TABLE notes (tenant_id uuid DEFAULT gen_random_uuid(), id uuid DEFAULT gen_random_uuid(), PRIMARY KEY (tenant_id, id));
      GRANT ALL ON notes TO PUBLIC;
      INSERT INTO notes DEFAULT VALUES`);
    await asOwner('ANALYZE notes');
    await asOwner('INSERT INTO notes SELECT FROM generate_series(1, 4)');
    const { system, close } = openDatabase({ url, poolSize: 1 });

    const taken = () =>
      deleteByStore(system, 2, Prisma.sql`DELETE FROM notes`, Prisma.sql`FROM notes WHERE true`);
    const counts = [await taken(), await taken(), await taken(), await taken()].map(Number);
    await close();

    expect(counts).to.deep.equal([2, 2, 1, 0]);
    expect(await asOwner('SELECT count(*)::int FROM notes')).to.deep.equal([{ count: 0 }]);
  });
});
