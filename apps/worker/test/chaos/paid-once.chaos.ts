import { webhooks } from '@service/core';
import { expect } from 'chai';
import { openShop, type Shop } from './shop.ts';

describe('with real processes, an order', () => {
  let shop: Shop;
  afterEach(() => shop?.close());

  it('that 20 callbacks pay at once is one event, and one delivery for each subscription', async function () {
    shop = await openShop(this);
    const { id: second } = await webhooks.createSubscription(shop.store.admin, {
      url: shop.receiver.url,
      events: ['order.paid'],
    });
    const callBack = await shop.startApi();
    await shop.startWorker();
    const event = await shop.payment();
    const events = Array.from({ length: 20 }, (_, index) => ({ ...event, id: `evt_parallel_${index}` }));

    const statuses = await Promise.all(events.map(callBack));

    expect(new Set(statuses)).to.deep.equal(new Set([200]));
    await shop.receiver.received(2);
    expect(await shop.system.db.webhookEvent.count({ where: { name: 'order.paid' } })).to.equal(1);
    const deliveries = await shop.system.db.webhookDelivery.findMany();
    expect(deliveries.map(({ subscriptionId }) => subscriptionId).sort()).to.deep.equal(
      [shop.subscriptionId, second].sort(),
    );
    expect(shop.receiver.requests).to.have.length(2);
  });
});
