import { cancellation } from '@service/core';
import { MINUTE_MS } from '@service/jobs/primitives';
import { createClock } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { refundsSent } from '../../refunds-sent.ts';
import { useShop } from '../../store/shop.ts';
import { createEvents } from '../../webhooks/payment/provider-events.ts';

const BUYER = 'ada@example.com';

describe('messages to the buyer of an order', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const shop = useShop(api);

  /** Three cups at 11.90. */
  async function placed({ hasAddress = true } = {}) {
    const { id: variantId } = await shop.variant({ stockQuantity: 10 });
    const cartId = await shop.fullCart({ [variantId]: 3 });
    if (hasAddress) (await shop.send('PATCH', `/${cartId}`, { email: BUYER })).expect(200);
    const { order, payment } = (await shop.checkOut(cartId)).expect(201);
    return { id: order.id as string, cartId, events: createEvents(payment.providerPaymentId) };
  }
  async function paid(...given: Parameters<typeof placed>) {
    const order = await placed(...given);
    await shop.tell(order.events.succeeded());
    const [line] = (await shop.admin('GET', `/orders/${order.id}`)).expect(200).lines;
    return { ...order, lineId: line.id as string };
  }
  const handle = async (id: string, action: string, body: object = {}) =>
    (await shop.admin('POST', `/returns/${id}/${action}`, body)).expect(200);
  /** Those after the confirmation, oldest first: to whom, of which kind, and what they show. */
  async function mailsOf(orderId: string) {
    const rows = await shop.store.admin.db.mail.findMany({
      where: { orderId, kind: { not: 'order_confirmation' } },
    });
    rows.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    return rows.map(({ recipient, kind, data }) => ({ recipient, kind, ...(data as object) }));
  }
  const inTurn = () => clock.advance(1000);

  it('tell of each shipment what left, how it is followed and whether more follows', async () => {
    const { id, lineId } = await paid();
    const tracking = { carrier: 'DHL', number: '0034', url: 'https://dhl.example/0034' };
    (await shop.act(id, 'ship', { lines: [{ lineId, quantity: 1 }], tracking })).expect(200);
    inTurn();
    (await shop.act(id, 'ship')).expect(200);
    (await shop.act(id, 'ship')).expect(409);

    const [part, rest, ...others] = await mailsOf(id);
    expect(part).to.deep.include({ recipient: BUYER, kind: 'order_shipped', isPart: true });
    expect(part).to.deep.include({ carrier: 'DHL', trackingNumber: '0034', trackingUrl: tracking.url });
    expect(part).to.have.nested.property('lines[0].quantity', 1);
    expect(rest).to.deep.include({ isPart: false, carrier: null, trackingNumber: null, trackingUrl: null });
    expect(rest).to.have.nested.property('lines[0].quantity', 2);
    expect(others).to.deep.equal([]);
  });

  it('say whether an order was cancelled for want of a payment', async () => {
    const [unpaid, decided] = [await placed(), await placed()];
    (await shop.act(decided.id, 'cancel', { reason: 'internal' })).expect(200);
    clock.advance(31 * MINUTE_MS);
    await cancellation.expireUnpaidOrders(api.env.system);

    expect(await mailsOf(unpaid.id)).to.have.nested.property('[0].why', 'unpaid');
    const [told] = await mailsOf(decided.id);
    expect(told).to.include({ kind: 'order_cancelled', why: 'decided' });
    expect(JSON.stringify(told)).to.not.include('internal');
  });

  it('say that a payment failed, once however many cards were tried', async () => {
    const { id, events } = await placed();
    for (const event of [events.failed(), events.failed()]) {
      inTurn();
      await shop.tell(event);
    }

    const [told, ...others] = await mailsOf(id);
    expect(told).to.include({ kind: 'payment_failed', recipient: BUYER, currency: 'EUR' });
    expect(told).to.have.property('total').that.is.a('number').and.above(3569);
    expect(others).to.deep.equal([]);

    const paidBefore = await paid();
    await shop.tell(paidBefore.events.failed());
    expect(await mailsOf(paidBefore.id)).to.deep.equal([]);
  });

  it('tell of a refund once it has succeeded, here or at the provider, and once', async () => {
    const { id, lineId, events } = await paid();
    (await shop.act(id, 'refunds', { lines: [{ lineId, quantity: 1 }] })).expect(201);
    await refundsSent(shop.store);
    inTurn();
    const outside = (status: string) => events.refund('updated', `re_${id}`, 300, status);
    await shop.tell(outside('pending'));
    expect(await mailsOf(id)).to.have.length(1);
    const succeeded = outside('succeeded');
    for (const event of [succeeded, succeeded]) await shop.tell(event);
    await shop.tell(events.refund('created', `re_2_${id}`, 200, 'failed'));

    const told = (await mailsOf(id)).map((mail) => ({ ...mail, locale: '', orderNumber: 0, refundId: '' }));
    const refunded = {
      recipient: BUYER,
      kind: 'order_refunded',
      refundId: '',
      currency: 'EUR',
      locale: '',
      orderNumber: 0,
    };
    expect(told).to.deep.equal([
      { ...refunded, amount: 1190 },
      { ...refunded, amount: 300 },
    ]);
  });

  it('follow a return from its request to the exchange', async () => {
    const { id, cartId, lineId } = await paid();
    (await shop.act(id, 'ship')).expect(200);
    inTurn();
    const lines = [{ lineId, quantity: 2 }];
    const first = (await shop.send('POST', `/${cartId}/order/returns`, { lines })).expect(201);
    inTurn();
    await handle(first.id, 'reject', { note: 'Too late.' });
    inTurn();
    const second = (await shop.admin('POST', `/orders/${id}/returns`, { lines })).expect(201);
    inTurn();
    await handle(second.id, 'receive', { lines: [{ lineId, quantity: 1, condition: 'new', restock: true }] });
    inTurn();
    const { exchangeOrderId } = await handle(second.id, 'exchange');

    const [, ...returned] = await mailsOf(id);
    expect(returned.map(({ kind }) => kind)).to.deep.equal([
      'return_requested',
      'return_rejected',
      'return_approved',
      'return_received',
    ]);
    expect(returned[1]).to.include({ note: 'Too late.' });
    expect(returned[3]).to.have.nested.property('lines[0].quantity', 1);
    const { number } = (await shop.admin('GET', `/orders/${id}`)).expect(200);
    const confirmed = await shop.store.admin.db.mail.findFirstOrThrow({
      where: { orderId: exchangeOrderId },
    });
    expect(confirmed.data).to.include({ exchangeOf: number });
  });

  it('are not sent without an address', async () => {
    const { id } = await paid({ hasAddress: false });
    (await shop.act(id, 'ship')).expect(200);
    (await shop.act(id, 'refunds')).expect(201);
    await refundsSent(shop.store);

    expect(await shop.store.admin.db.mail.count({ where: { orderId: id } })).to.equal(0);
  });
});
