import { webhooks } from '@service/core';
import { DAY_MS, MINUTE_MS } from '@service/jobs/primitives';
import {
  anotherStore,
  createMigratedDatabase,
  failUpTo,
  openScene,
  recordEvent,
  recordEvents,
  type Scene,
  until,
} from '@service/testing';
import { expect } from 'chai';
import { runJob } from './run-job.ts';

const ALL = [
  'webhook.endpoint_failing',
  'webhook.endpoint_paused',
  'webhook.endpoint_recovered',
  'webhook.delivery_exhausted',
] as const;

describe('events about endpoints and their deliveries', () => {
  let databaseUrl: string;
  let scene: Scene;
  /** The subscription that listens to them. */
  let watcher: string;
  before(async () => {
    databaseUrl = await createMigratedDatabase('endpoint_events');
  });
  beforeEach(async () => {
    scene = await openScene({ databaseUrl });
    const { id } = await webhooks.createSubscription(scene.store.admin, {
      url: 'http://127.0.0.1:1/watcher',
      events: [...ALL],
    });
    watcher = id;
  });
  afterEach(() => scene.close());

  const change = (id: string, input: webhooks.SubscriptionChange) =>
    webhooks.updateSubscription(scene.store.admin, id, input);

  /** What was recorded for the watcher, oldest first, after both jobs have run, by two workers at once. */
  async function told(): Promise<{ name: string; data: unknown }[]> {
    for (const job of ['endpoint-health-notices', 'exhausted-events'])
      await Promise.all([runJob(scene.system, job), runJob(scene.system, job)]);
    const rows = await scene.system.db.webhookDelivery.findMany({
      where: { subscriptionId: watcher },
      include: { webhookEvent: true },
      orderBy: { position: 'asc' },
    });
    return rows.map(({ webhookEvent: { name, data } }) => ({ name, data }));
  }
  const row = () =>
    scene.system.db.webhookSubscription.findFirstOrThrow({ where: { id: scene.subscriptionId } });
  /** One that was resumed while it failed is tried in the background. */
  const isPaused = async () => !(await row()).active;
  const deliverOne = async () => scene.deliver(await recordEvent(scene));
  const names = async () => (await told()).map(({ name }) => name);

  it('tell of an endpoint that has failed for a day, and of its recovery', async () => {
    await change(scene.subscriptionId, { label: 'acme' });
    const other = await anotherStore(scene);
    scene.receiver.answer(500);
    const [id = '', second = ''] = await recordEvents(scene, 2);
    const failingSince = scene.clock.now().toISOString();
    await scene.deliver(id);
    scene.clock.advance(DAY_MS - 1);
    expect(await told(), 'before').to.deep.equal([]);
    scene.clock.advance(1);
    const endpoint = { subscriptionId: scene.subscriptionId, label: 'acme' };
    const failing = { name: ALL[0], data: { ...endpoint, failingSince } };
    expect(await told()).to.deep.equal([failing]);

    scene.receiver.answer(200);
    await scene.deliver(second);

    expect(await told()).to.deep.equal([failing, { name: ALL[2], data: endpoint }]);
    const theirs = await scene.system.db.webhookEvent.count({ where: { tenantId: other.store.tenantId } });
    expect(theirs, 'nobody else is told').to.equal(0);
  });

  it('tell why an endpoint was paused, once a minute at most', async () => {
    await change(scene.subscriptionId, { autoPause: true });
    scene.receiver.answer(410);
    await deliverOne();
    const paused = {
      name: ALL[1],
      data: { subscriptionId: scene.subscriptionId, label: null, reason: 'gone' },
    };
    expect(await told()).to.deep.equal([paused]);

    scene.clock.advance(MINUTE_MS - 1);
    await change(scene.subscriptionId, { active: true });
    await deliverOne();
    await until(isPaused, 'the second pause');
    expect(await told(), 'in the same minute').to.deep.equal([paused]);
    scene.clock.advance(1);
    await change(scene.subscriptionId, { active: true });
    await deliverOne();
    await until(isPaused, 'the third pause');
    expect(await told()).to.deep.equal([paused, paused]);
  });

  it('tell the last state, also where it was another one in the same minute', async () => {
    await change(scene.subscriptionId, { autoPause: true });
    scene.receiver.answer(410);
    await deliverOne();
    expect(await names()).to.deep.equal([ALL[1]]);
    await change(scene.subscriptionId, { active: true });
    scene.receiver.answer(200);
    await deliverOne();
    await until(async () => !(await row()).isProbing, 'the success');
    expect(await names()).to.deep.equal([ALL[1], ALL[2]]);
    scene.receiver.answer(410);
    await deliverOne();
    await until(isPaused, 'the second pause');

    expect(await names(), 'once a minute').to.deep.equal([ALL[1], ALL[2]]);
    scene.clock.advance(MINUTE_MS);
    expect(await names()).to.deep.equal([ALL[1], ALL[2], ALL[1]]);
  });

  it('tell of each delivery that ran out of retries once, with a count', async () => {
    scene.receiver.answer(500);
    const [first = '', second = '', third = ''] = await recordEvents(scene, 3);
    await failUpTo(scene, first, 7);
    const exhausted = (count: number, deliveryId: string) => ({
      name: ALL[3],
      data: { subscriptionId: scene.subscriptionId, label: null, count, deliveryId, event: 'order.paid' },
    });
    const count = async () => (await told()).filter(({ name }) => name === ALL[3]);
    expect(await count()).to.deep.equal([exhausted(1, first)]);

    await failUpTo(scene, second, 7);
    await failUpTo(scene, third, 7);
    scene.clock.advance(MINUTE_MS);
    const [, both] = await count();
    expect(both?.data).to.include({ count: 2 });
    scene.clock.advance(MINUTE_MS);
    expect(await count(), 'told once').to.have.length(2);

    await webhooks.retryDelivery(scene.store.admin, first);
    await scene.deliver(first);
    expect((await count())[2]).to.deep.equal(exhausted(1, first));
    await webhooks.retryDelivery(scene.store.admin, first);
    await scene.deliver(first);
    expect(await count(), 'in the same minute').to.have.length(3);
  });

  it('aren’t told of deliveries of such events, nor of tests', async () => {
    await change(scene.subscriptionId, { autoPause: true });
    scene.receiver.answer(410);
    const [id = ''] = await recordEvents(scene, 1);
    await scene.deliver(id);
    expect(await names()).to.deep.equal([ALL[1]]);
    // Nobody listens where the watcher is: its own deliveries fail until they are exhausted.
    await change(watcher, { autoPause: true });
    const [own] = await scene.system.db.webhookDelivery.findMany({ where: { subscriptionId: watcher } });
    await failUpTo(scene, own?.id ?? '', 7);
    scene.clock.advance(DAY_MS);

    expect(await names()).to.deep.equal([ALL[1]]);
    const { toldHealth } = await scene.system.db.webhookSubscription.findFirstOrThrow({
      where: { id: watcher },
    });
    expect(toldHealth, 'operators are notified all the same').to.equal('failing');
  });
});
