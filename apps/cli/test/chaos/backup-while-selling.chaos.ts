import { PassThrough, Readable } from 'node:stream';
import { cancellation, webhooks } from '@service/core';
import { backup, restore } from '@service/db';
import {
  createDatabase,
  createMigratedDatabase,
  createStore,
  findViolations,
  openTestEnv,
  until,
} from '@service/testing';
import { expect } from 'chai';

describe('a backup taken while orders are placed', () => {
  it('is one moment: whatever belongs together is there together, or not at all', async () => {
    const databaseUrl = await createMigratedDatabase('busy_shop');
    const env = await openTestEnv({ databaseUrl });
    const store = await createStore(env.system);
    await webhooks.createSubscription(store.admin, {
      url: 'http://127.0.0.1:1/hook',
      events: ['order.created', 'order.cancelled'],
    });
    let isOver = false;
    const shoppers = [1, 2, 3].map(async () => {
      while (!isOver) {
        const id = await store.order();
        await cancellation.cancelOrder(store.admin, id, {});
      }
    });
    const placed = () => store.admin.db.order.count();
    await until(async () => (await placed()) > 5, 'the first orders');

    const sink = new PassThrough();
    const [chunks, { tables }] = await Promise.all([sink.toArray(), backup(databaseUrl, sink)]);
    const atItsEnd = await placed();
    await until(async () => (await placed()) > atItsEnd, 'an order after the backup');
    isOver = true;
    await Promise.all(shoppers);

    const restoredUrl = await createDatabase('busy_shop_again');
    await restore(restoredUrl, () => Readable.from(chunks));
    const restored = await openTestEnv({ databaseUrl: restoredUrl });
    expect(await findViolations(restored.system)).to.deep.equal([]);
    expect(await restored.system.db.order.count()).to.equal(tables.orders?.rows);
    expect(tables.orders?.rows).to.be.within(5, atItsEnd);
    await Promise.all([env.close(), restored.close()]);
  });
});
