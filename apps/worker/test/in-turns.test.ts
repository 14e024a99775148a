import { reports } from '@service/core';
import { createMigratedDatabase, openTestEnv, queryAsOwner } from '@service/testing';
import { expect } from 'chai';

const [BUSY, QUIET] = ['00000000-0000-4000-8000-000000000001', '80000000-0000-4000-8000-000000000002'];
const RUNS = 60;

describe('jobs that take what all stores have noted', () => {
  it('keep back no store for one with a lower id that always has more', async () => {
    const databaseUrl = await createMigratedDatabase('turns');
    const { system, close } = await openTestEnv({ databaseUrl });
    const query = (sql: string) => queryAsOwner<{ id: string }>(sql, [], databaseUrl);
    const waiting = () => query('SELECT DISTINCT tenant_id AS id FROM money_changes ORDER BY 1');
    await query(`
      INSERT INTO tenants (id, name, currency, country, publishable_key)
      SELECT id, 'Store', 'EUR', 'DE', 'pk_' || id FROM unnest(ARRAY['${BUSY}', '${QUIET}']::uuid[]) AS id;
      INSERT INTO money_changes
        (tenant_id, day, currency, kind, account_id, country, rate_basis_points, counted, amount, tax)
      SELECT t.id, '2026-01-01', 'EUR', 'payment', t.id, '', 0, 1, 100, 0
      FROM tenants t JOIN generate_series(0, ${RUNS}) n ON n = 0 OR t.id = '${BUSY}'`);

    // A run that begins at a random id comes to the quiet store every other time.
    let taken = 0;
    while (taken < RUNS && (await waiting()).length === 2) taken += await reports.sumMoney(system, 1);

    expect(await waiting()).to.deep.equal([{ id: BUSY }]);
    await close();
  });
});
