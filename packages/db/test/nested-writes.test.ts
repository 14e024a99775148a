import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { SystemDb } from '../src/clients.ts';
import { openTestDatabase, type TestDatabase } from './open-test-database.ts';
import { rejectionOf } from './rejection-of.ts';

describe('Prisma writes of several statements', () => {
  let database: TestDatabase;
  let db: SystemDb;

  before(async () => {
    database = await openTestDatabase();
    db = database.system;
  });

  after(() => database.close());

  /** A tenant with an operator and a shipping option: four tables in one nested write. */
  function createTenant(via: SystemDb, key: string, email = `${randomUUID()}@example.com`) {
    return via.tenant.create({
      data: {
        name: 'Nested',
        currency: 'EUR',
        country: 'DE',
        publishableKey: key,
        shippingOptions: { create: { name: 'Free', amount: 0n } },
        adminUsers: { create: { email, lookUp: { create: { email } }, passwordHash: '-', role: 'owner' } },
      },
    });
  }
  const stored = (keys: string[]) =>
    database.rows<{ key: string; users: number }>(
      `SELECT publishable_key AS key, (SELECT count(*)::int FROM admin_users u WHERE u.tenant_id = t.id) AS users
       FROM tenants t WHERE publishable_key = ANY ($1) ORDER BY 1`,
      [keys],
    );

  it('commit with the transaction around them', async () => {
    const key = randomUUID();

    const seen = await db.transaction(async (tx) => {
      await createTenant(tx, key);
      return stored([key]);
    });

    expect(seen).to.deep.equal([]);
    expect(await stored([key])).to.deep.equal([{ key, users: 1 }]);
  });

  it('are whole outside of a transaction, too', async () => {
    const taken = `${randomUUID()}@example.com`;
    const [first = '', refused = ''] = ['a', 'b'].map((letter) => letter + randomUUID());
    await createTenant(db, first, taken);

    await rejectionOf(createTenant(db, refused, taken));

    expect(await stored([first, refused])).to.deep.equal([{ key: first, users: 1 }]);
  });

  it('that fail undo the transaction around them, as any statement does', async () => {
    const taken = `${randomUUID()}@example.com`;
    const [first = '', refused = '', last = ''] = ['a', 'b', 'c'].map((letter) => letter + randomUUID());
    await createTenant(db, first, taken);

    const error = await rejectionOf(
      db.transaction(async (tx) => {
        await createTenant(tx, last);
        await rejectionOf(createTenant(tx, refused, taken));
      }),
    );

    expect(error.message).to.match(/rolled back/);
    expect(await stored([first, refused, last])).to.deep.equal([{ key: first, users: 1 }]);
  });

  it('do not disturb each other when they run in parallel', async () => {
    const keys = ['a', 'b', 'c', 'd'].map((letter) => letter + randomUUID());

    await db.transaction((tx) => Promise.all(keys.map((key) => createTenant(tx, key))));

    expect(await stored(keys)).to.deep.equal(keys.map((key) => ({ key, users: 1 })));
  });

  it('leave no scope behind: each query sees its own client’s rows only', async () => {
    const theirs = await createTenant(db, randomUUID());
    const mine = await createTenant(db, randomUUID());
    const tenantsSeenBy = (via: Pick<SystemDb, 'sql'>) => via.sql<{ id: string }[]>`
      SELECT id FROM tenants WHERE id = ANY (${[mine.id, theirs.id]}::uuid[]) ORDER BY id = ${mine.id}::uuid`;

    const seen = await db.forTenant(mine.id).transaction(async (tx) => {
      const before = await tenantsSeenBy(tx);
      await createTenant(tx.system, randomUUID());
      return [before, await tenantsSeenBy(tx.system), await tenantsSeenBy(tx)];
    });

    expect(seen).to.deep.equal([[{ id: mine.id }], [{ id: theirs.id }, { id: mine.id }], [{ id: mine.id }]]);
  });
});
