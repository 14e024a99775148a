import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { MINUTE_MS } from '@service/jobs/primitives';
import { expect } from 'chai';
import { inTransaction, orders, webhooks } from '../../core/src/index.ts';
import {
  createMigratedDatabase,
  deliveryRow,
  LEASE_MS,
  openEngine,
  openScene,
  RETRY_DELAYS_MS,
  type Receiver,
  type Scene,
  type TestEngine,
  until,
} from '../../testing/src/index.ts';
import { Capacity, findDueInTurns, findDueStores, measureBacklog, runRecoveries } from '../src/index.ts';

describe('an ordered subscription', () => {
  let databaseUrl: string;
  let scene: Scene;
  let engines: TestEngine[];
  before(async () => {
    databaseUrl = await createMigratedDatabase('ordered');
  });
  beforeEach(async () => {
    scene = await openScene({ databaseUrl });
    engines = [];
    await change({ ordered: true });
  });
  afterEach(async () => {
    await Promise.all(engines.map((each) => each.close()));
    await scene.close();
  });

  const change = (input: webhooks.SubscriptionChange) =>
    webhooks.updateSubscription(scene.store.admin, scene.subscriptionId, input);

  /** What one worker process has. */
  function worker(perLane = 5, enqueueTenant: (tenantId: string) => void = () => {}): TestEngine {
    const engine = openEngine(scene, {
      sender: scene.sender,
      schedule: RETRY_DELAYS_MS,
      leaseMs: LEASE_MS,
      capacity: new Capacity(perLane),
      enqueueTenant,
    });
    engines.push(engine);
    return engine;
  }

  /** Events of these orders, in this sequence, each committed before the next; answers the ids of their deliveries. */
  async function record(...orderIds: string[]): Promise<string[]> {
    const known = new Set((await inSequence()).map(({ id }) => id));
    for (const orderId of orderIds)
      await inTransaction(scene.store.admin, (tx) =>
        webhooks.recordEvent(tx, 'order.paid', { orderId, status: 'paid', previousStatus: 'pending' }),
      );
    return (await inSequence()).map(({ id }) => id).filter((id) => !known.has(id));
  }

  /** The deliveries in the sequence of what they tell of. */
  const inSequence = () =>
    scene.system.db.webhookDelivery.findMany({
      where: { subscriptionId: scene.subscriptionId },
      orderBy: { position: 'asc' },
    });
  const settled = (statuses: string[], count: number) =>
    until(
      async () => (await inSequence()).filter(({ status }) => statuses.includes(status)).length === count,
      `${count} ${statuses}`,
    );
  const received = () => scene.receiver.envelopes().map(({ id }) => id);

  it('gets what happens to one order in turn, from all workers, and different orders at once', async () => {
    const placed = Array.from({ length: 8 }, () => randomUUID());
    const endpoint = watching(scene.receiver, 2);
    const ids = await record(...Array.from({ length: 15 }, () => placed).flat());
    const workers = [worker(), worker(), worker()];

    await Promise.all([
      ...workers.flatMap((each) => ids.map(each.deliver)),
      ...workers.map((each) => each.drain(scene.store.tenantId)),
    ]);

    await settled(['delivered'], ids.length);
    expect(endpoint.mostOpenOf(placed), 'of one order').to.equal(1);
    expect(endpoint.mostOpen(), 'of all').to.be.above(1);
    expect(received(), 'each once').to.have.length(ids.length);
    const byOrder = (orderId: string) =>
      scene.receiver.envelopes().filter(({ data }) => data.orderId === orderId);
    for (const [index, orderId] of placed.entries())
      expect(byOrder(orderId).map(({ id }) => id)).to.deep.equal(ids.filter((_, at) => at % 8 === index));
  });

  it('keeps the rest of an order waiting behind one that failed, and nothing else', async () => {
    const [bad, good] = [randomUUID(), randomUUID()];
    scene.receiver.answer(({ body }, response) => response.writeHead(body.includes(bad) ? 500 : 200).end());
    const [first = '', second = '', third = '', ...others] = await record(bad, bad, bad, good, good, good);
    const enqueued: string[] = [];
    const one = worker(5, (tenantId) => enqueued.push(tenantId));

    await one.drain(scene.store.tenantId);

    await settled(['delivered'], 3);
    await settled(['failed'], 1);
    expect(received().filter((id) => others.includes(id))).to.deep.equal(others);
    for (const id of [second, third])
      expect(await deliveryRow(scene, id)).to.include({ status: 'pending', attempts: 0, leaseUntil: null });
    await until(() => enqueued.length > 0, 'the job for its retry');

    scene.receiver.answer(200);
    scene.clock.advance(MINUTE_MS);
    await one.drain(scene.store.tenantId);

    await settled(['delivered'], 6);
    expect(received().slice(-3)).to.deep.equal([first, second, third]);
  });

  it('goes on when one is exhausted; retried by hand it comes late, before what still waits', async () => {
    const orderId = randomUUID();
    scene.receiver.answer(500);
    const [first = '', second = '', third = ''] = await record(orderId, orderId, orderId);
    await scene.system.db.webhookDelivery.updateMany({ where: { id: first }, data: { attempts: 6 } });
    const one = worker();

    await one.drain(scene.store.tenantId);
    await until(async () => (await deliveryRow(scene, second)).status === 'failed', 'the second');

    expect(received()).to.deep.equal([first, second]);
    expect(await deliveryRow(scene, first)).to.include({ status: 'exhausted' });
    scene.receiver.answer(200);
    await webhooks.retryDelivery(scene.store.admin, first);
    await one.drain(scene.store.tenantId);
    // Its lease would end by the same clock.
    await until(async () => (await deliveryRow(scene, first)).status === 'delivered', 'the first');
    scene.clock.advance(MINUTE_MS);
    await one.drain(scene.store.tenantId);
    await settled(['delivered'], 3);
    expect(received().slice(2)).to.deep.equal([first, second, third]);
  });

  it('an older one that is retried while a later one is under way waits for its end', async () => {
    const orderId = randomUUID();
    scene.receiver.answer(500);
    const [first = '', second = '', third = ''] = await record(orderId, orderId, orderId);
    await scene.system.db.webhookDelivery.updateMany({ where: { id: first }, data: { attempts: 6 } });
    const endpoint = holding(scene.receiver, 2, (body) => (body.includes(first) ? 500 : undefined));
    const one = worker();
    await one.drain(scene.store.tenantId);
    await until(() => endpoint.open() === 1, 'the second, which hangs');

    await webhooks.retryDelivery(scene.store.admin, first);
    await one.deliver(first);
    await worker().drain(scene.store.tenantId);

    expect(received()).to.deep.equal([first, second]);
    endpoint.letGo();
    await settled(['delivered'], 3);
    expect(received()).to.deep.equal([first, second, first, third]);
  });

  it('a retry by hand of one that waits does not pass the one before it', async () => {
    const orderId = randomUUID();
    scene.receiver.answer(500);
    const [first = '', second = ''] = await record(orderId, orderId);
    const one = worker();
    await one.drain(scene.store.tenantId);
    await settled(['failed'], 1);

    await webhooks.retryDelivery(scene.store.admin, second);
    await one.deliver(second);
    scene.receiver.answer(200);
    await webhooks.retryDelivery(scene.store.admin, first);
    await one.deliver(first);

    await settled(['delivered'], 2);
    expect(received()).to.deep.equal([first, first, second]);
  });

  it('sends what a recovery finds missing at its place in the sequence', async () => {
    const orderId = randomUUID();
    const { admin } = scene.store;
    await change({ events: ['order.shipped'] });
    await record(orderId);
    const from = new Date(scene.clock.now().getTime() - 1).toISOString();
    await change({ events: ['order.shipped', 'order.paid'] });
    await record(orderId);
    scene.clock.advance(1000);
    await webhooks.createRecovery(admin, {
      subscriptionId: scene.subscriptionId,
      missing: true,
      from,
      to: scene.clock.now().toISOString(),
      dryRun: false,
      ratePerSecond: 100,
    });
    await runRecoveries(scene.system);

    await worker().drain(scene.store.tenantId);

    await settled(['delivered'], 2);
    const happened = await scene.system.db.webhookEvent.findMany({
      where: { tenantId: scene.store.tenantId },
      orderBy: { position: 'asc' },
      include: { deliveries: true },
    });
    expect(received()).to.deep.equal(happened.flatMap(({ deliveries }) => deliveries.map(({ id }) => id)));
  });

  it('a waiting one goes when the one before it is deleted', async () => {
    const orderId = randomUUID();
    scene.receiver.answer(500);
    const [first = '', second = ''] = await record(orderId, orderId);
    const one = worker();
    await one.drain(scene.store.tenantId);
    await settled(['failed'], 1);

    await scene.system.db.webhookDelivery.deleteMany({ where: { id: first } });
    scene.receiver.answer(200);
    await one.drain(scene.store.tenantId);

    await settled(['delivered'], 1);
    expect(received()).to.deep.equal([first, second]);
  });

  it('can be switched off and on while deliveries are due', async () => {
    const orderId = randomUUID();
    scene.receiver.answer(500);
    const ids = await record(...Array.from({ length: 12 }, () => orderId));
    const one = worker();
    await one.drain(scene.store.tenantId);
    await settled(['failed'], 1);
    const endpoint = holding(scene.receiver, 5);

    await change({ ordered: false });
    await one.drain(scene.store.tenantId);

    await until(() => endpoint.open() === 5, 'several at the same time');
    await change({ ordered: true });
    endpoint.letGo();
    await settled(['delivered'], 5);
    scene.clock.advance(MINUTE_MS);
    const before = scene.receiver.requests.length;
    const watched = watching(scene.receiver, 1);
    await one.drain(scene.store.tenantId);
    await settled(['delivered'], 12);
    const waited = ids.filter((id) => received().indexOf(id, before) >= 0);
    expect(received().slice(before)).to.deep.equal(waited);
    expect(watched.mostOpen()).to.equal(1);
  });

  it('respects maxConcurrency, and one at a time on probation, over all orders', async () => {
    await change({ maxConcurrency: 2 });
    const endpoint = watching(scene.receiver, 2);
    const ids = await record(...Array.from({ length: 20 }, () => randomUUID()));
    const workers = [worker(), worker()];

    await Promise.all(workers.map((each) => each.drain(scene.store.tenantId)));

    await settled(['delivered'], ids.length);
    expect(endpoint.mostOpen()).to.equal(2);
  });

  it('sends a test past everything that waits', async () => {
    const orderId = randomUUID();
    scene.receiver.answer(500);
    await record(orderId, orderId);
    const one = worker();
    await one.drain(scene.store.tenantId);
    await settled(['failed'], 1);

    const { delivery } = await webhooks.testSubscription(scene.store.admin, scene.subscriptionId, {
      event: 'order.paid',
      waitMs: 0,
    });
    await one.deliver(delivery.id);

    expect(received()[1]).to.equal(delivery.id);
  });

  it('tells the poll and the backlog figure only of what may go', async () => {
    const [bad, good] = [randomUUID(), randomUUID()];
    scene.receiver.answer(500);
    await record(...Array.from({ length: 30 }, () => bad));
    const one = worker();
    await one.drain(scene.store.tenantId);
    await settled(['failed'], 1);
    await one.close();
    expect(await findDueInTurns(scene.system, { perSubscription: 20, limit: 100 })).to.deep.equal([]);
    expect(await findDueStores(scene.system)).to.deep.equal([]);
    expect(await measureBacklog(scene.system)).to.deep.equal({ due: 0, oldestSeconds: 0 });

    const [id] = await record(good);

    const due = await findDueInTurns(scene.system, { perSubscription: 20, limit: 100 });
    expect(due.map((each) => each.id)).to.deep.equal([id]);
    expect(await measureBacklog(scene.system)).to.include({ due: 1 });
  });

  it('positions follow the commits of parallel writers of one row', async () => {
    const productId = await aProduct();

    const written = await Promise.all(
      Array.from({ length: 40 }, () =>
        inTransaction(scene.store.admin, async (tx) => {
          const [changed] = await tx.db.sql<{ version: number }[]>`
            UPDATE products SET version = version + 1 WHERE tenant_id = ${tx.tenantId}::uuid AND id = ${productId}::uuid
            RETURNING version`;
          await webhooks.recordEvent(tx, 'product.updated', { productId });
          const [recorded] = await tx.db.sql<{ position: bigint }[]>`
            SELECT currval('webhook_events_position_seq') AS position`;
          return { version: changed?.version ?? 0, position: Number(recorded?.position) };
        }),
      ),
    );

    const byVersion = written.toSorted((a, b) => a.version - b.version).map(({ position }) => position);
    expect(byVersion).to.deep.equal(byVersion.toSorted((a, b) => a - b));
    expect(new Set(byVersion).size).to.equal(40);
  });

  it('tells the moves of an order, made by many at once, as one story', async () => {
    const orderId = await scene.store.order();
    const moves = ['paid', 'shipped', 'partially_refunded', 'refunded'] as const;
    await change({ events: ['order.paid', 'order.shipped', 'order.partially_refunded', 'order.refunded'] });
    // Each tries until the table lets it, or the order is at its end.
    const insist = (to: (typeof moves)[number]): Promise<void> =>
      until(async () => {
        const moved = inTransaction(scene.store.admin, async (tx) =>
          orders.moveOrder(tx, await orders.lockOrder(tx, orderId), to),
        );
        const isDone = await moved.then(
          () => true,
          () => false,
        );
        return isDone || (await orders.getOrder(scene.store.admin, orderId)).status === 'refunded';
      }, to);

    const workers = [worker(), worker()];
    await Promise.all([...moves, 'partially_refunded' as const].map(insist));
    await Promise.all(workers.map((each) => each.drain(scene.store.tenantId)));

    const told = await inSequence();
    await settled(['delivered'], told.length);
    const story = scene.receiver.envelopes().map(({ data }) => data);
    expect(story.map(({ status }) => status).at(-1)).to.equal('refunded');
    for (const [index, { previousStatus }] of story.entries())
      expect(previousStatus).to.equal(index === 0 ? 'pending' : story[index - 1]?.status);
  });

  async function aProduct(): Promise<string> {
    const { id } = await scene.store.admin.db.product.create({
      data: { tenantId: scene.store.tenantId, title: 'A', slug: randomUUID(), status: 'draft' },
    });
    return id;
  }
});

/**
 * Answers after a moment, and knows how many were open at once: of all, and of one order. The first wait until so many are
 * open, however slow the machine is.
 */
function watching(receiver: Receiver, atOnce: number) {
  const held: (() => void)[] = [];
  const open = new Map<string, number>();
  const most = new Map<string, number>();
  const count = (key: string, by: number) => {
    const now = (open.get(key) ?? 0) + by;
    open.set(key, now);
    most.set(key, Math.max(most.get(key) ?? 0, now));
  };
  receiver.answer(({ body }, response) => {
    const { orderId } = JSON.parse(body.toString()).data;
    for (const key of ['', orderId]) count(key, 1);
    held.push(() =>
      setTimeout(() => {
        for (const key of ['', orderId]) count(key, -1);
        response.writeHead(200).end();
      }, 5),
    );
    if ((most.get('') ?? 0) >= atOnce) for (const respond of held.splice(0)) respond();
  });
  return {
    mostOpen: () => most.get('') ?? 0,
    mostOpenOf: (orderIds: string[]) => Math.max(...orderIds.map((id) => most.get(id) ?? 0)),
  };
}

/** Leaves requests without an answer until it lets go, but for those that are answered at once; counts up to so many. */
function holding(
  receiver: Receiver,
  count: number,
  atOnce: (body: Buffer) => number | undefined = () => undefined,
) {
  const open: ServerResponse[] = [];
  receiver.answer(({ body }, response) => {
    const status = atOnce(body);
    if (status) response.writeHead(status).end();
    else open.push(response);
  });
  return {
    open: () => Math.min(count, open.length),
    letGo() {
      receiver.answer(200);
      for (const response of open) response.writeHead(200).end();
    },
  };
}
