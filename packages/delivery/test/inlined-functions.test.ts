import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { CITUS_URL, openTestEnv, type TestEnv } from '../../testing/src/index.ts';

describe('the functions of the schema that decide when a delivery is sent', () => {
  let env: TestEnv;

  before(async function () {
    if (CITUS_URL) {
      this.skipReason = 'on Citus these functions are PL/pgSQL, which is called';
      return this.skip();
    }
    env = await openTestEnv();
  });
  after(() => env?.close());

  it('are written into the statements that call them, and not called for each row', async () => {
    const plan = await env.system.db.sql<{ 'QUERY PLAN': string }[]>`
      EXPLAIN (VERBOSE)
      SELECT is_limited(s.ordered, s.is_probing, s.max_concurrency, s.max_per_second) AS limited,
             may_start(s.max_per_second, s.paced_until, now()) AS free, milliseconds_until(s.paced_until, now()) AS wait,
             seconds_of_slot(s.max_per_second) AS slot, first_slot(s.paced_until, now()) AS at, due.id, key.id
      FROM subscriptions_with_open() AS open
      JOIN webhook_subscriptions s ON s.tenant_id = open.tenant_id AND s.id = open.subscription_id
      CROSS JOIN LATERAL due_of(s.tenant_id, s.id, s.active, s.ordered, s.paced_until, now(), ${randomUUID()}::uuid, 5) AS due
      JOIN deliveries_by_key(ARRAY[s.tenant_id], ARRAY[s.id]) AS key ON true`;
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    for (const name of NAMES) expect(text).to.not.include(`${name}(`);
  });
});

const NAMES = [
  'is_due',
  'is_sendable',
  'is_limited',
  'milliseconds_until',
  'first_slot',
  'seconds_of_slot',
  'may_start',
  'deliveries_by_key',
  'hop_resources',
  'first_of_resources',
  'due_of',
  'subscriptions_with_open',
];
