import { randomUUID } from 'node:crypto';
import { refunds, webhooks } from '@service/core';
import { paymentSucceeded, until } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { useShopOfEach } from '../../store/shop.ts';
import { snapshot } from '../../table-snapshot.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';
import { createEvents } from '../../webhooks/payment/provider-events.ts';

describe('POST /admin/v1/orders/{id}/refunds', () => {
  const api = useApi();
  const shop = useShopOfEach(api);
  let provide: ReturnType<typeof createProvider>;

  before(async () => {
    provide = createProvider(api);
  });

  beforeEach(async () => {
    await webhooks.createSubscription(shop.store.admin, {
      url: 'http://127.0.0.1:1/hook',
      events: ['refund.issued', 'order.refunded', 'order.partially_refunded'],
    });
  });

  /** 3 units at 11.90: 35.70 with 5.70 tax. */
  async function order({ paid = true, code }: { paid?: boolean; code?: string } = {}) {
    const variant = await shop.variant({ stockQuantity: 10 });
    const cartId = await shop.createCart();
    (await shop.addLine(cartId, variant.id, 3)).expect(200);
    (await shop.setAddress(cartId)).expect(200);
    await shop.chooseShipping(cartId);
    if (code) (await shop.send('POST', `/${cartId}/discount-code`, { code })).expect(200);
    const { order: placed } = (await shop.checkOut(cartId)).expect(201);
    if (!code) expect(placed.total).to.equal(3570);
    if (paid) (await provide(paymentSucceeded(placed.id))).expect(200);
    const { lines } = await shop.getOrder(placed.id);
    const stock = async () => {
      const row = await shop.store.admin.db.variant.findFirstOrThrow({ where: { id: variant.id } });
      return [Number(row.stockQuantity), Number(row.reserved)];
    };
    return { id: placed.id as string, lineId: lines[0].id as string, stock };
  }
  const events = async () =>
    (await shop.store.admin.db.webhookEvent.findMany()).filter(({ name }) => /refund/.test(name));
  const notes = () => shop.store.admin.db.creditNote.findMany({ orderBy: { number: 'asc' } });
  /** The provider is asked behind the answer. */
  const sent = (refundId: string) =>
    until(async () => {
      const row = await shop.store.admin.db.refund.findFirstOrThrow({ where: { id: refundId } });
      return row.sendAt === null;
    }, 'the provider’s answer');

  it('of orders with one variant, with and without their goods, wait for no other’s lock', async () => {
    const variant = await shop.variant({ stockQuantity: 100 });
    const paidOrder = async () => {
      const { order: placed } = (await shop.checkOut(await shop.fullCart({ [variant.id]: 1 }))).expect(201);
      (await provide(paymentSucceeded(placed.id))).expect(200);
      return shop.getOrder(placed.id);
    };

    for (let pair = 0; pair < 6; pair += 1) {
      const [whole, byLine] = [await paidOrder(), await paidOrder()];
      const refunds = await Promise.all([
        shop.refund(whole.id),
        shop.refund(byLine.id, { lines: [{ lineId: byLine.lines[0].id }], restock: true }),
      ]);
      for (const each of refunds) each.expect(201);
    }

    const row = await shop.store.admin.db.variant.findFirstOrThrow({ where: { id: variant.id } });
    expect([row.stockQuantity, row.reserved]).to.deep.equal([94n, 0n]);
  });

  it('refunds an amount: credit note, both events, the move, and the provider is asked', async () => {
    const { id } = await order();

    const made = (await shop.refund(id, { amount: 1000, reason: 'Late' })).expect(201);

    expect(made).to.deep.include({
      orderId: id,
      amount: 1000,
      currency: 'EUR',
      reason: 'Late',
      creditNoteNumber: 1,
    });
    expect((await events()).map(({ name, data }) => ({ name, data }))).to.have.deep.members([
      {
        name: 'refund.issued',
        data: {
          refundId: made.id,
          orderId: id,
          amount: 1000,
          currency: 'EUR',
          creditNoteId: made.creditNoteId,
        },
      },
      {
        name: 'order.partially_refunded',
        data: { orderId: id, status: 'partially_refunded', previousStatus: 'paid' },
      },
    ]);
    expect(await shop.getOrder(id)).to.deep.include({ status: 'partially_refunded', refundedTotal: 1000 });
    await sent(made.id);
    const { refunds: rows } = await shop.getOrder(id);
    expect(rows[0].status).to.equal('succeeded');
    expect(rows[0].providerRefundId).to.match(/^re_fake_/);
  });

  it('refunds all that is left without an amount; the credit notes’ tax is the order’s', async () => {
    const { id } = await order();
    (await shop.refund(id, { amount: 1001 })).expect(201);
    (await shop.refund(id, { amount: 7 })).expect(201);

    const last = (await shop.refund(id)).expect(201);

    expect(last.amount).to.equal(2562);
    expect((await shop.getOrder(id)).status).to.equal('refunded');
    const rows = await notes();
    expect(rows.map(({ number }) => Number(number))).to.deep.equal([1, 2, 3]);
    const taxes = rows.flatMap(({ taxLines }) => taxLines as { amount: number; baseAmount: number }[]);
    expect(taxes.reduce((sum, { amount }) => sum + amount, 0)).to.equal(570);
    expect(taxes.reduce((sum, { baseAmount }) => sum + baseAmount, 0)).to.equal(3000);
    expect((await events()).map(({ name }) => name).sort()).to.deep.equal([
      'order.partially_refunded',
      'order.partially_refunded',
      'order.refunded',
      'refund.issued',
      'refund.issued',
      'refund.issued',
    ]);
  });

  it('refunds lines by units, and puts the goods back into the stock when it is told to', async () => {
    const { id, lineId, stock } = await order();
    (await shop.admin('POST', `/orders/${id}/ship`, { lines: [{ lineId, quantity: 2 }] })).expect(200);
    expect(await stock()).to.deep.equal([8, 1]);

    const kept = (await shop.refund(id, { lines: [{ lineId, quantity: 1 }] })).expect(201);
    expect(kept).to.deep.include({ amount: 1190, restock: false });
    // Nothing is left to ship, so the unit that was refunded without restock is written off.
    expect(await stock()).to.deep.equal([7, 0]);
    const back = (await shop.refund(id, { lines: [{ lineId }], restock: true })).expect(201);

    expect(back).to.deep.include({ amount: 2380, lines: [{ lineId, quantity: 2, amount: 2380 }] });
    expect(await stock()).to.deep.equal([9, 0]);
    expect((await shop.getOrder(id)).lines[0]).to.deep.include({
      refundedQuantity: 3,
      releasedQuantity: 1,
      shippedQuantity: 2,
    });
    expect((await shop.getOrder(id)).status).to.equal('refunded');
  });

  it('previews what the credit note then says, and writes nothing', async () => {
    const { id, lineId } = await order();
    const body = { lines: [{ lineId, quantity: 2 }], restock: true };
    const before = await snapshot(api.env);

    const preview = (await shop.admin('POST', `/orders/${id}/refunds/preview`, body)).expect(200);

    expect(await snapshot(api.env)).to.deep.equal(before);
    expect(preview).to.deep.equal({
      amount: 2380,
      creditedAmount: 2380,
      currency: 'EUR',
      refundable: 3570,
      lines: [{ lineId, quantity: 2, amount: 2380 }],
      taxLines: [{ country: 'DE', rateBasisPoints: 1900, baseAmount: 2000, amount: 380 }],
    });
    const made = (await shop.refund(id, body)).expect(201);
    expect(made.lines).to.deep.equal(preview.lines);
    expect((await notes()).map(({ taxLines }) => taxLines)).to.deep.equal([preview.taxLines]);
    (await shop.admin('POST', `/orders/${id}/refunds/preview`, { amount: 1191 })).refused(
      'refund_exceeds_captured',
    );
  });

  it('refunds a discounted line unit by unit, to the cent', async () => {
    const terms = { code: 'FEWER', kind: 'percentage', basisPoints: 500 };
    (await shop.admin('POST', '/discounts', terms)).expect(201);
    const { id, lineId } = await order({ code: 'FEWER' });

    const amounts: number[] = [];
    for (let unit = 0; unit < 3; unit += 1)
      amounts.push((await shop.refund(id, { lines: [{ lineId, quantity: 1 }] })).expect(201).amount);

    // A third of it is no whole cent.
    const { total, status } = await shop.getOrder(id);
    expect(total % 3).not.to.equal(0);
    expect(amounts).to.deep.equal([
      Math.floor(total / 3),
      Math.floor((2 * total) / 3) - Math.floor(total / 3),
      total - Math.floor((2 * total) / 3),
    ]);
    expect(status).to.equal('refunded');
  });

  it('puts all goods back with a refund of all', async () => {
    const { id, stock } = await order();

    (await shop.refund(id, { restock: true })).expect(201);

    expect(await stock()).to.deep.equal([10, 0]);
  });

  it('refunds a paid order that was cancelled, which stays cancelled', async () => {
    const { id } = await order();
    (await shop.admin('POST', `/orders/${id}/cancel`, {})).expect(200);

    (await shop.refund(id)).expect(201);

    expect(await shop.getOrder(id)).to.deep.include({ status: 'cancelled', refundedTotal: 3570 });
    expect((await events()).map(({ name }) => name)).to.deep.equal(['refund.issued']);
  });

  for (const [what, code, bodyOf] of [
    ['more than was captured', 'refund_exceeds_captured', () => ({ amount: 3571 })],
    ['nothing', 'validation_failed', () => ({ amount: 0 })],
    ['half a cent', 'validation_failed', () => ({ amount: 0.5 })],
    ['an amount and lines', 'validation_failed', (lineId: string) => ({ amount: 5, lines: [{ lineId }] })],
    [
      'more units than there are',
      'quantity_exceeded',
      (lineId: string) => ({ lines: [{ lineId, quantity: 4 }] }),
    ],
    ['a line of nobody', 'validation_failed', () => ({ lines: [{ lineId: randomUUID() }] })],
    ['goods that an amount stands for', 'validation_failed', () => ({ amount: 5, restock: true })],
  ] as const) {
    it(`refuses ${what}, and writes nothing`, async () => {
      const { id, lineId } = await order();
      const before = await snapshot(api.env);

      (await shop.refund(id, bodyOf(lineId))).refused(code);

      expect(await snapshot(api.env)).to.deep.equal(before);
    });
  }

  it('refuses an order that isn’t paid, and one that is refunded', async () => {
    const unpaid = await order({ paid: false });
    const { id } = await order();
    const { id: refundId } = (await shop.refund(id)).expect(201);
    await sent(refundId);
    const before = await snapshot(api.env);

    (await shop.refund(unpaid.id)).refused('illegal_transition');
    (await shop.refund(id, { amount: 1 })).refused('illegal_transition');

    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('never refunds more than was captured when 20 ask at once', async () => {
    const { id } = await order();

    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.refund(id, { amount: 500 })));

    expect(answers.filter(({ status }) => status === 201)).to.have.length(7);
    for (const answer of answers) if (answer.status !== 201) answer.refused('refund_exceeds_captured');
    expect(await shop.getOrder(id)).to.deep.include({ status: 'partially_refunded', refundedTotal: 3500 });
    expect((await notes()).map(({ number }) => Number(number))).to.deep.equal([1, 2, 3, 4, 5, 6, 7]);
    expect((await shop.refund(id, { amount: 71 })).refused('refund_exceeds_captured').detail).to.include(
      '70',
    );
  });

  it('counts what was refunded at the provider', async () => {
    const { id } = await order();
    const { payments } = await shop.getOrder(id);
    (await provide(createEvents(payments[0].providerPaymentId).chargeRefunded(3000))).expect(200);

    (await shop.refund(id, { amount: 571 })).refused('refund_exceeds_captured');

    expect((await shop.refund(id)).expect(201).amount).to.equal(570);
  });

  it('is one refund for the provider’s own events about it', async () => {
    const { id } = await order();
    const { payments } = await shop.getOrder(id);
    const made = (await shop.refund(id, { amount: 1000 })).expect(201);
    const told = createEvents(payments[0].providerPaymentId);
    const created = told.refund('created', `re_${randomUUID()}`, 1000, 'pending');
    created.data.object.metadata = { refundId: made.id };

    await sent(made.id);
    const { providerRefundId } = (await shop.getOrder(id)).refunds[0];
    for (const event of [
      { ...created, data: { object: { ...created.data.object, id: providerRefundId } } },
      told.refund('updated', providerRefundId, 1000, 'succeeded'),
      told.chargeRefunded(1000),
    ])
      (await provide(event)).expect(200);

    const now = await shop.getOrder(id);
    expect(now.refunds).to.have.length(1);
    expect(now).to.deep.include({ status: 'partially_refunded', refundedTotal: 1000 });
    expect(await notes()).to.have.length(1);
  });

  it('that fails later, counted by the charge or not, gives back its sum and its units', async () => {
    for (const isCounted of [true, false]) {
      const { id, lineId, stock } = await order();
      const told = createEvents((await shop.getOrder(id)).payments[0].providerPaymentId, 2_000_000_000);
      const body = { lines: [{ lineId, quantity: 1 }] };
      const first = (await shop.refund(id, body)).expect(201);
      await sent(first.id);
      const { providerRefundId } = (await shop.getOrder(id)).refunds[0];
      if (isCounted) (await provide(told.chargeRefunded(1190))).expect(200);
      const failed = told.refund('updated', providerRefundId, 1190, 'failed');

      const twice = [failed, { ...failed, id: `evt_${randomUUID()}` }];
      for (const event of twice) (await provide(event)).expect(200);

      const now = await shop.getOrder(id);
      expect(now).to.deep.include({ refundedTotal: 0 });
      expect(now.lines[0]).to.deep.include({ refundedQuantity: 0, shippableQuantity: 3 });
      const again = (await shop.refund(id, { lines: [{ lineId, quantity: 3 }], restock: true })).expect(201);
      expect(again.amount).to.equal(3570);
      expect(await shop.getOrder(id)).to.deep.include({ status: 'refunded', refundedTotal: 3570 });
      expect(await stock()).to.deep.equal([10, 0]);
      (await shop.refund(id, { amount: 1 })).refused('illegal_transition');
    }
  });

  it('goes with shipping, cancelling and the provider’s events on the same stock, all at once', async () => {
    const variant = await shop.variant({ stockQuantity: 100 });
    const other = await shop.variant({ stockQuantity: 100 });
    const placed: { id: string; paymentId: string }[] = [];
    for (const [first, second] of [
      [variant, other],
      [other, variant],
      [variant, other],
      [other, variant],
    ] as const) {
      const cartId = await shop.createCart();
      (await shop.addLine(cartId, first.id, 2)).expect(200);
      (await shop.addLine(cartId, second.id, 1)).expect(200);
      (await shop.setAddress(cartId)).expect(200);
      await shop.chooseShipping(cartId);
      const { order: made, payment } = (await shop.checkOut(cartId)).expect(201);
      placed.push({ id: made.id, paymentId: payment.providerPaymentId });
    }

    const answers = await Promise.all(
      placed.flatMap(({ id, paymentId }) => {
        const told = createEvents(paymentId);
        return [
          provide(told.succeeded()),
          shop.refund(id, { restock: true }),
          shop.admin('POST', `/orders/${id}/ship`, {}),
          shop.refund(id, { amount: 100 }),
          provide(told.dispute('created', `dp_${id}`, 'needs_response')),
          provide(told.chargeRefunded(100)),
          shop.admin('POST', `/orders/${id}/cancel`, {}),
          shop.refund(id, { amount: 3000 }),
        ];
      }),
    );

    for (const { status, body } of answers) expect([200, 201, 409], JSON.stringify(body)).to.include(status);
    const lines = await shop.store.admin.db.orderLine.findMany();
    const sum = (of: (line: (typeof lines)[number]) => number) =>
      lines.reduce((total, line) => total + of(line), 0);
    const variants = await shop.store.admin.db.variant.findMany();
    const inStock = variants.reduce((total, { stockQuantity }) => total + Number(stockQuantity), 0);
    const reserved = variants.reduce((total, row) => total + Number(row.reserved), 0);
    expect(reserved).to.equal(
      sum(({ quantity, shippedQuantity, releasedQuantity }) => quantity - shippedQuantity - releasedQuantity),
    );
    expect(inStock).to.equal(
      200 - sum(({ shippedQuantity, returnedQuantity }) => shippedQuantity - returnedQuantity),
    );
    for (const { id } of placed) {
      const { refunds: made, payments } = await shop.getOrder(id);
      const claimed = made.reduce((total: number, { amount }: { amount: number }) => total + amount, 0);
      expect(claimed).to.be.at.most(payments[0].capturedAmount);
    }
  });

  describe('whose provider', () => {
    const provider = () => api.env.services.payments.provider;
    let original: ReturnType<typeof provider>['refund'];

    beforeEach(() => {
      original = provider().refund;
    });

    afterEach(() => {
      provider().refund = original;
    });

    it('is away is asked again by the worker, under the same key', async () => {
      const { id } = await order();
      const keys: string[] = [];
      provider().refund = async ({ refundId }) => {
        keys.push(refundId);
        throw new Error('connect ECONNREFUSED');
      };
      const made = (await shop.refund(id, { amount: 1000 })).expect(201);
      await until(() => keys.length === 1, 'the first try');
      await shop.store.admin.db.refund.updateMany({ where: { id: made.id }, data: { sendAt: new Date(0) } });
      provider().refund = async (asked) => {
        keys.push(asked.refundId);
        return original(asked);
      };

      await Promise.all([1, 2, 3].map(() => refunds.sendDueRefunds(api.env.system)));

      expect(keys).to.deep.equal([made.id, made.id]);
      expect((await shop.getOrder(id)).refunds[0].status).to.equal('succeeded');
    });

    it('refuses fails with a notice only: if none can be written, the worker does it', async () => {
      const { id } = await order();
      // Postgres keeps no NUL in a text.
      const errors = ['charge\0', 'charge_already_refunded'];
      let asked = 0;
      provider().refund = async () => ({ ok: false, error: errors[asked++] ?? '' });
      const made = (await shop.refund(id)).expect(201);
      await until(() => asked === 1, 'the first refusal');

      await shop.store.admin.db.refund.updateMany({
        where: { id: made.id, sendAt: { not: null } },
        data: { sendAt: new Date(0) },
      });
      await refunds.sendDueRefunds(api.env.system);

      expect((await shop.getOrder(id)).refunds[0].status).to.equal('failed');
      const { items } = (await shop.admin('GET', '/notifications')).expect(200);
      const notices = items.filter(({ detail }: { detail: string }) => detail.includes(made.id));
      expect(notices.map(({ kind }: { kind: string }) => kind)).to.deep.equal(['refund.failed']);
    });

    it('refuses leaves a failed refund, tells the operators, and lets it be refunded another time', async () => {
      const { id } = await order();
      provider().refund = async () => ({ ok: false, error: 'charge_already_refunded' });

      const made = (await shop.refund(id)).expect(201);
      await sent(made.id);

      expect((await shop.getOrder(id)).refunds[0].status).to.equal('failed');
      const { items } = (await shop.admin('GET', '/notifications')).expect(200);
      expect(items[0].kind).to.equal('refund.failed');
      provider().refund = original;
      (await shop.refund(id)).expect(201);
    });

    it('is asked when nothing is locked: the order can be read and changed meanwhile', async () => {
      const { id } = await order();
      let asked = false;
      let goOn = () => {};
      provider().refund = async (each) => {
        if (!asked)
          await new Promise<void>((resolve) => {
            asked = true;
            goOn = resolve;
          });
        return original(each);
      };
      const made = (await shop.refund(id, { amount: 500 })).expect(201);
      await until(() => asked, 'the question');

      (await shop.refund(id, { amount: 500 })).expect(201);

      goOn();
      await sent(made.id);
    });
  });
});
