import { randomUUID } from 'node:crypto';
import { cancellation } from '@service/core';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { useShopOfEach } from '../../store/shop.ts';
import { snapshot } from '../../table-snapshot.ts';
import { createProvider } from './callback.ts';
import { createEvents } from './provider-events.ts';

const TOTAL = 1190;

describe('a payment that doesn’t fit its order', () => {
  const api = useApi();
  const shop = useShopOfEach(api);
  let provide: ReturnType<typeof createProvider>;

  before(async () => {
    provide = createProvider(api);
  });

  async function place() {
    const { id: variantId } = await shop.variant({ priceAmount: TOTAL });
    const { order, payment } = (await shop.checkOut(await shop.fullCart({ [variantId]: 1 }))).expect(201);
    expect(order.total).to.equal(TOTAL);
    return { id: order.id as string, paymentId: payment.id as string, intent: payment.providerPaymentId };
  }
  const succeeded = (intent: string, said: object) =>
    createEvents(intent).event('payment_intent.succeeded', { id: intent, ...said });
  const ship = (id: string) => shop.admin('POST', `/orders/${id}/ship`, {});
  const acknowledge = (id: string, body: object) => shop.admin('POST', `/orders/${id}/acknowledge`, body);
  const notices = async () => (await shop.admin('GET', '/notifications')).expect(200).items;
  const alertMails = () => shop.store.admin.db.mail.findMany({ where: { kind: 'operator_notice' } });

  const EUR = { amount: TOTAL, currency: 'EUR' };
  const MISFITS: Record<string, { said: object; captured: number; received: object }> = {
    'one cent': { said: { amount_received: 1 }, captured: 1, received: { amount: 1, currency: 'EUR' } },
    nothing: { said: { amount_received: 0 }, captured: 0, received: { amount: 0, currency: 'EUR' } },
    'too much': {
      said: { amount_received: 5000, currency: 'eur' },
      captured: 5000,
      received: { amount: 5000, currency: 'EUR' },
    },
    'less than nothing': {
      said: { amount_received: -1000 },
      captured: 0,
      received: { amount: -1000, currency: 'EUR' },
    },
    'an amount that is text': {
      said: { amount_received: `${TOTAL}` },
      captured: 0,
      received: { amount: null, currency: 'EUR' },
    },
    'more than there is money': {
      said: { amount_received: 1e308 },
      captured: 0,
      received: { amount: null, currency: 'EUR' },
    },
    'a foreign currency': {
      said: { amount_received: TOTAL, currency: 'usd' },
      captured: 0,
      received: { amount: TOTAL, currency: 'USD' },
    },
    'a foreign currency without an amount': {
      said: { currency: 'jpy' },
      captured: 0,
      received: { amount: null, currency: 'JPY' },
    },
    'a currency that is none': {
      said: { amount_received: TOTAL, currency: 5 },
      captured: 0,
      received: { amount: TOTAL, currency: null },
    },
    'another amount than it was opened for': {
      said: { amount: 7 },
      captured: 7,
      received: { amount: 7, currency: 'EUR' },
    },
  };

  for (const [what, { said, captured, received }] of Object.entries(MISFITS)) {
    it(`of ${what} ships nothing until somebody has acknowledged it`, async () => {
      const { id, paymentId, intent } = await place();

      (await provide(succeeded(intent, said))).expect(200);

      const order = await shop.getOrder(id);
      expect(order).to.deep.include({
        status: 'paid',
        attention: 'payment_mismatch',
        attentionDetails: { paymentId, expected: EUR, received },
      });
      expect(order.payments[0]).to.include({ status: 'succeeded', capturedAmount: captured });
      const before = await snapshot(api.env);
      (await ship(id)).refused('payment_mismatch');
      expect(await snapshot(api.env)).to.deep.equal(before);

      const reason = 'The rest was paid in cash';
      expect((await acknowledge(id, { reason })).expect(200)).to.include({
        attention: null,
        attentionDetails: null,
        status: 'paid',
      });
      expect((await ship(id)).expect(200).status).to.equal('shipped');
    });
  }

  it('of too little, refunded whole, leaves no tax of the order', async () => {
    const { id, intent } = await place();
    (await provide(succeeded(intent, { amount_received: 1000, currency: 'eur' }))).expect(200);
    (await acknowledge(id, { reason: 'It is enough' })).expect(200);

    (await shop.admin('POST', `/orders/${id}/refunds`, {})).expect(201);

    const order = await shop.getOrder(id);
    expect(order).to.include({ status: 'refunded', refundedTotal: 1000 });
    expect(
      order.creditNotes.map(({ amount, refundId }: Record<string, unknown>) => [amount, refundId !== null]),
    ).to.deep.equal([
      [1000, true],
      [TOTAL - 1000, false],
    ]);
    const notes = await shop.store.admin.db.creditNote.findMany({ where: { orderId: id } });
    const taxLines = notes.flatMap((note) => note.taxLines as { amount: number }[]);
    expect(taxLines.reduce((sum, { amount }) => sum + amount, 0)).to.equal(order.taxTotal);
  });

  for (const said of [{}, { amount_received: TOTAL }, { amount_received: TOTAL, currency: 'eur' }]) {
    it(`pays the order without a word when the event says ${JSON.stringify(said)}`, async () => {
      const { id, intent } = await place();

      (await provide(succeeded(intent, said))).expect(200);

      const order = await shop.getOrder(id);
      expect(order).to.include({ status: 'paid', attention: null, attentionDetails: null });
      expect(order.payments[0].capturedAmount).to.equal(TOTAL);
      expect(await notices()).to.deep.equal([]);
      expect(await alertMails()).to.deep.equal([]);
      (await ship(id)).expect(200);
    });
  }

  it('of a foreign currency goes back without a credit note: none of it was the order’s', async () => {
    const { id, intent } = await place();
    const events = createEvents(intent);
    const usd = { amount_received: TOTAL, currency: 'usd' };
    const refund = events.refund('created', `re_${intent}`, 500, 'succeeded');
    const refunded = events.chargeRefunded(500);
    for (const { data } of [refund, refunded]) Object.assign(data.object, { currency: 'usd' });

    for (const event of [succeeded(intent, usd), refund, refunded]) (await provide(event)).expect(200);

    const order = await shop.getOrder(id);
    expect(order).to.include({ status: 'paid', refundedTotal: 0 });
    expect(order.payments[0]).to.include({ capturedAmount: 0, refundedAmount: 0 });
    expect(order.refunds).to.have.length(1);
    expect(order.refunds[0]).to.include({ amount: 500, currency: 'USD', creditNoteId: null });
  });

  it('notifies the operators once, by a notice and a mail with both figures', async () => {
    const { id, intent } = await place();

    (await provide(succeeded(intent, { amount_received: 1 }))).expect(200);
    (await provide(succeeded(intent, { amount_received: 1 }))).expect(200);

    expect((await notices()).map(({ kind }: { kind: string }) => kind)).to.deep.equal(['payment.mismatch']);
    const [mail, ...more] = await alertMails();
    expect(more).to.deep.equal([]);
    expect(mail?.recipient).to.equal(shop.store.adminEmail);
    for (const figure of [`${TOTAL} EUR`, '1 EUR', id]) expect(JSON.stringify(mail?.data)).to.include(figure);
  });

  it('is acknowledged with a reason, which the history and the audit log keep', async () => {
    const { id, paymentId, intent } = await place();
    (await provide(succeeded(intent, { amount_received: 1 }))).expect(200);
    const before = await snapshot(api.env);

    (await acknowledge(id, {})).refused('validation_failed');
    (await acknowledge(id, { reason: '' })).refused('validation_failed');
    const reader = { token: shop.store.token(['orders:read']), body: { reason: 'x' } };
    (await api.request('POST', `/admin/v1/orders/${id}/acknowledge`, reader)).refused('permission_missing');
    expect(await snapshot(api.env)).to.deep.equal(before);

    (await acknowledge(id, { reason: 'A gift' })).expect(200);

    const figures = { paymentId, expected: EUR, received: { amount: 1, currency: 'EUR' } };
    expect((await shop.getOrder(id)).history.at(-1).details).to.deep.equal({
      acknowledged: 'payment_mismatch',
      reason: 'A gift',
      ...figures,
    });
    const { items } = (await shop.admin('GET', '/audit')).expect(200);
    expect(items[0]).to.deep.include({
      action: 'order.acknowledged',
      before: { attention: 'payment_mismatch', attentionDetails: figures },
      after: { attention: null, reason: 'A gift' },
    });
    (await acknowledge(id, { reason: 'again' })).refused('nothing_to_acknowledge');
  });

  it('is none where what a lost dispute took is paid again, and is one where nothing is due', async () => {
    const { id, intent } = await place();
    (await provide(succeeded(intent, {}))).expect(200);
    const lost = createEvents(intent).dispute('closed', `dp_${id}`, 'lost');
    (await provide(lost)).expect(200);
    (await acknowledge(id, { reason: 'The shopper pays again' })).expect(200);
    const pays = async (amount: number) => {
      const again = `pi_${randomUUID()}`;
      const object = { amount_received: amount, currency: 'eur', metadata: { orderId: id } };
      (await provide(succeeded(again, object))).expect(200);
    };

    await pays(500);
    const whole = await shop.getOrder(id);
    await pays(500);

    expect(whole).to.include({ attention: null, paymentStatus: 'paid' });
    expect(await shop.getOrder(id)).to.include({ attention: 'payment_mismatch', paymentStatus: 'overpaid' });
  });

  it('stays unacknowledged when its order is cancelled and another success comes in', async () => {
    const { id, intent } = await place();
    (await provide(succeeded(intent, { amount_received: 1 }))).expect(200);
    await cancellation.cancelOrder(shop.store.admin, id, {});

    (await provide(succeeded(intent, {}))).expect(200);

    expect(await shop.getOrder(id)).to.include({ status: 'paid', attention: 'payment_mismatch' });
    (await ship(id)).refused('payment_mismatch');
  });

  it('of a foreign currency confirms its order: money that comes later doesn’t once more', async () => {
    const { id: variantId } = await shop.variant({ priceAmount: TOTAL });
    const cartId = await shop.fullCart({ [variantId]: 1 });
    (await shop.send('PATCH', `/${cartId}`, { email: 'ada@example.com' })).expect(200);
    const { order, payment } = (await shop.checkOut(cartId)).expect(201);
    const [id, intent] = [order.id, payment.providerPaymentId];
    (await provide(succeeded(intent, { amount_received: TOTAL, currency: 'usd' }))).expect(200);
    await cancellation.cancelOrder(shop.store.admin, id, {});

    (await provide(succeeded(intent, { amount_received: TOTAL, currency: 'eur' }))).expect(200);

    expect(await shop.getOrder(id)).to.include({ status: 'paid', paymentStatus: 'paid' });
    const { mail } = shop.store.admin.db;
    expect(await mail.count({ where: { orderId: id, kind: 'order_confirmation' } })).to.equal(1);
  });
});
