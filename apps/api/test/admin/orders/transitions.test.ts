import { ORDER_STATUSES, type OrderStatus } from '@service/contract';
import { inTransaction, orders, webhooks } from '@service/core';
import { paymentSucceeded } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStore } from '../../harness.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';

/** The page of decisions, typed once more. */
const ALLOWED: Record<OrderStatus, OrderStatus[]> = {
  pending: ['paid', 'cancelled'],
  paid: ['shipped', 'cancelled', 'partially_refunded', 'refunded'],
  shipped: ['partially_refunded', 'refunded'],
  cancelled: [],
  refunded: [],
  partially_refunded: ['partially_refunded', 'refunded'],
};
type Target = Exclude<OrderStatus, 'pending'>;
const TARGETS = ORDER_STATUSES.filter((status): status is Target => status !== 'pending');

describe('the moves of an order', () => {
  const api = useApi();
  const store = useStore(api);

  before(async () => {
    await webhooks.createSubscription(store.admin, {
      url: 'http://127.0.0.1:1/hook',
      events: TARGETS.map((status) => `order.${status}` as const),
    });
  });

  async function orderIn(status: OrderStatus): Promise<string> {
    const id = await store.order();
    await store.admin.db.order.updateMany({ where: { id }, data: { status } });
    return id;
  }
  const eventsOf = async (orderId: string) => {
    const rows = await store.admin.db.webhookEvent.findMany({
      where: { data: { path: ['orderId'], equals: orderId }, name: { startsWith: 'order.' } },
    });
    return rows.filter(({ name }) => name !== 'order.created').map(({ name, data }) => ({ name, data }));
  };
  const move = (orderId: string, to: Target) =>
    inTransaction(store.admin, async (tx) => {
      const order = await orders.lockOrder(tx, orderId);
      await orders.moveOrder(tx, order, to);
      return order.status;
    });

  for (const from of ORDER_STATUSES) {
    for (const to of TARGETS) {
      const isAllowed = ALLOWED[from].includes(to);

      it(`${from} → ${to}: ${isAllowed ? 'moves, with history and event' : 'is refused with what is allowed'}`, async () => {
        const id = await orderIn(from);
        const before = await orders.getOrder(store.admin, id);

        const outcome = await move(id, to).catch((error: unknown) => error);

        const after = await orders.getOrder(store.admin, id);
        if (isAllowed) {
          expect(outcome).to.equal(from);
          expect(after).to.include({ status: to, version: before.version + 1 });
          expect(after.history.at(-1)).to.deep.include({ status: to, previousStatus: from });
          expect(await eventsOf(id)).to.deep.equal([
            { name: `order.${to}`, data: { orderId: id, status: to, previousStatus: from } },
          ]);
        } else {
          expect(outcome).to.deep.include({ code: 'illegal_transition', status: 409 });
          for (const allowed of ALLOWED[from]) expect((outcome as Error).message).to.include(allowed);
          expect(after).to.deep.equal(before);
          expect(await eventsOf(id)).to.deep.equal([]);
        }
      });
    }

    it(`${from} → paid when the provider says that it is paid`, async () => {
      const id = await orderIn(from);

      (await createProvider(api)(paymentSucceeded(id))).expect(200);

      expect((await orders.getOrder(store.admin, id)).status).to.equal('paid');
      // A payment of a cancelled order is to be looked at as well, which `order.updated` tells.
      const moves = (await eventsOf(id)).filter(({ name }) => name !== 'order.updated');
      expect(moves.map(({ data }) => data)).to.deep.equal(
        from === 'paid' ? [] : [{ orderId: id, status: 'paid', previousStatus: from }],
      );
    });
  }

  it('lets one of 20 moves at once through', async () => {
    const id = await orderIn('paid');

    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => move(id, 'cancelled')));

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    expect(await eventsOf(id)).to.have.length(1);
  });
});
