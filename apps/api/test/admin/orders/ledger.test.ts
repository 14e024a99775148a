import { ledger } from '@service/core';
import { queryAsOwner } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { refundsSent } from '../../refunds-sent.ts';
import { useShop } from '../../store/shop.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';
import { createEvents } from '../../webhooks/payment/provider-events.ts';

const PRICE = 1190;

describe('the ledgers of an order', () => {
  const api = useApi();
  const shop = useShop(api);

  /** An order of two units that waits for its payment, and its provider's events. */
  async function placed() {
    const { id: variantId } = await shop.variant({ priceAmount: PRICE, stockQuantity: 10 });
    const { order, payment } = (await shop.checkOut(await shop.fullCart({ [variantId]: 2 }))).expect(201);
    const events = createEvents(payment.providerPaymentId);
    const provide = createProvider(api);
    return {
      id: order.id as string,
      events,
      tell: async (event: object) => (await provide(event)).expect(200),
    };
  }

  const act = async (id: string, action: string, body: object = {}) =>
    (await shop.admin('POST', `/orders/${id}/${action}`, body)).expect(action === 'refunds' ? 201 : 200);
  const statesOf = async (id: string) => {
    const { paymentStatus, fulfilmentStatus } = await shop.getOrder(id);
    return [paymentStatus, fulfilmentStatus];
  };
  const idsOf = async (query: string) => {
    const { items } = (await shop.admin('GET', `/orders?pageSize=100&${query}`)).expect(200);
    return items.map((each: { id: string }) => each.id) as string[];
  };
  const differences = (...ids: string[]) =>
    api.env.system.db.sql<{ order_id: string; difference: string }[]>`
      SELECT order_id, difference FROM wrong_ledgers(${shop.store.tenantId}::uuid, ${ids}::uuid[])`;

  it('derive where its money and its goods are, side by side', async () => {
    const { id, events, tell } = await placed();
    const seen = [await statesOf(id)];
    await tell({ ...events.succeeded() });
    seen.push(await statesOf(id));
    const [line] = (await shop.getOrder(id)).lines;
    await act(id, 'ship', { lines: [{ lineId: line.id, quantity: 1 }] });
    seen.push(await statesOf(id));
    await act(id, 'ship');
    seen.push(await statesOf(id));
    await act(id, 'refunds', { amount: 100 });
    seen.push(await statesOf(id));
    const lines = [{ lineId: line.id, quantity: 1 }];
    const back = (await shop.admin('POST', `/orders/${id}/returns`, { lines })).expect(201);
    const parcel = { lines: [{ ...lines[0], condition: 'new', restock: true }] };
    (await shop.admin('POST', `/returns/${back.id}/receive`, parcel)).expect(200);
    seen.push(await statesOf(id));
    await tell(events.dispute('created', `dp_${id}`, 'needs_response'));
    seen.push(await statesOf(id));
    await tell(events.dispute('closed', `dp_${id}`, 'lost'));
    seen.push(await statesOf(id));

    expect(seen).to.deep.equal([
      ['unpaid', 'unfulfilled'],
      ['paid', 'unfulfilled'],
      ['paid', 'partly_shipped'],
      ['paid', 'shipped'],
      ['partly_refunded', 'shipped'],
      ['partly_refunded', 'partly_returned'],
      ['disputed', 'partly_returned'],
      ['charged_back', 'partly_returned'],
    ]);
    expect(await differences(id)).to.deep.equal([]);
    expect(await idsOf('paymentStatus=charged_back&fulfilmentStatus=partly_returned')).to.deep.equal([id]);
    expect(await idsOf('paymentStatus=paid')).to.not.include(id);
  });

  it('show too much, too little and nothing to ship', async () => {
    const [much, little, gone] = [await placed(), await placed(), await placed()];
    const received = ({ events }: typeof much, amount: number) => {
      const event = events.succeeded();
      return {
        ...event,
        data: { object: { ...event.data.object, amount_received: amount, currency: 'eur' } },
      };
    };
    await much.tell(received(much, 3000));
    await little.tell(received(little, 1000));
    await act(gone.id, 'cancel');

    expect(await statesOf(much.id)).to.deep.equal(['overpaid', 'unfulfilled']);
    expect(await statesOf(little.id)).to.deep.equal(['partly_paid', 'unfulfilled']);
    expect(await statesOf(gone.id)).to.deep.equal(['unpaid', 'nothing_to_ship']);
    await act(much.id, 'refunds', { amount: 620 });
    expect(await statesOf(much.id)).to.deep.equal(['paid', 'unfulfilled']);
    expect(await differences(much.id, little.id, gone.id)).to.deep.equal([]);
  });

  it('name for each entry its source, and for what is credited its document and tax', async () => {
    const { id, events, tell } = await placed();
    await tell(events.succeeded());
    const refund = await act(id, 'refunds', { amount: PRICE });

    const { db } = shop.store.admin;
    const entries = await db.moneyEntry.findMany({ where: { orderId: id }, orderBy: { kind: 'asc' } });
    const of = (kind: string) => entries.find((each) => each.kind === kind);
    expect(of('sale')).to.include({ source: 'order', sourceId: id, amount: 2n * BigInt(PRICE) });
    expect(of('credited')).to.include({
      source: 'refund',
      sourceId: refund.id,
      amount: BigInt(PRICE),
      documentId: refund.creditNoteId,
    });
    expect(of('credited')?.taxLines).to.be.an('array');
  });

  it('are changed by no process, and what differs from them is reported', async () => {
    const { id, events, tell } = await placed();
    await tell(events.succeeded());
    await act(id, 'ship');
    const { db } = api.env.system;
    const { db: ofStore } = shop.store.admin;
    for (const change of [
      () => db.moneyEntry.updateMany({ where: { orderId: id }, data: { amount: 1n } }),
      () => ofStore.moneyEntry.deleteMany({ where: { orderId: id } }),
      () => db.moneyEntry.deleteMany({ where: { orderId: id } }),
      () => db.goodsEntry.updateMany({ where: { orderId: id }, data: { units: 9 } }),
      () => ofStore.goodsEntry.deleteMany({ where: { orderId: id } }),
      () => db.goodsEntry.deleteMany({ where: { orderId: id } }),
      () => db.orderLine.updateMany({ where: { orderId: id }, data: { quantity: 3 } }),
      () => db.orderLine.deleteMany({ where: { orderId: id } }),
      () => db.order.updateMany({ where: { id }, data: { total: 1n } }),
      () => db.order.deleteMany({ where: { id } }),
    ])
      expect(
        await change().then(
          () => 'changed',
          ({ message }: Error) => message,
        ),
      ).to.include('never changed');

    await db.orderLine.updateMany({ where: { orderId: id }, data: { returnedQuantity: 1 } });
    await db.order.updateMany({ where: { id }, data: { paymentStatus: 'refunded' } });

    expect((await differences(id)).map(({ difference }) => difference)).to.have.members([
      'goods',
      'payment_status',
      'fulfilment_status',
    ]);
    const notices = async () =>
      (await shop.admin('GET', '/notifications?pageSize=100'))
        .expect(200)
        .items.filter(
          ({ kind, detail }: { kind: string; detail: string }) =>
            kind === 'ledger.difference' && detail.includes(id),
        );
    expect(await ledger.compareLedgers(api.env.system, id)).to.be.greaterThan(0);
    expect(await ledger.compareLedgers(api.env.system, id)).to.be.greaterThan(0);
    expect(await notices()).to.have.length(1);
    await db.order.updateMany({ where: { id }, data: { fulfilmentStatus: 'fulfilled' } });
    await db.order.updateMany({ where: { id }, data: { paymentStatus: 'paid' } });
    await ledger.compareLedgers(api.env.system, id);
    expect(await notices(), 'another difference').to.have.length(2);
    await db.sql`SELECT fill_ledgers(${shop.store.tenantId}::uuid)`;
    expect(await differences(id)).to.deep.equal([]);
  });

  it('are filled from what orders, payments, refunds and lines say, with the same result', async () => {
    const { id, events, tell } = await placed();
    await tell(events.succeeded());
    const [line] = (await shop.getOrder(id)).lines;
    await act(id, 'ship', { lines: [{ lineId: line.id, quantity: 1 }] });
    await act(id, 'refunds', { lines: [{ lineId: line.id, quantity: 1 }], restock: true });
    await refundsSent(shop.store);
    const sums = async () => [
      await api.env.system.db.sql`
        SELECT kind, source, source_id, sum(amount)::text AS amount FROM money_entries
        WHERE order_id = ${id}::uuid AND kind <> 'sale' GROUP BY 1, 2, 3 HAVING sum(amount) <> 0 ORDER BY 1, 2, 3`,
      await api.env.system.db.sql`SELECT * FROM goods_of_order(${shop.store.tenantId}::uuid, ${id}::uuid)`,
    ];
    const before = [await shop.getOrder(id), await sums()];
    const other = await placed();
    await other.tell(other.events.succeeded());
    for (const table of ['money_entries', 'goods_entries'])
      await queryAsOwner(`DELETE FROM ${table} WHERE order_id = ANY ($1)`, [[id, other.id]]);
    expect(await differences(id)).to.not.deep.equal([]);

    await api.env.system.db.sql`SELECT fill_ledgers(${shop.store.tenantId}::uuid, ${[id]}::uuid[])`;

    expect([await shop.getOrder(id), await sums()]).to.deep.equal(before);
    expect(await differences(id)).to.deep.equal([]);
    expect(await differences(other.id), 'an order that isn’t named').to.not.deep.equal([]);
    await api.env.system.db.sql`SELECT fill_ledgers(${shop.store.tenantId}::uuid)`;
    expect(await differences(other.id)).to.deep.equal([]);
  });
});
