import { expect } from 'chai';
import { refundsSent } from '../refunds-sent.ts';
import { snapshot } from '../table-snapshot.ts';
import { createProvider } from '../webhooks/payment/callback.ts';
import { createEvents } from '../webhooks/payment/provider-events.ts';
import { useReturns } from './return-scene.ts';

/** For 3 units at 11.90 and 2 at 5.00. */
const PAID = 4570;

describe('an exchange whose money the provider pays back', () => {
  const scene = useReturns();
  const { act, received } = scene;
  const getOrder = (id: string) => scene.shop.getOrder(id);
  const ship = (id: string) => scene.shop.admin('POST', `/orders/${id}/ship`, {});
  const acknowledge = (id: string) =>
    scene.shop.admin('POST', `/orders/${id}/acknowledge`, { reason: 'A gift' });
  const tell = async (event: { id: string; type: string; created: number; data: object }) =>
    (await createProvider(scene.api)(event)).expect(200);

  async function shippedOrder() {
    const order = await scene.shippedOrder();
    const { payments } = await getOrder(order.id);
    return { ...order, events: createEvents(payments[0].providerPaymentId, 2_000_000_000) };
  }

  /** A unit that cost 11.90, exchanged for another of it. */
  async function exchanged(body: object = {}) {
    const order = await shippedOrder();
    const returnId = await received(order, [{ lineId: order.three, quantity: 1 }]);
    const { exchangeOrderId } = (await act(returnId, 'exchange', body)).expect(200);
    return { ...order, exchange: exchangeOrderId as string };
  }

  it('isn’t shipped until an operator acknowledges that at the first order, and writes nothing', async () => {
    const { id, exchange, events } = await exchanged();
    await tell(events.chargeRefunded(PAID));
    const before = await snapshot(scene.api.env);

    const { detail } = (await ship(exchange)).refused('exchange_unpaid');

    expect(detail).to.include(id);
    expect(await snapshot(scene.api.env)).to.deep.equal(before);
    const [first, { number }] = [await getOrder(id), await getOrder(exchange)];
    expect(first).to.include({ status: 'refunded', attention: 'exchange_unpaid' });
    expect(first.history.at(-1).details).to.deep.equal({
      attention: 'exchange_unpaid',
      missing: { amount: 1190, currency: 'EUR' },
    });
    const { items } = (await scene.shop.admin('GET', '/notifications')).expect(200);
    const notice = items.find(({ detail: text }: { detail: string }) => text.includes(id));
    expect(notice.kind).to.equal('order.exchange_unpaid');
    expect(notice.detail).to.include('1190 EUR').and.include(` ${number}.`);
    (await acknowledge(id)).expect(200);
    expect((await ship(exchange)).expect(200).status).to.equal('shipped');
  });

  it('is reported when it had been shipped, and more than once only after it was acknowledged', async () => {
    const { id, exchange, events } = await exchanged();
    (await ship(exchange)).expect(200);

    await tell(events.chargeRefunded(PAID - 1000));
    await tell(events.chargeRefunded(PAID - 900));
    const noticed = () =>
      scene.shop.store.admin.db.adminNotification.count({
        where: { kind: 'order.exchange_unpaid', detail: { contains: id } },
      });

    expect((await getOrder(id)).attention).to.equal('exchange_unpaid');
    expect(await noticed()).to.equal(1);
    (await acknowledge(id)).expect(200);
    await tell(events.chargeRefunded(PAID));
    expect((await getOrder(id)).attention).to.equal('exchange_unpaid');
    expect(await noticed()).to.equal(2);
  });

  it('isn’t shipped nor exchanged where the money for the exchange before it went back', async () => {
    const { id, exchange, events } = await exchanged();
    (await ship(exchange)).expect(200);
    const [{ id: lineId }] = (await getOrder(exchange)).lines;
    const returnId = await received({ id: exchange }, [{ lineId, quantity: 1 }]);
    const { exchangeOrderId: next } = (await act(returnId, 'exchange')).expect(200);
    await tell(events.refund('created', `re_${id}`, PAID - 1000, 'succeeded'));

    (await ship(next)).refused('exchange_unpaid');
    (await scene.shop.act(next, 'cancel')).expect(200);
    (await act(returnId, 'exchange')).refused('exchange_unpaid');

    (await acknowledge(id)).expect(200);
    (await act(returnId, 'exchange')).refused('refund_exceeds_captured');
  });

  it('is shipped or refused at the moment of the report, which is never missed', async () => {
    const { id, exchange, events } = await exchanged();

    const [answer] = await Promise.all([ship(exchange), tell(events.chargeRefunded(PAID))]);

    expect((await getOrder(id)).attention).to.equal('exchange_unpaid');
    if (answer.status !== 200) answer.refused('exchange_unpaid');
    expect((await getOrder(exchange)).status).to.equal(answer.status === 200 ? 'shipped' : 'paid');
  });

  it('isn’t there where the report came first, but for what is left', async () => {
    const { id, three, two, events } = await shippedOrder();
    const dear = await received({ id }, [{ lineId: three, quantity: 1 }]);
    const cheap = await received({ id }, [{ lineId: two, quantity: 1 }]);
    await tell(events.chargeRefunded(PAID - 500));
    const before = await snapshot(scene.api.env);

    (await act(dear, 'exchange')).refused('refund_exceeds_captured');

    expect(await snapshot(scene.api.env)).to.deep.equal(before);
    const { exchangeOrderId } = (await act(cheap, 'exchange')).expect(200);
    expect((await getOrder(id)).attention).to.equal(null);
    (await ship(exchangeOrderId)).expect(200);
  });

  it('is shipped when that refund has failed, and the money is back', async () => {
    const { id, exchange, events } = await exchanged();
    await tell(events.refund('created', `re_${id}`, PAID, 'pending'));
    (await ship(exchange)).refused('exchange_unpaid');

    await tell(events.refund('updated', `re_${id}`, PAID, 'failed'));

    expect((await getOrder(id)).attention).to.equal(null);
    (await ship(exchange)).expect(200);
  });

  it('is none where the refunds were made here or enough is left', async () => {
    const cheaper = await shippedOrder();
    const returnId = await received(cheaper, [{ lineId: cheaper.three, quantity: 1 }]);
    const lines = [{ lineId: cheaper.three, unitAmount: 700 }];
    const { exchangeOrderId } = (await act(returnId, 'exchange', { lines })).expect(200);
    (await scene.shop.admin('POST', `/orders/${cheaper.id}/refunds`, {})).expect(201);
    await refundsSent(scene.shop.store);
    await tell(cheaper.events.chargeRefunded(PAID - 700));
    const { id, exchange, events } = await exchanged();
    await tell(events.refund('created', `re_${id}`, PAID - 1190, 'succeeded'));
    await tell(events.chargeRefunded(PAID - 1190));

    for (const order of [cheaper.id, id]) expect((await getOrder(order)).attention).to.equal(null);
    for (const order of [exchangeOrderId, exchange]) (await ship(order)).expect(200);
  });
});
