import { expect } from 'chai';
import { tenants, webhooks } from '../../core/src/index.ts';
import {
  CITUS_URL,
  createMigratedDatabase,
  LEASE_MS,
  openScene,
  recordEvents,
  refsOf,
  type Scene,
} from '../../testing/src/index.ts';
import { claimNext, claimNextOfLimited } from '../src/claim.sql.ts';
import { claimDeliveries } from '../src/index.ts';

/** What this connection has done with the delivery log and not yet reported: rows read, and updates that wrote no index. */
async function workOnLog({ db }: Pick<Scene['system'], 'db'>): Promise<{ read: number; hot: number }> {
  const [counted] = await db.sql<{ read: number; hot: number }[]>`
    SELECT (seq_tup_read + idx_tup_fetch)::int AS read, n_tup_hot_upd::int AS hot
    FROM pg_stat_xact_user_tables WHERE relname = 'webhook_deliveries'`;
  return counted ?? { read: 0, hot: 0 };
}

const CLAIM = { leaseMs: LEASE_MS, maxAttempts: 7 };
const FREE = { free: 1000, newSubscription: 1000 };

describe('a claim', () => {
  let databaseUrl: string;
  let scene: Scene;
  before(async () => {
    databaseUrl = await createMigratedDatabase('claims');
  });
  beforeEach(async () => {
    scene = await openScene({ databaseUrl });
  });
  afterEach(() => scene.close());

  /** What a worker does that saw a subscription when it could still be sent to. */
  async function claimFound(claim: typeof claimNext): Promise<number> {
    const { tenantId } = scene.store;
    const found = [{ tenantId, subscriptionId: scene.subscriptionId, free: 10 }];
    return scene.system.db.transaction(
      async (db) => (await claim({ ...scene.system, db }, found, CLAIM)).length,
    );
  }

  for (const [kind, claim, settings] of [
    ['an unlimited', claimNext, {}],
    ['a limited', claimNextOfLimited, { maxConcurrency: 5 }],
    ['an ordered', claimNextOfLimited, { ordered: true }],
  ] as const) {
    it(`takes nothing of ${kind} subscription that was paused or suspended since it was found`, async () => {
      const cli = scene.system.forTenant(scene.store.tenantId, { kind: 'cli' });
      const update = (said: object) =>
        webhooks.updateSubscription(scene.store.admin, scene.subscriptionId, said);
      await update(settings);
      await recordEvents(scene, 1);

      await update({ active: false });
      const ofPaused = await claimFound(claim);
      await update({ active: true });
      await tenants.suspendTenant(cli);
      const ofSuspended = await claimFound(claim);
      const attempts = await scene.store.admin.db.webhookAttempt.count();
      await tenants.resumeTenant(cli);

      expect({ ofPaused, ofSuspended, attempts }).to.deep.equal({ ofPaused: 0, ofSuspended: 0, attempts: 0 });
      expect(await claimFound(claim)).to.equal(1);
    });
  }

  it('numbers its deliveries by the order of their events, not of their ids', async () => {
    const ids = await recordEvents(scene, 20);
    const capacity = { stores: [], subscriptions: [], others: FREE };

    await claimDeliveries(scene.system, refsOf(scene, ids.toReversed()), { ...CLAIM, capacity });

    const rows = await scene.store.admin.db.webhookDelivery.findMany({ orderBy: { position: 'asc' } });
    const byId = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(rows.map(({ sequence }) => Number(sequence))).to.deep.equal(rows.map((_, index) => index + 1));
    expect(
      byId.map(({ id }) => id),
      'ids in another order',
    ).not.to.deep.equal(rows.map(({ id }) => id));
  });

  it('reads the deliveries that it claims alone, however many are due, and writes no index', async function () {
    if (CITUS_URL) {
      this.skipReason = 'the nodes of Citus count what is read';
      return this.skip();
    }
    const capacity = { stores: [], subscriptions: [], others: FREE };
    const ids = await recordEvents(scene, 400);

    const { claimed, read, hot } = await scene.system.db.transaction(async (db) => {
      const tx = { ...scene.system, db };
      const before = await workOnLog(tx);
      const found = await claimDeliveries(tx, refsOf(scene, ids.slice(-5)), { ...CLAIM, capacity });
      const after = await workOnLog(tx);
      return { claimed: found.claimed.length, read: after.read - before.read, hot: after.hot - before.hot };
    });

    expect(claimed).to.equal(5);
    expect(read, 'rows of the delivery log').to.be.within(5, 30);
    expect(hot, 'updates without an index').to.equal(5);
  });
});
