import { Prisma } from '@service/db';
import { expect } from 'chai';
import type { SystemContext } from '../../core/src/index.ts';
import { webhooks } from '../../core/src/index.ts';
import {
  anotherStore,
  CITUS_URL,
  createMigratedDatabase,
  LEASE_MS,
  MAX_ATTEMPTS,
  openScene,
  queryAsOwner,
  recordEvents,
  refsOf,
  type Scene,
} from '../../testing/src/index.ts';
import {
  Capacity,
  claimDeliveries,
  findDueInTurns,
  findDueStores,
  findDueSubscriptions,
  measureBacklog,
} from '../src/index.ts';
import { sendingBy } from './sending-by.ts';

const CLAIM = { leaseMs: LEASE_MS, maxAttempts: MAX_ATTEMPTS, capacity: new Capacity(50).snapshot() };

/** In pages that the database reads: what an endpoint costs whose resources all wait for a retry. */
describe('an ordered endpoint that is down', () => {
  let scene: Scene;
  let other: Awaited<ReturnType<typeof anotherStore>>;
  let databaseUrl: string;
  before(async function () {
    if (CITUS_URL) {
      this.skipReason = 'the nodes of Citus count what is read';
      return this.skip();
    }
    databaseUrl = await createMigratedDatabase('down');
    scene = await openScene({ databaseUrl });
    other = await anotherStore(scene);
    await webhooks.updateSubscription(scene.store.admin, scene.subscriptionId, { ordered: true });
  });
  after(() => scene?.close());

  /** Of each resource the first delivery has failed and waits for its retry, and one more is due and waits for that. */
  async function fill(resources: number): Promise<void> {
    await scene.system.db.sql.count`
      WITH recorded AS (
        INSERT INTO webhook_events (tenant_id, name, data, occurred_at, resource_id)
        SELECT ${scene.store.tenantId}::uuid, happened.name, '{}', ${scene.clock.now()}, resource.id
        FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, ${resources}::int)) AS resource
        CROSS JOIN (VALUES ('order.paid'), ('order.shipped')) AS happened(name)
        RETURNING *
      )
      INSERT INTO webhook_deliveries (
        tenant_id, subscription_id, event_id, event, created_at, last_attempt_at, resource_id, position, status, next_retry_at)
      SELECT tenant_id, ${scene.subscriptionId}::uuid, id, name, occurred_at, occurred_at, resource_id, position,
             CASE WHEN is_first THEN 'failed' ELSE 'pending' END,
             occurred_at + CASE WHEN is_first THEN interval '1 hour' ELSE interval '0' END
      FROM (
        SELECT *, position = min(position) OVER (PARTITION BY resource_id) AS is_first FROM recorded
      ) AS placed`;
    await queryAsOwner('VACUUM ANALYZE webhook_events, webhook_deliveries', [], databaseUrl);
  }

  it('costs other stores nothing, and the poll one search, however many resources it has', async () => {
    const refs = refsOf(scene, await recordEvents(other, 5));
    const { tenantId } = other.store;
    const asOthers = (system: SystemContext) => [
      () => claimDeliveries(system, refs, CLAIM),
      () => findDueSubscriptions(system, { tenantId }),
    ];
    const asPoll = (system: SystemContext) => [
      () => findDueInTurns(system, { perSubscription: 20, limit: 1000 }),
      () => findDueStores(system),
      () => measureBacklog(system),
    ];

    await fill(4000);
    const before = await pagesOf(scene.system, asOthers);
    await fill(8000);

    // The log is three times as long, so some indexes have one more level.
    expect(await pagesOf(scene.system, asOthers), 'of another store').to.be.below(before + 10 * refs.length);
    // A search has a limit; one that looked at all that waits read 170,000.
    expect(await pagesOf(scene.system, asPoll), 'of the poll').to.be.below(100_000);
  });

  it('is sent the one retry that is due, however much else waits', async () => {
    await scene.system.db.sql.count`
      UPDATE webhook_deliveries SET next_retry_at = ${scene.clock.now()} WHERE id = (
        SELECT id FROM webhook_deliveries WHERE status = 'failed' ORDER BY id LIMIT 1)`;

    const due = await findDueSubscriptions(scene.system, { tenantId: scene.store.tenantId });

    expect(due.map(({ subscriptionId }) => subscriptionId)).to.deep.equal([scene.subscriptionId]);
  });
});

/** How many pages the statements of this read, in memory or not; what they write is rolled back. */
async function pagesOf(
  system: SystemContext,
  works: (system: SystemContext) => (() => Promise<unknown>)[],
): Promise<number> {
  let pages = 0;
  await system.db
    .transaction(async (tx) => {
      const explain = async (strings: TemplateStringsArray, ...given: unknown[]) => {
        const [plan] = await tx.sql<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }[]>`
          EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${Prisma.sql(strings, ...given)}`;
        const { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0 } =
          plan?.['QUERY PLAN'][0]?.Plan ?? {};
        pages += hit + read;
        return [];
      };
      const db = sendingBy(tx, () => explain);
      for (const work of works({ ...system, db })) await work();
      throw new Error('roll back');
    })
    .catch((error: Error) => {
      if (error.message !== 'roll back') throw error;
    });
  return pages;
}
