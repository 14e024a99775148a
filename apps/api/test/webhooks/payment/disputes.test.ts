import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { useShop } from '../../store/shop.ts';
import { createProvider } from './callback.ts';
import { createEvents } from './provider-events.ts';

const TOTAL = 1190;
/** What the events of `createEvents` dispute. */
const DISPUTED = 500;

describe('a disputed payment', () => {
  const api = useApi();
  const shop = useShop(api);
  let provide: ReturnType<typeof createProvider>;

  before(async () => {
    provide = createProvider(api);
  });

  async function paid() {
    const { id: variantId } = await shop.variant({ priceAmount: TOTAL });
    const { order, payment } = (await shop.checkOut(await shop.fullCart({ [variantId]: 1 }))).expect(201);
    const events = createEvents(payment.providerPaymentId);
    (await provide(events.succeeded())).expect(200);
    const dispute = async (type: 'created' | 'updated' | 'closed', status: string) =>
      (await provide(events.dispute(type, `dp_${order.id}`, status))).expect(200);
    return { id: order.id as string, dispute, events };
  }
  const acknowledge = async (id: string) =>
    (await shop.act(id, 'acknowledge', { reason: 'The shopper called' })).expect(200);

  it('keeps goods and money until an operator has acknowledged it', async () => {
    const { id, dispute } = await paid();

    await dispute('created', 'needs_response');
    const open = await shop.getOrder(id);
    (await shop.act(id, 'ship')).refused('payment_disputed');
    (await shop.act(id, 'refunds')).refused('payment_disputed');

    expect(open).to.include({ status: 'paid', attention: 'payment_disputed' });
    expect(await shop.getOrder(id)).to.deep.equal(open);
    const { items } = (await shop.admin('GET', '/orders?attention=true')).expect(200);
    expect(items.map((each: { id: string }) => each.id)).to.include(id);
    await acknowledge(id);
    await dispute('updated', 'under_review');
    expect((await shop.getOrder(id)).attention).to.equal(null);
    (await shop.act(id, 'ship')).expect(200);
  });

  it('hides no other reason to look at the order, and none hides it', async () => {
    const { id, dispute, events } = await paid();
    const outside = { id: `pi_${id}`, metadata: { orderId: id }, amount_received: 1 };
    (await shop.act(id, 'refunds', { amount: 100 })).expect(201);
    (await provide(events.succeeded())).expect(200);
    expect((await shop.getOrder(id)).attention).to.equal('paid_again');

    await dispute('created', 'needs_response');
    (await provide(events.event('payment_intent.succeeded', outside))).expect(200);

    const disputed = await shop.getOrder(id);
    expect(disputed.attention).to.equal('payment_disputed');
    (await shop.act(id, 'ship')).refused('payment_mismatch');
    (await shop.act(id, 'refunds')).refused('payment_disputed');
    expect(await shop.getOrder(id)).to.deep.equal(disputed);
    await acknowledge(id);
    const { attentionDetails } = disputed;
    expect(await shop.getOrder(id)).to.deep.include({ attention: 'payment_mismatch', attentionDetails });
    (await shop.act(id, 'ship')).refused('payment_mismatch');
    await acknowledge(id);
    expect(await shop.getOrder(id)).to.include({ attention: 'paid_again', attentionDetails: null });
    (await shop.act(id, 'ship')).expect(200);
    await acknowledge(id);
    expect((await shop.getOrder(id)).attention).to.equal(null);
  });

  it('that was won needs no operator', async () => {
    const { id, dispute } = await paid();

    await dispute('created', 'needs_response');
    await dispute('closed', 'won');

    expect((await shop.getOrder(id)).attention).to.equal(null);
    (await shop.act(id, 'refunds')).expect(201);
  });

  it('that was lost can’t be refunded a second time', async () => {
    const { id, dispute } = await paid();
    await dispute('created', 'needs_response');
    await acknowledge(id);

    await dispute('closed', 'lost');
    expect((await shop.getOrder(id)).attention).to.equal('payment_disputed');
    await acknowledge(id);
    (await shop.act(id, 'refunds', { amount: TOTAL - DISPUTED + 1 })).refused('refund_exceeds_captured');
    const refund = (await shop.act(id, 'refunds')).expect(201);

    expect(refund.amount).to.equal(TOTAL - DISPUTED);
    expect(await shop.getOrder(id)).to.include({ status: 'refunded', refundedTotal: TOTAL - DISPUTED });
  });

  it('that was lost and a refund at the provider end the same, whichever comes first', async () => {
    const ends = await Promise.all(
      [true, false].map(async (isLostFirst) => {
        const { id, dispute, events } = await paid();
        const received = { ...events.succeeded().data.object, amount_received: TOTAL + DISPUTED };
        (await provide(events.event('payment_intent.succeeded', received))).expect(200);
        const refunded = events.chargeRefunded(DISPUTED);

        if (isLostFirst) await dispute('closed', 'lost');
        (await provide(refunded)).expect(200);
        if (!isLostFirst) {
          // What was paid too much went back, and the order is paid.
          expect(await shop.getOrder(id)).to.include({ status: 'paid', refundedTotal: 0 });
          await dispute('closed', 'lost');
        }
        (await provide(refunded)).expect(200);

        const { status, paymentStatus, refundedTotal } = await shop.getOrder(id);
        return { status, paymentStatus, refundedTotal };
      }),
    );

    const end = {
      status: 'partially_refunded',
      paymentStatus: 'partly_refunded',
      refundedTotal: DISPUTED,
    };
    expect(ends).to.deep.equal([end, end]);
  });
});

describe('a payment that the provider reports again', () => {
  const api = useApi();
  const shop = useShop(api);
  let provide: ReturnType<typeof createProvider>;

  before(async () => {
    provide = createProvider(api);
  });

  const LIVES: Record<string, [action: string, body?: object][]> = {
    shipped: [['ship']],
    refunded: [['refunds']],
    cancelled: [['cancel']],
    partially_refunded: [['ship'], ['refunds', { amount: 100 }]],
  };

  for (const [status, steps] of Object.entries(LIVES))
    it(`makes a ${status} order paid and flagged, and holds and mails nothing again`, async () => {
      const { id: variantId } = await shop.variant({ priceAmount: TOTAL, stockQuantity: 5 });
      const { order, payment } = (await shop.checkOut(await shop.fullCart({ [variantId]: 1 }))).expect(201);
      const events = createEvents(payment.providerPaymentId);
      (await provide(events.succeeded())).expect(200);
      const { db } = shop.store.admin;
      for (const [action, body] of steps)
        expect((await shop.act(order.id, action, body)).status).to.be.below(300);
      const [stock, mails] = [
        await db.variant.findFirst({
          where: { id: variantId },
          select: { stockQuantity: true, reserved: true },
        }),
        await db.mail.count({ where: { kind: 'order_confirmation' } }),
      ];

      (await provide(events.succeeded())).expect(200);

      const after = await shop.getOrder(order.id);
      expect(after).to.include({ status: 'paid', attention: 'paid_again' });
      expect(
        await db.variant.findFirst({
          where: { id: variantId },
          select: { stockQuantity: true, reserved: true },
        }),
      ).to.deep.equal(stock);
      expect(await db.mail.count({ where: { kind: 'order_confirmation' } })).to.equal(mails);
      if (status === 'shipped') (await shop.act(order.id, 'cancel')).refused('illegal_transition');
    });
});
