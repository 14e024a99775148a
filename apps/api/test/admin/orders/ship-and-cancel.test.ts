import { randomUUID } from 'node:crypto';
import { paymentSucceeded } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { refundsSent } from '../../refunds-sent.ts';
import { useShopOfEach } from '../../store/shop.ts';
import { snapshot } from '../../table-snapshot.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';

describe('shipping and cancelling orders', () => {
  const api = useApi();
  const shop = useShopOfEach(api);
  let provide: ReturnType<typeof createProvider>;

  before(async () => {
    provide = createProvider(api);
  });

  /** Lines of 3 and 2 units; answers the order and its lines' variants. */
  async function order({ paid = true } = {}) {
    const variants = [await shop.variant({ stockQuantity: 10 }), await shop.variant({ stockQuantity: 10 })];
    const cartId = await shop.createCart();
    (await shop.addLine(cartId, variants[0]?.id ?? '', 3)).expect(200);
    (await shop.addLine(cartId, variants[1]?.id ?? '', 2)).expect(200);
    (await shop.setAddress(cartId)).expect(200);
    await shop.chooseShipping(cartId);
    const { id } = (await shop.checkOut(cartId)).expect(201).order;
    if (paid) (await provide(paymentSucceeded(id))).expect(200);
    const { lines } = (await shop.admin('GET', `/orders/${id}`)).expect(200);
    const of = (variantId?: string) =>
      lines.find((line: { variantId: string }) => line.variantId === variantId).id as string;
    const stock = async () => {
      const rows = await Promise.all(
        variants.map(({ id: variant }) =>
          shop.store.admin.db.variant.findFirstOrThrow({ where: { id: variant } }),
        ),
      );
      return rows.map(({ stockQuantity, reserved }) => [Number(stockQuantity), Number(reserved)]);
    };
    return { id: id as string, three: of(variants[0]?.id), two: of(variants[1]?.id), stock };
  }
  const ship = (id: string, body: object = {}) => shop.admin('POST', `/orders/${id}/ship`, body);
  const cancel = (id: string, body: object = {}) => shop.admin('POST', `/orders/${id}/cancel`, body);
  const events = async () =>
    (await shop.store.admin.db.webhookEvent.findMany({ where: { name: { startsWith: 'order.' } } }))
      .map(({ name }) => name)
      .filter((name) => name !== 'order.created' && name !== 'order.paid');

  describe('POST /admin/v1/orders/{id}/ship', () => {
    it('ships all that is left: stock falls, the order is shipped, the tracking is kept', async () => {
      const { id, stock } = await order();
      expect(await stock()).to.deep.equal([
        [10, 3],
        [10, 2],
      ]);

      const shipped = (await ship(id, { tracking: { carrier: 'DHL', number: '0034' } })).expect(200);

      expect(shipped.status).to.equal('shipped');
      expect(await stock()).to.deep.equal([
        [7, 0],
        [8, 0],
      ]);
      expect(shipped.shipments[0].tracking).to.deep.equal({ carrier: 'DHL', number: '0034', url: null });
      expect(shipped.history.at(-1)).to.deep.include({ status: 'shipped', previousStatus: 'paid' });
      expect(shipped.history.at(-1).actor).to.match(/^admin:/);
      expect(shipped.history.at(-1).details.tracking).to.deep.equal({ carrier: 'DHL', number: '0034' });
      expect(await events()).to.have.members(['order.shipped', 'order.shipment_created', 'order.completed']);
    });

    it('ships in parts: the order is shipped with the last one', async () => {
      const { id, three, two, stock } = await order();

      const first = (await ship(id, { lines: [{ lineId: three, quantity: 2 }], tracking: '0034' })).expect(
        200,
      );
      const second = (await ship(id, { lines: [{ lineId: two }] })).expect(200);

      expect(first).to.include({ status: 'paid', version: 3 });
      expect(first.shipments[0].tracking.number).to.equal('0034');
      expect(first.history.at(-1)).to.deep.include({ status: 'paid', previousStatus: 'paid' });
      expect(second.status).to.equal('paid');
      expect(await stock()).to.deep.equal([
        [8, 1],
        [8, 0],
      ]);
      const parts = ['order.shipment_created', 'order.shipment_created'];
      expect(await events()).to.deep.equal(parts);

      const last = (await ship(id)).expect(200);

      expect(last.status).to.equal('shipped');
      expect(last.shipments).to.have.length(3);
      expect(await stock()).to.deep.equal([
        [7, 0],
        [8, 0],
      ]);
      expect(await events()).to.have.members([
        ...parts,
        'order.shipment_created',
        'order.shipped',
        'order.completed',
      ]);
    });

    describe('of a partially refunded order', () => {
      const refund = async (id: string, body: object) => {
        (await shop.admin('POST', `/orders/${id}/refunds`, body)).expect(201);
        await refundsSent(shop.store);
      };

      it('ships what wasn’t refunded, and writes off what was refunded and not put back', async () => {
        const { id, three, two, stock } = await order();
        await refund(id, { lines: [{ lineId: three, quantity: 1 }] });
        await refund(id, { lines: [{ lineId: two, quantity: 1 }], restock: true });

        const first = (await ship(id, { lines: [{ lineId: three }], tracking: '0034' })).expect(200);

        expect(first.status).to.equal('partially_refunded');
        expect(first.history.at(-1)).to.deep.include({
          status: 'partially_refunded',
          previousStatus: 'partially_refunded',
        });
        expect(await stock()).to.deep.equal([
          [8, 1],
          [10, 1],
        ]);
        const before = await snapshot(api.env);
        (await ship(id, { lines: [{ lineId: three, quantity: 1 }] })).refused('quantity_exceeded');
        expect(await snapshot(api.env)).to.deep.equal(before);

        const last = (await ship(id)).expect(200);

        expect(last.status).to.equal('partially_refunded');
        expect(last.shipments).to.have.length(2);
        expect(last.lines.map((line: { shippableQuantity: number }) => line.shippableQuantity)).to.deep.equal(
          [0, 0],
        );
        expect(await stock()).to.deep.equal([
          [7, 0],
          [9, 0],
        ]);
        expect(await events()).to.have.members([
          ...['order.partially_refunded', 'order.partially_refunded'],
          ...['order.shipment_created', 'order.shipment_created', 'order.completed'],
        ]);
        (await ship(id)).refused('quantity_exceeded');
      });

      it('writes off what a refund of all that was left to ship didn’t put back', async () => {
        const { id, three, two, stock } = await order();
        await refund(id, { lines: [{ lineId: two, quantity: 1 }] });
        (
          await ship(id, {
            lines: [
              { lineId: three, quantity: 2 },
              { lineId: two, quantity: 1 },
            ],
          })
        ).expect(200);
        expect(
          await stock(),
          'as long as something is to be shipped, a refund that fails changes nothing',
        ).to.deep.equal([
          [8, 1],
          [9, 1],
        ]);

        await refund(id, { lines: [{ lineId: three }] });

        expect(await stock()).to.deep.equal([
          [7, 0],
          [8, 0],
        ]);
        const { fulfilmentStatus, lines } = (await shop.admin('GET', `/orders/${id}`)).expect(200);
        expect(fulfilmentStatus).to.equal('shipped');
        expect(lines.map((line: { releasedQuantity: number }) => line.releasedQuantity)).to.deep.equal([
          1, 1,
        ]);
        expect((await events()).filter((name) => name === 'order.completed')).to.have.length(1);
      });

      it('writes off what was refunded before anything was shipped, though shipping stays paid', async () => {
        (await shop.admin('PUT', '/settings/shipping', { options: [{ name: 'Post', amount: 490 }] })).expect(
          200,
        );
        const { id, three, two, stock } = await order();
        await refund(id, { lines: [{ lineId: three }, { lineId: two }] });

        expect((await shop.getOrder(id)).status).to.equal('partially_refunded');
        expect(await stock()).to.deep.equal([
          [7, 0],
          [8, 0],
        ]);
        expect(await events()).to.not.include('order.completed');
      });

      it('ships all units after a refund of an amount, which names no goods', async () => {
        const { id, stock } = await order();
        await refund(id, { amount: 100 });

        expect((await ship(id)).expect(200).status).to.equal('partially_refunded');

        expect(await stock()).to.deep.equal([
          [7, 0],
          [8, 0],
        ]);
      });
    });

    for (const [what, code, bodyOf] of [
      [
        'more than is left',
        'quantity_exceeded',
        (line: string) => ({ lines: [{ lineId: line, quantity: 4 }] }),
      ],
      [
        'a line twice',
        'validation_failed',
        (line: string) => ({ lines: [{ lineId: line }, { lineId: line }] }),
      ],
      ['a line of nobody', 'validation_failed', () => ({ lines: [{ lineId: randomUUID() }] })],
      ['no lines', 'validation_failed', () => ({ lines: [] })],
      ['no units', 'validation_failed', (line: string) => ({ lines: [{ lineId: line, quantity: 0 }] })],
      ['a script for tracking', 'validation_failed', () => ({ tracking: { url: 'javascript:alert(1)' } })],
    ] as const) {
      it(`refuses ${what}, and changes nothing`, async () => {
        const { id, three } = await order();
        const before = await snapshot(api.env);

        (await ship(id, bodyOf(three))).refused(code);

        expect(await snapshot(api.env)).to.deep.equal(before);
      });
    }

    it('refuses an unpaid order and one that is shipped, and changes nothing', async () => {
      const unpaid = await order({ paid: false });
      const shipped = await order();
      (await ship(shipped.id)).expect(200);
      const before = await snapshot(api.env);

      (await ship(unpaid.id)).refused('illegal_transition');
      (await ship(shipped.id)).refused('illegal_transition');

      expect(await snapshot(api.env)).to.deep.equal(before);
    });

    it('ships each unit once when 10 ask at once', async () => {
      const { id, stock } = await order();

      const answers = await Promise.all(Array.from({ length: 10 }, () => ship(id)));

      expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
      for (const answer of answers) if (answer.status !== 200) answer.refused('illegal_transition');
      expect(await stock()).to.deep.equal([
        [7, 0],
        [8, 0],
      ]);
    });

    it('is completed once by the later of two parcels that leave at once', async () => {
      const { id, three, two } = await order();

      const answers = await Promise.all([
        ship(id, { lines: [{ lineId: three, quantity: 3 }] }),
        ship(id, { lines: [{ lineId: two, quantity: 2 }] }),
      ]);

      for (const answer of answers) answer.expect(200);
      expect(await events()).to.have.members([
        ...['order.shipment_created', 'order.shipment_created'],
        ...['order.shipped', 'order.completed'],
      ]);
    });

    it('ships once when it is repeated with its Idempotency-Key', async () => {
      const { id, three, stock } = await order();
      const again = () =>
        api.request('POST', `/admin/v1/orders/${id}/ship`, {
          token,
          headers: { 'Idempotency-Key': 'parcel-1' },
          body: { lines: [{ lineId: three, quantity: 1 }] },
        });
      const token = shop.store.token();

      const first = (await again()).expect(200);
      const second = await again();

      expect(second.expect(200)).to.deep.equal(first);
      expect(second.headers.get('idempotent-replayed')).to.equal('true');
      expect(await stock()).to.deep.equal([
        [9, 2],
        [10, 2],
      ]);
    });
  });

  describe('POST /admin/v1/orders/{id}/cancel', () => {
    it('cancels a pending order: its stock is for sale again, and the reason is kept', async () => {
      const { id, stock } = await order({ paid: false });

      const cancelled = (await cancel(id, { reason: 'Nobody paid' })).expect(200);

      expect(cancelled.status).to.equal('cancelled');
      expect(cancelled.history.at(-1)).to.deep.include({
        status: 'cancelled',
        previousStatus: 'pending',
        details: { reason: 'Nobody paid' },
      });
      expect(await stock()).to.deep.equal([
        [10, 0],
        [10, 0],
      ]);
      expect(await events()).to.deep.equal(['order.cancelled']);
    });

    it('cancels a paid order of which something left: only the rest is for sale again', async () => {
      const { id, three, stock } = await order();
      (await ship(id, { lines: [{ lineId: three, quantity: 2 }] })).expect(200);

      (await cancel(id)).expect(200);

      expect(await stock()).to.deep.equal([
        [8, 0],
        [10, 0],
      ]);
    });

    it('refuses a second time, and an order that left', async () => {
      const { id, stock } = await order();
      (await cancel(id)).expect(200);
      const shipped = await order();
      (await ship(shipped.id)).expect(200);

      (await cancel(id)).refused('illegal_transition');
      (await cancel(shipped.id)).refused('illegal_transition');

      expect(await stock()).to.deep.equal([
        [10, 0],
        [10, 0],
      ]);
      expect(await shipped.stock()).to.deep.equal([
        [7, 0],
        [8, 0],
      ]);
    });

    it('either ships or cancels when both are asked at once', async () => {
      const { id, stock } = await order();

      const answers = await Promise.all([ship(id), cancel(id), ship(id), cancel(id)]);

      expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
      const { status } = (await shop.admin('GET', `/orders/${id}`)).expect(200);
      expect(await stock()).to.deep.equal(
        status === 'shipped'
          ? [
              [7, 0],
              [8, 0],
            ]
          : [
              [10, 0],
              [10, 0],
            ],
      );
    });
  });

  describe('a cancelled order that is paid', () => {
    it('is flagged, tells the operators, and holds its stock again', async () => {
      const { id, stock } = await order({ paid: false });
      (await cancel(id)).expect(200);

      (await provide(paymentSucceeded(id))).expect(200);

      const paid = (await shop.admin('GET', `/orders/${id}`)).expect(200);
      expect(paid).to.include({ status: 'paid', attention: 'paid_after_cancellation' });
      expect(await stock()).to.deep.equal([
        [10, 3],
        [10, 2],
      ]);
      const { items } = (await shop.admin('GET', '/notifications')).expect(200);
      expect(items.map(({ kind }: { kind: string }) => kind)).to.deep.equal([
        'order.paid_after_cancellation',
      ]);
      (await ship(id)).expect(200);
    });

    it('holds again what wasn’t refunded meanwhile', async () => {
      const { id, three, two, stock } = await order();
      (await cancel(id)).expect(200);
      const lines = [{ lineId: three, quantity: 2 }, { lineId: two }];
      (await shop.admin('POST', `/orders/${id}/refunds`, { lines })).expect(201);
      await refundsSent(shop.store);
      const again = paymentSucceeded(id);
      again.data.object.id = `pi_${randomUUID()}`;

      (await provide(again)).expect(200);

      expect(await stock()).to.deep.equal([
        [10, 1],
        [10, 0],
      ]);
      (await ship(id)).expect(200);
      expect(await stock()).to.deep.equal([
        [9, 0],
        [10, 0],
      ]);
    });

    it('holds nothing when some of it is sold by then', async () => {
      const { id, three, stock } = await order({ paid: false });
      (await cancel(id)).expect(200);
      const { variantId } = await shop.store.admin.db.orderLine.findFirstOrThrow({ where: { id: three } });
      await shop.store.admin.db.variant.updateMany({ where: { id: variantId }, data: { stockQuantity: 2 } });

      (await provide(paymentSucceeded(id))).expect(200);

      expect(await stock()).to.deep.equal([
        [2, 0],
        [10, 0],
      ]);
      (await ship(id)).refused('quantity_exceeded');
    });
  });
});
