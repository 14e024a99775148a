import { randomUUID } from 'node:crypto';
import { createClock } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { refundsSent } from '../../refunds-sent.ts';
import { useShop } from '../../store/shop.ts';
import { snapshot } from '../../table-snapshot.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';
import { createEvents } from '../../webhooks/payment/provider-events.ts';

const TOTAL = 11_900;
const VAT = 1900;

describe('an order that was paid by several payments', () => {
  /** All payments are of one moment, and still one is the newest. */
  const api = useApi({ now: createClock().now });
  const shop = useShop(api);
  let provide: ReturnType<typeof createProvider>;
  before(async () => {
    provide = createProvider(api);
    (
      await shop.admin('POST', '/webhooks/subscriptions', {
        url: 'http://127.0.0.1:1/hook',
        events: ['refund.issued'],
      })
    ).expect(201);
  });

  const preview = async (id: string, body: object = {}) =>
    (await shop.admin('POST', `/orders/${id}/refunds/preview`, body)).expect(200);
  const notesOf = async (orderId: string) => {
    const notes = await shop.store.admin.db.creditNote.findMany({
      where: { orderId },
      orderBy: { number: 'asc' },
    });
    return notes.map(({ amount, taxLines }) => [
      Number(amount),
      (taxLines as { amount: number }[]).reduce((sum, each) => sum + each.amount, 0),
    ]);
  };
  const issuedOf = async (orderId: string) => {
    const where = { name: 'refund.issued', data: { path: ['orderId'], equals: orderId } };
    const events = await shop.store.admin.db.webhookEvent.findMany({ where, orderBy: { occurredAt: 'asc' } });
    return events.map(({ data }) => (data as { amount: number }).amount);
  };
  const sales = async () => {
    const { totals } = (await shop.admin('GET', '/reports/sales')).expect(200);
    const { revenue = 0, refunds = 0 } = totals[0] ?? {};
    return { revenue, refunds };
  };
  /** As the provider reports it, in the order of its events. */
  const returned = async (intent: string, amount: number) => {
    const id = `re_${randomUUID()}`;
    const { event } = createEvents(intent);
    const object = { id, payment_intent: intent, amount, currency: 'eur', status: 'succeeded' };
    (await provide(event('refund.created', object))).expect(200);
  };

  /** 119.00, VAT 19.00 of it, in one line of two units of 59.50, paid by these amounts one after another. */
  async function paidBy(...amounts: number[]) {
    const { id: variantId } = await shop.variant({ priceAmount: TOTAL / 2 });
    const { order, payment } = (await shop.checkOut(await shop.fullCart({ [variantId]: 2 }))).expect(201);
    expect(order).to.include({ total: TOTAL, taxTotal: VAT });
    const intents: string[] = [];
    for (const [index, amount] of amounts.entries()) {
      const intent = index === 0 ? payment.providerPaymentId : `pi_${randomUUID()}`;
      const said = {
        id: intent,
        amount,
        amount_received: amount,
        currency: 'eur',
        metadata: { orderId: order.id },
      };
      (await provide(createEvents(intent).event('payment_intent.succeeded', said))).expect(200);
      intents.push(intent);
    }
    const { lines, payments } = await shop.getOrder(order.id);
    expect(payments.map(({ capturedAmount }: { capturedAmount: number }) => capturedAmount)).to.deep.equal(
      amounts,
    );
    return { id: order.id as string, lineId: lines[0].id as string, payments, intents };
  }

  it('gives back what a payment holds that is named, and nothing of the others', async () => {
    const { id, lineId, payments } = await paidBy(10_000, 1900);
    const elsewhere = await paidBy(TOTAL);
    const [older, newer] = payments.map((each: { id: string }) => each.id) as [string, string];
    const before = await snapshot(api.env);

    (await shop.refund(id, { paymentId: newer, amount: 1901 })).refused('refund_exceeds_captured');
    (await shop.refund(id, { paymentId: newer, lines: [{ lineId }] })).refused('refund_exceeds_captured');
    (await shop.refund(id, { paymentId: newer, restock: true })).refused('validation_failed');
    const { errors } = (await shop.refund(id, { paymentId: elsewhere.payments[0].id })).refused(
      'validation_failed',
    );
    expect(errors?.map(({ path }) => path)).to.deep.equal(['/body/paymentId']);
    expect(await snapshot(api.env)).to.deep.equal(before);
    expect(await preview(id, { paymentId: newer })).to.include({ amount: 1900, refundable: 1900 });

    const first = (await shop.refund(id, { paymentId: older, amount: 1900 })).expect(201);
    const second = (await shop.refund(id, { paymentId: newer.toUpperCase() })).expect(201);

    expect(first).to.deep.include({ paymentId: older, amount: 1900, further: [] });
    expect(second).to.deep.include({ paymentId: newer, amount: 1900, further: [] });
    expect(await shop.getOrder(id)).to.include({ status: 'partially_refunded', refundedTotal: 3800 });
    await refundsSent(shop.store);
  });

  describe('and that came back, when a part of its refund fails', () => {
    for (const failing of [0, 1])
      it(`is received again and refunded for the rest (part ${failing + 1})`, async () => {
        const { id, lineId, payments } = await paidBy(10_000, 1900);
        (await shop.admin('POST', `/orders/${id}/ship`, {})).expect(200);
        const lines = [{ lineId, quantity: 2 }];
        const made = (await shop.admin('POST', `/orders/${id}/returns`, { lines })).expect(201);
        const parcel = [{ lineId, quantity: 2, condition: 'new', restock: true }];
        const act = (action: string, body: object = {}) =>
          shop.admin('POST', `/returns/${made.id}/${action}`, body);
        (await act('receive', { lines: parcel })).expect(200);
        (await act('refund')).expect(200);
        await refundsSent(shop.store);
        const amounts = [1900, 10_000];
        const part = (await shop.getOrder(id)).refunds.find(
          ({ amount }: { amount: number }) => amount === amounts[failing],
        );
        const { providerPaymentId } = payments[1 - failing];
        const { event } = createEvents(providerPaymentId, 2_000_000_000);
        const object = { id: part.providerRefundId, payment_intent: providerPaymentId, amount: part.amount };

        (await provide(event('refund.updated', { ...object, currency: 'eur', status: 'failed' }))).expect(
          200,
        );
        const failed = await shop.getOrder(id);
        const reopened = (await shop.admin('GET', `/returns/${made.id}`)).expect(200);
        (await act('refund')).expect(200);
        await refundsSent(shop.store);

        expect(failed.lines[0]).to.include({ refundedQuantity: 0, shippableQuantity: 0 });
        expect(reopened).to.include({ status: 'received', refundId: null });
        const again = await shop.getOrder(id);
        expect(again).to.include({ refundedTotal: TOTAL, paymentStatus: 'refunded' });
        expect(again.lines[0]).to.include({ refundedQuantity: 2, shippableQuantity: 0 });
        const alive = again.refunds.filter(({ status }: { status: string }) => status === 'succeeded');
        expect(alive.map(({ amount }: { amount: number }) => amount)).to.have.members(amounts);
        expect((await act('refund')).status).to.equal(409);
      });
  });

  describe('none of which holds what is refunded', () => {
    for (const [what, body] of [
      ['everything', () => ({})],
      ['its line', (lineId: string) => ({ lines: [{ lineId }] })],
      ['the amount', () => ({ amount: TOTAL })],
    ] as const)
      it(`gives back ${what} by a refund of each, the newest first`, async () => {
        const { id, lineId, payments } = await paidBy(10_000, 1900);
        const previewed = await preview(id, body(lineId));

        const { further, ...first } = (await shop.refund(id, body(lineId))).expect(201);

        expect([first, ...further].map(({ paymentId, amount }) => [paymentId, amount])).to.deep.equal([
          [payments[1].id, 1900],
          [payments[0].id, 10_000],
        ]);
        const order = await shop.getOrder(id);
        expect(order).to.include({ status: 'refunded', refundedTotal: TOTAL });
        expect(order.refunds.map(({ id: each }: { id: string }) => each)).to.have.members([
          first.id,
          further[0].id,
        ]);
        const notes = await notesOf(id);
        expect(notes.map(([amount]) => amount)).to.deep.equal([1900, 10_000]);
        expect(notes.reduce((sum, [, tax]) => sum + (tax as number), 0)).to.equal(VAT);
        expect(previewed).to.include({ amount: TOTAL, creditedAmount: TOTAL, refundable: TOTAL });
        expect(previewed.taxLines[0]).to.include({ baseAmount: TOTAL - VAT, amount: VAT });
        expect(await issuedOf(id)).to.deep.equal([1900, 10_000]);
        const units = [first, ...further].flatMap(({ lines }) => lines);
        expect(units).to.deep.equal(what === 'its line' ? [{ lineId, quantity: 2, amount: TOTAL }] : []);
        await refundsSent(shop.store);
        const before = await snapshot(api.env);
        (await shop.refund(id, { amount: 1 })).refused('illegal_transition');
        expect(await snapshot(api.env)).to.deep.equal(before);
      });

    it('gives back no more than was asked', async () => {
      const { id } = await paidBy(10_000, 1900);

      const { further, ...first } = (await shop.refund(id, { amount: 10_500 })).expect(201);

      expect([first, ...further].map(({ amount }) => amount)).to.deep.equal([1900, 8600]);
      expect(await shop.getOrder(id)).to.include({ status: 'partially_refunded', refundedTotal: 10_500 });
    });

    it('gives back a return of its goods', async () => {
      const { id, lineId } = await paidBy(10_000, 1900);
      (await shop.admin('POST', `/orders/${id}/ship`, {})).expect(200);
      const back = (
        await shop.admin('POST', `/orders/${id}/returns`, { lines: [{ lineId, quantity: 2 }] })
      ).expect(201);
      (
        await shop.admin('POST', `/returns/${back.id}/receive`, {
          lines: [{ lineId, quantity: 2, condition: 'new', restock: true }],
        })
      ).expect(200);

      expect((await shop.admin('POST', `/returns/${back.id}/refund`, {})).expect(200).status).to.equal(
        'refunded',
      );
      expect(await shop.getOrder(id)).to.include({ status: 'refunded', refundedTotal: TOTAL });
    });

    it('never gives back more than all of them hold, however many ask at once', async () => {
      const { id } = await paidBy(10_000, 1900);

      const asked = await Promise.all(Array.from({ length: 6 }, () => shop.refund(id, { amount: 4000 })));

      expect(asked.map(({ status }) => status).sort()).to.deep.equal([201, 201, 409, 409, 409, 409]);
      const { refunds } = await shop.getOrder(id);
      const sum = refunds.reduce((total: number, { amount }: { amount: number }) => total + amount, 0);
      expect(sum).to.equal(8000);
    });
  });

  describe('which are more than its total', () => {
    it('gives back what was too much without a credit note, and stays paid', async () => {
      await refundsSent(shop.store);
      const before = await sales();
      const { id } = await paidBy(TOTAL, TOTAL);
      expect(await preview(id, { amount: TOTAL })).to.include({ creditedAmount: 0 });

      const back = (await shop.refund(id, { amount: TOTAL })).expect(201);

      expect(back).to.include({ amount: TOTAL, creditedAmount: 0, creditNoteId: null });
      expect(await shop.getOrder(id)).to.include({ status: 'paid', refundedTotal: 0 });
      expect(await notesOf(id)).to.deep.equal([]);
      expect(await issuedOf(id)).to.deep.equal([]);
      await refundsSent(shop.store);
      const after = await sales();
      // What came and went, each by itself: the sale is what stayed.
      expect([after.revenue - before.revenue, after.refunds - before.refunds]).to.deep.equal([
        2 * TOTAL,
        TOTAL,
      ]);

      const rest = (await shop.refund(id)).expect(201);

      expect(rest).to.include({ amount: TOTAL, creditedAmount: TOTAL });
      expect(await notesOf(id)).to.deep.equal([[TOTAL, VAT]]);
      expect(await shop.getOrder(id)).to.include({ status: 'refunded', refundedTotal: TOTAL });
    });

    it('gives back everything with a credit note over its total', async () => {
      const { id } = await paidBy(TOTAL, 5000);

      const { further, ...first } = (await shop.refund(id)).expect(201);

      expect([first, ...further].map(({ amount, creditedAmount }) => [amount, creditedAmount])).to.deep.equal(
        [
          [5000, 0],
          [TOTAL, TOTAL],
        ],
      );
      expect(await notesOf(id)).to.deep.equal([[TOTAL, VAT]]);
      expect(await shop.getOrder(id)).to.include({ status: 'refunded', refundedTotal: TOTAL });
    });

    it('refunds a line with its tax, whatever was paid too much', async () => {
      const { id, lineId } = await paidBy(TOTAL, 5000);

      const back = (await shop.refund(id, { lines: [{ lineId, quantity: 1 }] })).expect(201);

      expect(back).to.include({ amount: TOTAL / 2, creditedAmount: TOTAL / 2 });
      expect(await notesOf(id)).to.deep.equal([[TOTAL / 2, VAT / 2]]);
      expect(await shop.getOrder(id)).to.include({ status: 'partially_refunded', refundedTotal: TOTAL / 2 });
    });

    it('takes what the provider gave back for what was too much, first', async () => {
      const { id, intents } = await paidBy(TOTAL, 5000);

      await returned(intents[1] as string, 5000);

      expect(await shop.getOrder(id)).to.include({ status: 'paid', refundedTotal: 0 });
      expect(await notesOf(id)).to.deep.equal([]);
      await returned(intents[0] as string, TOTAL / 2);
      expect(await shop.getOrder(id)).to.include({ status: 'partially_refunded', refundedTotal: TOTAL / 2 });
      expect(await notesOf(id)).to.deep.equal([[TOTAL / 2, VAT / 2]]);
    });
  });
});
