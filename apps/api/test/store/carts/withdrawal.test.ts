import { paymentSucceeded } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { refundsSent } from '../../refunds-sent.ts';
import { snapshot } from '../../table-snapshot.ts';
import { createEvents } from '../../webhooks/payment/provider-events.ts';
import { useShop } from '../shop.ts';
import { createShopper } from '../shopper.ts';

describe('a withdrawal before the goods are sent', () => {
  const api = useApi();
  const shop = useShop(api);

  const store = (method: string, path: string, session?: string) =>
    api.request(method, `/store/v1${path}`, {
      key: shop.store.publishableKey,
      ...(session ? { token: session } : {}),
    });

  /** Two units, paid, of a guest or of the customer of the session. */
  async function ordered(session?: string) {
    const shopper = createShopper(api, shop.store, session);
    const cartId = await shopper.fullCart({ [(await shop.variant()).id]: 2 });
    (await shopper.send('PATCH', `/${cartId}`, { email: 'ada@example.com', locale: 'de' })).expect(200);
    const { id } = (await shopper.checkOut(cartId)).expect(201).order;
    await shop.tell(paymentSucceeded(id));
    const path = session ? `/customers/me/orders/${id}` : `/carts/${cartId}/order`;
    return { id: id as string, path };
  }
  const withdraw = (path: string, session?: string) => store('POST', `${path}/withdrawal`, session);
  const mailsOf = (orderId: string) =>
    shop.store.admin.db.mail.findMany({ where: { kind: 'withdrawal_received', orderId } });

  it('is acknowledged by mail once, shown, and holds the goods back until an operator decides', async () => {
    const { token } = await shop.store.customer();
    for (const session of [undefined, token]) {
      const { id, path } = await ordered(session);

      const first = (await withdraw(path, session)).expect(200);
      const again = (await withdraw(path, session)).expect(200);

      const order = await shop.getOrder(id);
      expect(again).to.deep.equal(first);
      expect(first).to.deep.equal({ orderId: id, orderNumber: order.number, withdrawnAt: order.withdrawnAt });
      expect(order).to.include({ status: 'paid', attention: 'withdrawn' });
      expect((await store('GET', path, session)).expect(200).withdrawnAt).to.equal(first.withdrawnAt);
      (await shop.admin('POST', `/orders/${id}/ship`, {})).refused('order_withdrawn');
      const mails = await mailsOf(id);
      expect(mails).to.have.length(1);
      expect(mails[0]?.recipient).to.equal('ada@example.com');
      expect(mails[0]?.data).to.deep.include({
        locale: 'de',
        orderNumber: order.number,
        receivedAt: first.withdrawnAt,
        lines: [{ title: 'Darjeeling', quantity: 2 }],
      });
      const { items } = (await shop.admin('GET', '/notifications')).expect(200);
      const notices = items.filter(({ detail }: { detail: string }) => detail.includes(id));
      expect(notices.map(({ kind }: { kind: string }) => kind)).to.deep.equal(['order.withdrawn']);
    }
  });

  it('ends with the order cancelled and refunded', async () => {
    const { id, path } = await ordered();
    (await withdraw(path)).expect(200);

    (await shop.admin('POST', `/orders/${id}/cancel`, {})).expect(200);
    (await shop.admin('POST', `/orders/${id}/refunds`, {})).expect(201);
    await refundsSent(shop.store);

    expect(await shop.getOrder(id)).to.include({ status: 'cancelled', attention: null, refundedTotal: 2380 });
  });

  it('is put aside by an operator with a reason, and then the goods are sent', async () => {
    const { id, path } = await ordered();
    (await withdraw(path)).expect(200);

    (await shop.admin('POST', `/orders/${id}/acknowledge`, { reason: 'Made to order' })).expect(200);

    expect(await shop.getOrder(id)).to.include({ attention: null, withdrawnAt: null });
    (await shop.admin('POST', `/orders/${id}/ship`, {})).expect(200);
  });

  it('hides no dispute, and comes back when the dispute is over', async () => {
    const { id, path } = await ordered();
    (await withdraw(path)).expect(200);
    const told = createEvents((await shop.getOrder(id)).payments[0].providerPaymentId, 2_000_000_000);

    await shop.tell(told.dispute('created', 'dp_withdrawn', 'needs_response'));
    const disputed = await shop.getOrder(id);
    await shop.tell(told.dispute('closed', 'dp_withdrawn', 'won'));

    expect(disputed.attention).to.equal('payment_disputed');
    expect((await shop.getOrder(id)).attention).to.equal('withdrawn');
    (await shop.admin('POST', `/orders/${id}/ship`, {})).refused('order_withdrawn');
  });

  it('is refused once all has left or the order is cancelled, and to others; nothing is written', async () => {
    const { token } = await shop.store.customer();
    const { token: another } = await shop.store.customer();
    const [shipped, cancelled, ones] = [await ordered(), await ordered(), await ordered(token)];
    (await shop.admin('POST', `/orders/${shipped.id}/ship`, {})).expect(200);
    (await shop.admin('POST', `/orders/${cancelled.id}/cancel`, {})).expect(200);
    const before = await snapshot(api.env);

    (await withdraw(shipped.path)).refused('illegal_transition');
    (await withdraw(cancelled.path)).refused('illegal_transition');
    (await withdraw(ones.path, another)).refused('not_found');
    (await withdraw(ones.path)).refused('unauthenticated');

    expect(await snapshot(api.env)).to.deep.equal(before);
  });
});
