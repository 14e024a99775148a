import type { SystemContext } from '@service/core';
import { createMigratedDatabase, openTestEnv, queryAsOwner, type TestEnv } from '@service/testing';
import { expect } from 'chai';
import type { sampleRows } from '../../../packages/db/test/tenant-rows.ts';
import { writeSampleRows } from '../../../packages/db/test/write-sample-rows.ts';
import { jobsFor, runJob } from './run-job.ts';

const YEARS_MS = 10 * 365 * 24 * 3_600_000;

interface Case {
  job: string;
  table: string;
  /** The columns by whose age it takes a row. */
  by: string[];
  /** Makes of the store $1 what the job looks for. */
  prepare?: string;
  /** Whether the job has taken it; without this: whether the row is gone. */
  isTaken?: string;
}

const CASES: Case[] = [
  {
    job: 'unpaid-orders',
    table: 'orders',
    by: ['created_at'],
    prepare: 'UPDATE variants SET stock_quantity = 1, reserved = 1 WHERE tenant_id = $1',
    isTaken: `SELECT FROM orders WHERE tenant_id = $1 AND status = 'cancelled'`,
  },
  ...['abandoned-carts', 'old-carts'].map((job) => ({
    job,
    table: 'carts',
    by: ['created_at', 'updated_at'],
    prepare: `WITH keep AS (UPDATE carts SET completed_at = now() WHERE tenant_id = $1),
      days AS (UPDATE privacy_settings SET cart_days = ${job === 'old-carts' ? 1 : 'NULL'} WHERE tenant_id = $1)
      INSERT INTO carts (tenant_id, currency) VALUES ($1, 'EUR')`,
    isTaken: 'SELECT FROM carts WHERE tenant_id = $1 HAVING bool_and(completed_at IS NOT NULL)',
  })),
  { job: 'idempotency-keys', table: 'idempotency_keys', by: ['created_at'] },
  ...['admin_logins', 'admin_sessions', 'admin_sign_in_links'].map((table) => ({
    job: 'operator-sessions',
    table,
    by: ['expires_at'],
  })),
  { job: 'portal-sessions', table: 'portal_sessions', by: ['expires_at'] },
  { job: 'expired-tokens', table: 'customer_sessions', by: ['expires_at'] },
  { job: 'expired-tokens', table: 'customer_tokens', by: ['expires_at'] },
  ...['sent', 'dropped'].map((status) => ({
    job: 'old-mails',
    table: 'mails',
    by: ['created_at'],
    prepare: `UPDATE mails SET status = '${status}', next_attempt_at = NULL WHERE tenant_id = $1`,
  })),
  { job: 'old-exports', table: 'customer_exports', by: ['expires_at'] },
  ...[
    { job: 'old-imports', table: 'file_imports' },
    { job: 'old-picture-imports', table: 'picture_imports' },
  ].map((old) => ({
    ...old,
    by: ['finished_at'],
    prepare: `UPDATE ${old.table} SET status = 'completed' WHERE tenant_id = $1`,
  })),
  {
    job: 'unused-pictures',
    table: 'pictures',
    by: ['checked_at'],
    prepare: 'UPDATE pictures SET is_unused = true WHERE tenant_id = $1',
  },
  {
    job: 'inactive-customers',
    table: 'customers',
    by: ['updated_at'],
    prepare: `WITH e AS (DELETE FROM customer_erasures WHERE tenant_id = $1),
      s AS (DELETE FROM customer_sessions WHERE tenant_id = $1)
      UPDATE privacy_settings SET inactive_customer_months = 12 WHERE tenant_id = $1`,
    isTaken: 'SELECT FROM customer_erasures WHERE tenant_id = $1',
  },
];

/** They delete, cancel and expire nothing by age, or have a test of their own beside other clocks. */
const OTHERS = new Set([
  'ledgers',
  ...['webhook-recoveries', 'webhook-retention', 'months', 'outcome-counts', 'deleted-subscriptions'],
  ...['expired-pull-subscriptions', 'endpoint-health-notices', 'exhausted-events', 'exhausted-deliveries'],
  ...[
    'expiring-certificates',
    'product-imports',
    'customer-imports',
    'former-order-imports',
    'redirect-imports',
    'picture-imports',
    'customer-exports',
    'customer-erasures',
  ],
  ...['search-languages', 'search-engine', 'product-sales', 'daily-money', 'refunds', 'provider-events'],
  ...[
    'payment-cancellations',
    'unmatched-provider-events',
    'store-hosts',
    'carts-left-behind',
    'tax-records',
  ],
]);

describe('a worker whose clock is ten years off', () => {
  let databaseUrl: string;
  let domain: TestEnv;
  let samples: ReturnType<typeof sampleRows>;
  const query = (sql: string, values: unknown[]) => queryAsOwner(sql, values, databaseUrl);

  before(async () => {
    databaseUrl = await createMigratedDatabase('skewed_jobs');
    domain = await openTestEnv({ databaseUrl });
  });
  beforeEach(async () => {
    samples = await writeSampleRows(domain.database.system);
  });
  after(() => domain.close());

  function skewed(byMs: number): SystemContext {
    const now = () => new Date(Date.now() + byMs);
    const { system } = domain;
    return { ...system, now, forTenant: (...of) => ({ ...system.forTenant(...of), now }) };
  }

  it('has a case for each job that takes rows by their age', () => {
    const names = jobsFor(domain.system).map(({ name }) => name);

    expect(names.filter((name) => !OTHERS.has(name) && !CASES.some(({ job }) => job === name))).to.be.empty;
  });

  for (const { job, table, by, prepare, isTaken } of CASES)
    it(`takes of ${table} what is old by the database’s clock, and nothing else: ${job}`, async () => {
      const { id } = samples.Tenant.data;
      const taken = async () => {
        const rows = await query(isTaken ?? `SELECT FROM ${table} WHERE tenant_id = $1`, [id]);
        return isTaken ? rows.length > 0 : rows.length === 0;
      };
      const date = (at: string) =>
        query(
          `UPDATE ${table} SET ${by.map((column) => `${column} = ${at}`).join(', ')} WHERE tenant_id = $1`,
          [id],
        );
      if (prepare) await query(prepare, [id]);

      await date(`now() + interval '1 minute'`);
      await runJob(skewed(YEARS_MS), job);
      const whenFresh = await taken();
      await date(`now() - interval '9 years'`);
      await runJob(skewed(-YEARS_MS), job);

      expect({ whenFresh, whenOld: await taken() }).to.deep.equal({ whenFresh: false, whenOld: true });
    });

  it('deletes only unmatched provider events that are old by the database’s clock', async () => {
    const insert = (key: string, at: string) =>
      query(`INSERT INTO payment_events (id, type, payload, received_at) VALUES ($1, 'test', '{}', ${at})`, [
        key,
      ]);
    await insert('fresh', 'now()');
    await insert('old', `now() - interval '9 years'`);

    for (const byMs of [YEARS_MS, -YEARS_MS]) await runJob(skewed(byMs), 'unmatched-provider-events');

    expect(await query('SELECT id FROM payment_events', [])).to.deep.equal([{ id: 'fresh' }]);
  });
});
