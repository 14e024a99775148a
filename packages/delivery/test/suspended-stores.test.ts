import { expect } from 'chai';
import { tenants, webhooks } from '../../core/src/index.ts';
import {
  anotherStore,
  createMigratedDatabase,
  openScene,
  recordEvents,
  type Scene,
  until,
} from '../../testing/src/index.ts';
import { findDueInTurns, findDueStores, measureBacklog, removeOld, runPollCycle } from '../src/index.ts';

describe('the deliveries of a suspended store', () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene({ databaseUrl: await createMigratedDatabase('suspended') });
  });
  after(() => scene.close());

  const cli = () => scene.system.forTenant(scene.store.tenantId, { kind: 'cli' });
  const queue = {
    findUnqueued: async <Ref>(deliveries: readonly Ref[]) => [...deliveries],
    addTenants: async () => {},
  };
  const poll = () => runPollCycle(scene.system, { queue, deliver: scene.deliver, batch: 100 });
  const ids = () => scene.receiver.envelopes().map(({ data }) => data.orderId);

  it('wait, with those that happen meanwhile, and all go out once it is resumed', async () => {
    const other = await anotherStore(scene);
    await webhooks.updateSubscription(scene.store.admin, scene.subscriptionId, { maxConcurrency: 50 });
    const ordered = await anotherStore(scene, scene.store);
    await webhooks.updateSubscription(scene.store.admin, ordered.subscriptionId, { ordered: true });
    const pull = await webhooks.createSubscription(scene.store.admin, {
      kind: 'pull',
      events: ['order.paid'],
    });
    const before = await recordEvents(scene, 2);
    await tenants.suspendTenant(cli());
    const during = await recordEvents(scene, 2);
    await recordEvents(other, 1);

    await poll();
    for (const id of [...before, ...during]) await scene.deliver(id);
    const claimed = await claim(pull.id);
    scene.clock.advance(1000);
    await removeOld(scene.system, { delivered: 0, all: 0, events: 0 });
    const whileSuspended = {
      attempts: await scene.store.admin.db.webhookAttempt.count(),
      claimed,
      backlog: (await measureBacklog(scene.system)).due,
      stores: await findDueStores(scene.system),
      inTurns: await findDueInTurns(scene.system, { perSubscription: 5, limit: 5 }),
    };

    expect(other.receiver.requests).to.have.length(1);
    expect(await other.store.admin.db.webhookDelivery.count()).to.equal(0);
    expect(whileSuspended).to.deep.equal({
      attempts: 0,
      claimed: 0,
      backlog: 0,
      stores: [],
      inTurns: [],
    });
    await tenants.resumeTenant(cli());
    // Those of an ordered subscription go out one by one, some of them by the next cycle.
    await until(async () => {
      await poll();
      return new Set(ids()).size === 4 && ordered.receiver.envelopes().length >= 4;
    }, 'all deliveries');
    expect(ordered.receiver.envelopes()).to.have.length(4);
    expect(await claim(pull.id)).to.equal(4);
  });

  async function claim(subscriptionId: string): Promise<number> {
    const input = { limit: 10, waitSeconds: 0 };
    const { signal } = new AbortController();
    const { items } = await webhooks.claimDeliveries(scene.store.admin, subscriptionId, input, { signal });
    return items.length;
  }
});
