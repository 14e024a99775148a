import { expect } from 'chai';
import fc from 'fast-check';
import { refundsSent } from '../refunds-sent.ts';
import { createShopper } from '../store/shopper.ts';
import { snapshot } from '../table-snapshot.ts';
import { wrongStock } from '../wrong-stock.ts';
import { type Line, useReturns } from './return-scene.ts';

describe('returns', () => {
  const scene = useReturns();
  const { paidOrder, shippedOrder, received, take, act } = scene;

  it('takes goods back by line and condition, restocks or writes off, and refunds by a note', async () => {
    const { id, three, two, stock } = await shippedOrder();
    const made = (
      await take(id, [
        { lineId: three, quantity: 2 },
        { lineId: two, quantity: 2 },
      ])
    ).expect(201);
    expect(made).to.deep.include({ status: 'approved', requestedBy: 'operator', received: [] });
    expect(await stock()).to.deep.equal([
      [7, 0],
      [8, 0],
    ]);

    const lines = [
      { lineId: three, quantity: 1, condition: 'new', restock: true },
      { lineId: three, quantity: 1, condition: 'damaged', restock: false },
      { lineId: two, quantity: 1, condition: 'used', restock: true },
    ];
    const received = (await act(made.id, 'receive', { lines })).expect(200);

    expect(received).to.deep.include({ status: 'received', received: lines, refundId: null });
    expect(await stock()).to.deep.equal([
      [8, 0],
      [9, 0],
    ]);
    expect((await scene.shop.getOrder(id)).status).to.equal('shipped');

    const refunded = (await act(made.id, 'refund', { reason: 'Returned' })).expect(200);

    expect(refunded.status).to.equal('refunded');
    const order = await scene.shop.getOrder(id);
    expect(order).to.deep.include({ status: 'partially_refunded', refundedTotal: 2880 });
    expect(order.refunds[0]).to.deep.include({
      id: refunded.refundId,
      amount: 2880,
      reason: 'Returned',
      restock: false,
      returnId: made.id,
      creditNoteNumber: 1,
      lines: [
        { lineId: three, quantity: 2, amount: 2380 },
        { lineId: two, quantity: 1, amount: 500 },
      ],
    });
    expect(order.lines.map(({ returnedQuantity }: Line) => returnedQuantity)).to.deep.equal([2, 1]);
    await refundsSent(scene.shop.store);
  });

  it('is requested by a guest with the cart, waits for approval, and is told what to do', async () => {
    const { id, cartId, three } = await shippedOrder();
    const path = `/${cartId}/order/returns`;

    const asked = (
      await scene.shop.send('POST', path, { lines: [{ lineId: three, quantity: 1 }], reason: 'Too strong' })
    ).expect(201);

    expect(asked).to.deep.include({ status: 'requested', requestedBy: 'customer', reason: 'Too strong' });
    const { items: notices } = (await scene.shop.admin('GET', '/notifications')).expect(200);
    expect(notices.filter(({ kind }: { kind: string }) => kind === 'return.requested')).to.have.length(1);
    (
      await act(asked.id, 'receive', {
        lines: [{ lineId: three, quantity: 1, condition: 'new', restock: true }],
      })
    ).refused('illegal_return_transition');
    (await act(asked.id, 'approve', { note: 'Send it back' })).expect(200);
    const { items } = (await scene.shop.send('GET', path)).expect(200);
    expect(items).to.have.length(1);
    expect(items[0]).to.deep.include({ id: asked.id, status: 'approved', note: 'Send it back' });
    const listed = (await scene.shop.admin('GET', `/returns?orderId=${id}&status=approved`)).expect(200);
    const orderNumber = (await scene.shop.getOrder(id)).number;
    expect(listed.items).to.deep.equal([{ ...items[0], orderNumber }]);
    expect((await scene.shop.admin('GET', `/returns/${asked.id}`)).expect(200)).to.deep.equal(items[0]);
  });

  it('is requested by a customer for their own order only', async () => {
    const [ada, eve] = [await scene.shop.store.customer(), await scene.shop.store.customer()];
    const { id, cartId, two } = await shippedOrder(createShopper(scene.api, scene.shop.store, ada.token));
    const own = `/store/v1/customers/me/orders/${id}/returns`;
    const body = { lines: [{ lineId: two, quantity: 2 }] };
    const before = await snapshot(scene.api.env);

    (await scene.api.request('POST', own, { token: eve.token, body })).refused('not_found');
    (await scene.api.request('GET', own, { token: eve.token })).refused('not_found');
    (await scene.shop.send('POST', `/${cartId}/order/returns`, body)).refused('not_found');
    expect(await snapshot(scene.api.env)).to.deep.equal(before);

    const asked = (await scene.api.request('POST', own, { token: ada.token, body })).expect(201);
    const { items } = (await scene.api.request('GET', own, { token: ada.token })).expect(200);
    expect(items).to.deep.equal([asked]);
  });

  it('takes no more than was shipped, and each unit once', async () => {
    const { id, three, two } = await paidOrder();
    (
      await scene.shop.admin('POST', `/orders/${id}/ship`, { lines: [{ lineId: three, quantity: 2 }] })
    ).expect(200);
    const first = (await take(id, [{ lineId: three, quantity: 1 }])).expect(201);
    const before = await snapshot(scene.api.env);

    (await take(id, [{ lineId: three, quantity: 2 }])).refused('quantity_exceeded');
    (await take(id, [{ lineId: two, quantity: 1 }])).refused('quantity_exceeded');
    const tooMany = [{ lineId: three, quantity: 2, condition: 'new', restock: true }];
    (await act(first.id, 'receive', { lines: tooMany })).refused('quantity_exceeded');
    (await act(first.id, 'refund')).refused('illegal_return_transition');
    expect(await snapshot(scene.api.env)).to.deep.equal(before);

    (await act(first.id, 'reject', { note: 'It never came' })).expect(200);
    (await act(first.id, 'approve')).refused('illegal_return_transition');
    (await take(id, [{ lineId: three, quantity: 2 }])).expect(201);
  });

  it('leaves what is still here to be shipped: what came back is another unit', async () => {
    const { id, three, stock } = await paidOrder();
    (
      await scene.shop.admin('POST', `/orders/${id}/ship`, { lines: [{ lineId: three, quantity: 2 }] })
    ).expect(200);
    const { id: returnId } = (await take(id, [{ lineId: three, quantity: 2 }])).expect(201);
    const lines = [{ lineId: three, quantity: 2, condition: 'new', restock: true }];
    (await act(returnId, 'receive', { lines })).expect(200);
    (await act(returnId, 'refund')).expect(200);

    const shipped = (await scene.shop.admin('POST', `/orders/${id}/ship`, {})).expect(200);

    expect(shipped.status).to.equal('partially_refunded');
    expect(shipped.shipments).to.have.length(2);
    expect(await stock()).to.deep.equal([
      [9, 0],
      [8, 0],
    ]);
    await refundsSent(scene.shop.store);
  });

  it('restocks no unit again by a refund of what came back already', async () => {
    const order = await shippedOrder();
    await received(order, [{ lineId: order.two, quantity: 1 }]);
    expect(await order.stock()).to.deep.include([9, 0]);

    const refund = { lines: [{ lineId: order.two, quantity: 2 }], restock: true };
    (await scene.shop.admin('POST', `/orders/${order.id}/refunds`, refund)).expect(201);

    expect(await order.stock()).to.deep.equal([
      [7, 0],
      [10, 0],
    ]);
    expect(await wrongStock(scene.shop.store)).to.deep.equal([]);
    await refundsSent(scene.shop.store);
  });

  it('refunds each unit once, whichever way the money goes back', async () => {
    const { id, two } = await shippedOrder();
    const { id: returnId } = (await take(id, [{ lineId: two, quantity: 2 }])).expect(201);
    const lines = [{ lineId: two, quantity: 2, condition: 'new', restock: false }];
    (await act(returnId, 'receive', { lines })).expect(200);
    (
      await scene.shop.admin('POST', `/orders/${id}/refunds`, { lines: [{ lineId: two, quantity: 1 }] })
    ).expect(201);

    const refunded = await Promise.all([act(returnId, 'refund'), act(returnId, 'refund')]);

    expect(refunded.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    expect((await scene.shop.getOrder(id)).refundedTotal).to.equal(1000);
    await refundsSent(scene.shop.store);
  });

  it('adds up whatever happens in whatever order: money, stock, movements and credit notes', async () => {
    const unit = fc.integer({ min: 1, max: 3 });
    const step = fc.oneof(
      fc.record({ what: fc.constant('ship' as const), line: fc.nat(1), units: unit }),
      fc.record({
        what: fc.constant('refund' as const),
        line: fc.nat(1),
        units: unit,
        restock: fc.boolean(),
      }),
      fc.record({ what: fc.constant('amount' as const), amount: fc.integer({ min: 1, max: 2000 }) }),
      fc.record({
        what: fc.constant('return' as const),
        line: fc.nat(1),
        units: unit,
        restock: fc.boolean(),
      }),
      fc.record({ what: fc.constant('money back' as const) }),
      fc.record({
        what: fc.constant('exchange' as const),
        unitAmount: fc.option(fc.integer({ min: 0, max: 2000 }), { nil: undefined }),
      }),
      fc.record({ what: fc.constant('cancel exchange' as const) }),
    );

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 10 }), async (steps) => {
        const { id, three, two, stock } = await paidOrder();
        const lineOf = (index: number) => [three, two][index] as string;
        const received: { id: string; line: string }[] = [];
        const exchanges: string[] = [];
        for (const each of steps) {
          // Each may be refused: then it changes nothing.
          if (each.what === 'ship') {
            const lines = [{ lineId: lineOf(each.line), quantity: each.units }];
            await scene.shop.admin('POST', `/orders/${id}/ship`, { lines });
          } else if (each.what === 'refund') {
            const lines = [{ lineId: lineOf(each.line), quantity: each.units }];
            await scene.shop.admin('POST', `/orders/${id}/refunds`, { lines, restock: each.restock });
          } else if (each.what === 'amount') {
            await scene.shop.admin('POST', `/orders/${id}/refunds`, { amount: each.amount });
          } else if (each.what === 'return') {
            const wanted = { lineId: lineOf(each.line), quantity: each.units };
            const taken = await take(id, [wanted]);
            if (taken.status !== 201) continue;
            const lines = [{ ...wanted, condition: 'used', restock: each.restock }];
            (await act(taken.body.id, 'receive', { lines })).expect(200);
            received.push({ id: taken.body.id, line: wanted.lineId });
          } else if (each.what === 'cancel exchange') {
            const next = exchanges.at(-1);
            if (next) await scene.shop.admin('POST', `/orders/${next}/cancel`, {});
          } else {
            const next = received[0];
            if (!next) continue;
            const asked =
              each.what === 'exchange'
                ? await act(next.id, 'exchange', {
                    lines: [
                      {
                        lineId: next.line,
                        ...(each.unitAmount === undefined ? {} : { unitAmount: each.unitAmount }),
                      },
                    ],
                  })
                : await act(next.id, 'refund');
            if (asked.status === 200) received.push(received.shift() ?? next);
            if (asked.body.exchangeOrderId) exchanges.push(asked.body.exchangeOrderId);
          }
        }
        await refundsSent(scene.shop.store);

        const order = await scene.shop.getOrder(id);
        const refunds = order.refunds as { amount: number; creditNoteId: string }[];
        const sum = refunds.reduce((total, { amount }) => total + amount, 0);
        expect(order.refundedTotal).to.equal(sum);
        expect(sum).to.be.at.most(order.payments[0].capturedAmount);
        const notes = await scene.shop.store.admin.db.creditNote.findMany({ where: { orderId: id } });
        expect(notes.reduce((total, { amount }) => total + Number(amount), 0)).to.equal(sum);
        const credited = notes.flatMap(
          ({ taxLines }) => taxLines as { amount: number; baseAmount: number }[],
        );
        expect(credited.reduce((total, { amount, baseAmount }) => total + amount + baseAmount, 0)).to.equal(
          sum,
        );
        for (const line of order.lines as Line[]) {
          expect(line.shippedQuantity).to.be.at.most(line.quantity);
          expect(line.returnedQuantity).to.be.at.most(line.shippedQuantity);
          expect(line.refundedQuantity + line.exchangedQuantity).to.be.at.most(line.quantity);
          expect(line.exchangedQuantity).to.be.at.most(line.returnedQuantity);
          expect(line.shippableQuantity).to.be.at.least(0);
        }
        for (const [quantity, reserved] of await stock()) {
          expect(quantity).to.be.within(0, 10);
          expect(reserved).to.be.within(0, 6);
        }
        for (const exchange of await Promise.all(exchanges.map(scene.shop.getOrder))) {
          const totals = (exchange.lines as Line[]).map(({ total }) => total);
          expect(totals.reduce((total, each) => total + each, 0)).to.equal(exchange.total);
          expect(exchange.subtotal - exchange.discountTotal).to.equal(exchange.total);
          expect(exchange.payments).to.have.length(exchange.total > 0 ? 1 : 0);
        }
        expect(await wrongStock(scene.shop.store)).to.deep.equal([]);
      }),
      { numRuns: 6 },
    );
  });
});
