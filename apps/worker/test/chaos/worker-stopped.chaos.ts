import { openDeliveryQueue } from '@service/delivery';
import { deliveryRow, ledgerOf, recordEvent, refOf, until } from '@service/testing';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { openShop, SHORT_LEASE, type Shop } from './shop.ts';

describe('with real processes, a worker', () => {
  let shop: Shop;
  afterEach(() => shop?.close());

  /** Puts a delivery into the queue and waits until the receiver has its request, which it holds. */
  async function holdRequest(): Promise<{ id: string; answer: () => void }> {
    let answer = () => {};
    shop.receiver.answer((_request, response) => {
      answer = () => response.writeHead(200).end();
    });
    const queue = openDeliveryQueue({ kind: 'redis', url: shop.redis.url }, () => {});
    await until(queue.isUp, 'the queue');
    const id = await recordEvent(shop);
    await queue.add([refOf(shop, id)]);
    await shop.receiver.received(1);
    await queue.close();
    return { id, answer: () => answer() };
  }

  it('that is killed in mid-request leaves its delivery to another worker, with its attempt', async function () {
    shop = await openShop(this);
    const worker = await shop.startWorker(SHORT_LEASE);
    const { id } = await holdRequest();
    await worker.kill();
    shop.receiver.answer(200);

    await shop.startWorker(SHORT_LEASE);

    await until(async () => (await deliveryRow(shop, id)).status === 'delivered', 'the delivery');
    expect(await deliveryRow(shop, id)).to.include({ attempts: 2 });
    const ledger = await ledgerOf(shop, id);
    expect(ledger.map(({ number, outcome, responseCode }) => [number, outcome, responseCode])).to.deep.equal([
      [1, 'unknown', null],
      [2, 'succeeded', 200],
    ]);
    expect(shop.receiver.envelopes().map((envelope) => envelope.id)).to.deep.equal([id, id]);
  });

  it('that gets SIGTERM finishes its request, records it, and ends with code 0', async function () {
    shop = await openShop(this);
    const worker = await shop.startWorker();
    const { id, answer } = await holdRequest();

    const exitCode = worker.stop();
    await until(() => isStopping(worker.output()), 'the worker to be stopping');
    answer();

    expect(await exitCode, worker.output()).to.equal(0);
    expect(await deliveryRow(shop, id)).to.include({ status: 'delivered', attempts: 1, leaseUntil: null });
    expect((await ledgerOf(shop, id)).map(({ outcome }) => outcome)).to.deep.equal(['succeeded']);
    const counts = await shop.system.db.webhookOutcomeCount.findMany({
      where: { tenantId: shop.store.tenantId },
    });
    expect(counts.map(({ attempts, delivered }) => [attempts, delivered])).to.deep.equal([[1, 1]]);
  });

  it('that gets SIGTERM while Redis is away finishes its request and ends with code 0 as well', async function () {
    shop = await openShop(this);
    const worker = await shop.startWorker();
    const { id, answer } = await holdRequest();
    await shop.redis.kill();

    const exitCode = worker.stop();
    await until(() => isStopping(worker.output()), 'the worker to be stopping');
    answer();

    expect(await exitCode, worker.output()).to.equal(0);
    expect(await deliveryRow(shop, id)).to.include({ status: 'delivered', attempts: 1 });
  });

  it('that hands its job back to a Redis that dies over it ends with code 0 as well', async function () {
    shop = await openShop(this);
    const worker = await shop.startWorker();
    const { id, answer } = await holdRequest();
    const redis = new Redis(shop.redis.url);
    // It takes what it is sent and answers nothing, as a server does whose machine is failing.
    await redis.client('PAUSE', 60_000, 'ALL');

    const exitCode = worker.stop();
    await until(() => isStopping(worker.output()), 'the worker to be stopping');
    answer();
    await until(async () => (await deliveryRow(shop, id)).status === 'delivered', 'the outcome');
    redis.disconnect();
    await shop.redis.kill();

    expect(await exitCode, worker.output()).to.equal(0);
  });

  it('that starts while Redis is away ends with code 0 too', async function () {
    shop = await openShop(this);
    await shop.redis.stop();
    const worker = await shop.startWorker();

    expect(await worker.stop(), worker.output()).to.equal(0);
  });
});

function isStopping(output: string): boolean {
  return output.includes('"msg":"stopping"');
}
