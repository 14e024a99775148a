import { paymentSucceeded, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { writesNothing } from '../table-snapshot.ts';
import { createEvents } from '../webhooks/payment/provider-events.ts';
import { useReturns } from './return-scene.ts';

describe('an order of which units were removed', () => {
  const scene = useReturns();
  const { shop, api, paidOrder, received } = scene;

  const remove = (id: string, lineId: string, quantity: number) =>
    shop.act(id, 'changes', { remove: [{ lineId, quantity }] });

  it('is paid by the link that was mailed before, with what is left', async () => {
    const { id: variantId } = await shop.variant();
    const draft = await shop.admin('POST', '/draft-orders', {
      ...{ email: 'ada@example.com', lines: [{ variantId, quantity: 3 }] },
      ...{ shippingAddress: TEST_ADDRESS, shippingByHand: { name: 'Courier', amount: 0 } },
    });
    const placed = await shop.admin('POST', `/draft-orders/${draft.expect(201).id}/place`, {});
    const { id, lines } = placed.expect(201);
    const { tokenSealed } = await shop.store.admin.db.mail.findFirstOrThrow({ where: { orderId: id } });
    const byLink = (path: string) =>
      api.request('POST', `/store/v1/payment-links/${path}`, {
        key: shop.store.publishableKey,
        body: { token: api.env.services.sealer.open(tokenSealed ?? '') },
      });
    expect((await byLink('order')).expect(200)).to.include({ total: 3570, removedTotal: 0 });

    (await remove(id, lines[0].id, 2)).expect(200);

    expect((await byLink('order')).expect(200)).to.include({ total: 3570, removedTotal: 2380 });
    const { payment } = (await byLink('payment')).expect(201);
    const { payments } = await shop.getOrder(id);
    expect(payments.at(-1)).to.include({ id: payment.id, amount: 1190 });
    const succeeded = createEvents(payment.providerPaymentId).succeeded();
    Object.assign(succeeded.data.object, { amount_received: 1190, currency: 'eur' });
    await shop.tell(succeeded);
    expect(await shop.getOrder(id)).to.include({ status: 'paid', paymentStatus: 'paid', attention: null });
  });

  it('keeps the use of its discount, and gives it back once when it is cancelled', async () => {
    const code = { code: 'ONCE', kind: 'percentage', basisPoints: 1000, usageLimit: 1 };
    const { id: discountId } = (await shop.admin('POST', '/discounts', code)).expect(201);
    const { id: variantId } = await shop.variant();
    const buy = async () => {
      const cartId = await shop.fullCart({ [variantId]: 3 });
      const took = await shop.send('POST', `/${cartId}/discount-code`, { code: 'ONCE' });
      return took.status === 200 ? shop.checkOut(cartId) : took;
    };
    const { id } = (await buy()).expect(201).order;
    const [{ id: lineId }] = (await shop.getOrder(id)).lines;
    const uses = async () =>
      (await shop.store.admin.db.discount.findFirstOrThrow({ where: { id: discountId } })).timesUsed;

    (await remove(id, lineId, 1)).expect(200);
    expect(await uses()).to.equal(1);
    expect((await buy()).status).to.equal(409);
    (await remove(id, lineId, 1)).expect(200);
    (await shop.act(id, 'cancel')).expect(200);
    expect(await uses()).to.equal(0);
    (await buy()).expect(201);
  });

  it('loses none while its payment is disputed; nothing is written', async () => {
    const { id, three, two } = await paidOrder();
    (await shop.act(id, 'ship', { lines: [{ lineId: three, quantity: 1 }] })).expect(200);
    const { payments } = await shop.getOrder(id);
    const events = createEvents(payments[0].providerPaymentId, 2_000_000_000);
    await shop.tell(events.dispute('created', `dp_${id}`, 'needs_response'));

    await writesNothing(api.env, async () => {
      (await remove(id, three, 1)).refused('payment_disputed');
      const changes = { remove: [{ lineId: two }] };
      (await shop.act(id, 'changes/preview', changes)).refused('payment_disputed');
    });

    (await shop.act(id, 'acknowledge', { reason: 'It is a mistake' })).expect(200);
    expect((await remove(id, three, 2)).expect(200)).to.include({
      status: 'partially_refunded',
      refundedTotal: 2380,
    });
  });

  it('takes back and exchanges what was shipped of it, and nothing of what was removed', async () => {
    const { id, three, stock } = await paidOrder();
    (await shop.act(id, 'ship', { lines: [{ lineId: three, quantity: 1 }] })).expect(200);
    (await remove(id, three, 1)).expect(200);
    (await shop.act(id, 'ship')).expect(200);
    expect(await stock()).to.deep.equal([
      [8, 0],
      [8, 0],
    ]);

    (await scene.take(id, [{ lineId: three, quantity: 3 }])).refused('quantity_exceeded');
    const back = await received({ id }, [{ lineId: three, quantity: 2 }]);
    const { exchangeOrderId } = (await scene.act(back, 'exchange')).expect(200);

    expect(await shop.getOrder(exchangeOrderId)).to.include({ status: 'paid', total: 0 });
    (await shop.refund(id, { lines: [{ lineId: three }] })).refused('quantity_exceeded');
    expect(await shop.getOrder(id)).to.include({
      refundedTotal: 1190,
      fulfilmentStatus: 'partly_returned',
    });
  });

  it('needs an operator where the former sum comes after it was cancelled', async () => {
    const { id: variantId } = await shop.variant({ stockQuantity: 3 });
    const { id } = (await shop.checkOut(await shop.fullCart({ [variantId]: 3 }))).expect(201).order;
    const [{ id: lineId }] = (await shop.getOrder(id)).lines;
    (await remove(id, lineId, 1)).expect(200);
    (await shop.act(id, 'cancel')).expect(200);
    const former = paymentSucceeded(id);
    Object.assign(former.data.object, { amount_received: 3570, currency: 'eur' });

    await shop.tell(former);

    const paid = await shop.getOrder(id);
    expect(paid).to.include({ status: 'paid', paymentStatus: 'overpaid', attention: 'payment_mismatch' });
    expect(paid.lines[0]).to.include({ shippableQuantity: 2, refundedQuantity: 1 });
    (await shop.refund(id, { amount: 1190 })).expect(201);
    expect(await shop.getOrder(id)).to.include({ status: 'paid', paymentStatus: 'paid', refundedTotal: 0 });
  });
});
