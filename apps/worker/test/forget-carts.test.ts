import { randomUUID } from 'node:crypto';
import { carts, idempotency, inTransaction } from '@service/core';
import { DAY_MS } from '@service/jobs/primitives';
import { createClock, createStore, openTestEnv, type TestEnv, type TestStore } from '@service/testing';
import { expect } from 'chai';
import { runJob } from './run-job.ts';

describe('carts and idempotency keys that nobody can use any more', () => {
  // Long ago, so that nothing of other tests is old enough.
  const clock = createClock(new Date('2001-03-01T12:00:00.000Z'));
  let domain: TestEnv;
  let store: TestStore;

  before(async () => {
    domain = await openTestEnv({ now: clock.now, settings: { cartLifetimeDays: 10 } });
  });
  beforeEach(async () => {
    store = await createStore(domain.system);
  });
  after(() => domain.close());

  const where = () => ({ tenantId: store.tenantId });
  const left = async () => (await domain.system.db.cart.findMany({ where: where() })).map(({ id }) => id);
  const linesLeft = () => domain.system.db.cartLine.count({ where: where() });
  const keysLeft = () => domain.system.db.idempotencyKey.count({ where: where() });

  async function cart(): Promise<string> {
    const { id } = await carts.createCart(store.storefront);
    await carts.addCartLine(store.storefront, id, { variantId: await store.variant(), quantity: 1 });
    return id;
  }
  function useKey(key: string) {
    const request = { key, route: `POST /${randomUUID()}`, body: Buffer.from('{}') };
    const once = idempotency.onceByKey(store.storefront, request);
    return inTransaction({ ...store.storefront, once }, async () => ({}));
  }

  it('are deleted before, where their store keeps carts for a shorter time; orders keep theirs', async () => {
    await store.order();
    const [orders] = await left();
    await cart();
    const other = await createStore(domain.system);
    await carts.createCart(other.storefront);
    await store.admin.db.privacySettings.create({ data: { ...where(), cartDays: 2 } });
    clock.advance(2 * DAY_MS);
    await runJob(domain.system, 'old-carts');
    expect(await left()).to.have.length(2);

    clock.advance(1);
    await runJob(domain.system, 'old-carts');

    expect(await left()).to.deep.equal([orders]);
    expect(await other.admin.db.cart.count()).to.equal(1);
    // So that the other tests count their own alone.
    await other.admin.db.cart.deleteMany();
  });

  it('are deleted with their lines some days after their last change; those of orders stay', async () => {
    await store.order();
    const [orders] = await left();
    const abandoned = await cart();
    const kept = await cart();
    clock.advance(9 * DAY_MS);
    await carts.updateCart(store.storefront, kept, { email: 'ada@example.com' });
    clock.advance(DAY_MS);
    expect(await carts.deleteAbandonedCarts(domain.system)).to.equal(0);
    clock.advance(1);

    expect(await carts.deleteAbandonedCarts(domain.system)).to.equal(1);

    expect(await left())
      .to.have.members([orders, kept])
      .and.not.include(abandoned);
    expect(await linesLeft()).to.equal(2);
    clock.advance(10 * DAY_MS);
    expect(await carts.deleteAbandonedCarts(domain.system)).to.equal(1);
    expect(await left()).to.deep.equal([orders]);
  });

  it('go in small batches, which several workers share', async () => {
    for (let index = 0; index < 7; index += 1) await cart();
    clock.advance(11 * DAY_MS);

    const deleted = await Promise.all([1, 2, 3].map(() => carts.deleteAbandonedCarts(domain.system, 2)));

    for (const count of deleted) expect(count).to.be.at.most(2);
    expect(await left()).to.have.lengthOf(7 - deleted.reduce((sum, count) => sum + count, 0));
    await runJob(domain.system, 'abandoned-carts');
    expect(await left()).to.be.empty;
  });

  it('are deleted: keys after a day, when no repetition gets their answer any more', async () => {
    await useKey('first');
    clock.advance(DAY_MS - 1);
    await useKey('second');
    expect(await idempotency.deleteOldKeys(domain.system)).to.equal(0);
    clock.advance(1);

    expect(await idempotency.deleteOldKeys(domain.system)).to.equal(1);

    expect(await keysLeft()).to.equal(1);
    clock.advance(DAY_MS);
    await runJob(domain.system, 'idempotency-keys');
    expect(await keysLeft()).to.equal(0);
  });
});
