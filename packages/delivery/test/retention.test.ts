import { DAY_MS } from '@service/jobs/primitives';
import { expect } from 'chai';
import { webhooks } from '../../core/src/index.ts';
import {
  createMigratedDatabase,
  openScene,
  recordEvents,
  refOf,
  type Scene,
} from '../../testing/src/index.ts';
import { removeDeleted, removeOld } from '../src/index.ts';

const DAYS = { delivered: 30, all: 90, events: 30 };

describe('retention', () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene({ databaseUrl: await createMigratedDatabase('retention') });
  });
  after(() => scene.close());
  afterEach(() => scene.system.db.webhookEvent.deleteMany());

  /** A delivery of this age in this state, whose event is as old. */
  async function aged(days: number, status: string, leaseUntil: Date | null = null): Promise<string> {
    const [id = ''] = await recordEvents(scene, 1);
    const createdAt = new Date(scene.clock.now().getTime() - days * DAY_MS);
    const isOpen = status === 'pending' || status === 'failed';
    const { eventId } = await scene.system.db.webhookDelivery.update({
      where: { tenantId_id: refOf(scene, id) },
      data: { status, createdAt, leaseUntil, nextRetryAt: isOpen ? createdAt : null },
    });
    await scene.system.db.webhookEvent.updateMany({
      where: { id: eventId },
      data: { occurredAt: createdAt },
    });
    return id;
  }
  const left = async () =>
    (await scene.system.db.webhookDelivery.findMany({ select: { id: true } })).map(({ id }) => id);

  it('removes delivered deliveries after 30 days and others after 90, with their ledger', async () => {
    const gone = [await aged(31, 'delivered'), await aged(91, 'exhausted'), await aged(91, 'pending')];
    const kept = [await aged(29, 'delivered'), await aged(89, 'exhausted'), await aged(31, 'failed')];
    for (const deliveryId of [...gone, ...kept])
      await scene.system.db.webhookAttempt.create({
        data: {
          deliveryId,
          number: 1,
          tenantId: scene.store.tenantId,
          subscriptionId: scene.subscriptionId,
          startedAt: scene.clock.now(),
        },
      });

    const removed = await removeOld(scene.system, DAYS);

    expect(removed).to.deep.equal({ deliveries: 3, events: 3 });
    expect(await left()).to.have.members(kept);
    const ledger = await scene.system.db.webhookAttempt.findMany();
    expect(ledger.map(({ deliveryId }) => deliveryId)).to.have.members(kept);
    expect(await scene.system.db.webhookEvent.count()).to.equal(3);
  });

  it('removes the log of a deleted subscription in batches, and holds up nobody who records', async () => {
    const { id } = await webhooks.createSubscription(scene.store.admin, {
      url: scene.receiver.url,
      events: ['order.shipped'],
    });
    await recordEvents({ ...scene, subscriptionId: id }, 501, 'order.shipped');
    await scene.system.db.webhookDelivery.deleteMany({ where: { subscriptionId: scene.subscriptionId } });
    const [kept = ''] = await recordEvents(scene, 1);
    const stop = new AbortController();
    const rows = () => scene.system.db.webhookDelivery.count({ where: { subscriptionId: id } });

    await webhooks.deleteSubscription(scene.store.admin, id);
    expect(await rows(), 'removed at once').to.equal(501);
    stop.abort();
    expect(await removeDeleted(scene.system, stop.signal), 'after its deadline').to.equal(0);
    expect(await removeDeleted(scene.system)).to.equal(501);

    expect(await left()).to.deep.equal([kept]);
    expect(await scene.system.db.webhookSubscription.count({ where: { id } })).to.equal(0);
    expect(await scene.system.db.webhookSequence.count({ where: { subscriptionId: id } })).to.equal(0);
  });

  it('leaves alone what a worker holds', async () => {
    const held = await aged(91, 'pending', new Date(scene.clock.now().getTime() + 1000));

    await removeOld(scene.system, DAYS);

    expect(await left()).to.deep.equal([held]);
  });

  it('goes through more than one batch, also when two workers do it at once', async () => {
    await recordEvents(scene, 1200);
    await scene.system.db.webhookDelivery.updateMany({
      data: {
        status: 'delivered',
        nextRetryAt: null,
        createdAt: new Date(scene.clock.now().getTime() - 31 * 24 * 3_600_000),
      },
    });

    const removed = await Promise.all([removeOld(scene.system, DAYS), removeOld(scene.system, DAYS)]);

    expect(removed[0].deliveries + removed[1].deliveries).to.equal(1200);
    expect(await left()).to.deep.equal([]);
  });

  it('forgets a rotated secret when its overlap is over', async () => {
    await webhooks.rotateSubscriptionSecret(scene.store.admin, scene.subscriptionId, { overlapHours: 1 });
    const row = () =>
      scene.system.db.webhookSubscription.findFirstOrThrow({ where: { id: scene.subscriptionId } });
    await removeOld(scene.system, DAYS);
    expect((await row()).previousSecretSealed).to.be.a('string');

    scene.clock.advance(3_600_000);
    await removeOld(scene.system, DAYS);

    expect((await row()).previousSecretSealed).to.equal(null);
  });

  it('goes on with other subscriptions while the row of one is held', async () => {
    const create = async () =>
      (
        await webhooks.createSubscription(scene.store.admin, {
          url: scene.receiver.url,
          events: ['order.shipped'],
        })
      ).id;
    const [heldDeleted, deleted, heldRotated, rotated] = [
      await create(),
      await create(),
      await create(),
      await create(),
    ];
    const ids = [heldRotated, rotated];
    for (const id of ids) await webhooks.rotateSubscriptionSecret(scene.store.admin, id, { overlapHours: 1 });
    for (const id of [heldDeleted, deleted]) await webhooks.deleteSubscription(scene.store.admin, id);
    scene.clock.advance(3_600_000);
    const { webhookSubscription } = scene.system.db;
    const leftOf = async () => ({
      deleted: (await webhookSubscription.findMany({ where: { id: { in: [heldDeleted, deleted] } } })).map(
        ({ id }) => id,
      ),
      rotated: (
        await webhookSubscription.findMany({
          where: { id: { in: ids }, previousSecretSealed: { not: null } },
        })
      ).map(({ id }) => id),
    });

    await scene.system.db.transaction(async (tx) => {
      await tx.sql`
        SELECT FROM webhook_subscriptions
        WHERE tenant_id = ${scene.store.tenantId}::uuid AND id = ANY (${[heldDeleted, heldRotated]}::uuid[]) FOR UPDATE`;
      await removeOld(scene.system, DAYS);
      await removeDeleted(scene.system);
      expect(await leftOf()).to.deep.equal({ deleted: [heldDeleted], rotated: [heldRotated] });
    });
    await removeOld(scene.system, DAYS);
    await removeDeleted(scene.system);

    expect(await leftOf()).to.deep.equal({ deleted: [], rotated: [] });
  });
});
