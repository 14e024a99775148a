import { randomUUID } from 'node:crypto';
import { EVENT_NAMES, EVENTS, type EventName, PERMISSIONS } from '@service/contract';
import { cancellation, carts } from '@service/core';
import { MINUTE_MS } from '@service/jobs/primitives';
import { createClock, signAdminToken, type TestCustomer } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { refundsSent } from '../../refunds-sent.ts';
import { useShopOfEach } from '../../store/shop.ts';
import { createShopper, type Shopper } from '../../store/shopper.ts';
import { createEvents } from '../../webhooks/payment/provider-events.ts';

interface Actor {
  type: string;
  id: string | null;
}

/** Somebody who acts: as events name them, and by which credential. */
interface Person {
  actor: Actor;
  token: string;
}

interface Case {
  by: string;
  does: string;
  /** All that happens by it. */
  events: EventName[];
  /** What comes before is not told; returns who the events have to name. */
  act(listen: () => Promise<void>): Promise<Actor>;
}

describe('whole events name who made the change:', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const shop = useShopOfEach(api);

  const ask = async (by: Person, method: string, path: string, body?: object) => {
    const given = { token: by.token, ...(body ? { body } : {}) };
    const answer = await api.request(method, `/admin/v1${path}`, given);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  async function operator(): Promise<Person> {
    const id = randomUUID();
    const { tenantId } = shop.store;
    const token = signAdminToken({ sub: id, tenantId, permissions: PERMISSIONS });
    return { actor: { type: 'operator', id }, token };
  }

  async function apiKey(): Promise<Person> {
    const body = { name: 'Warehouse', permissions: PERMISSIONS };
    const { id, key } = (await shop.admin('POST', '/api-keys', body)).expect(201);
    return { actor: { type: 'api_key', id }, token: key };
  }

  async function keepCatalogue(by: Person): Promise<void> {
    const variants = [{ sku: randomUUID(), priceAmount: 1190, stockQuantity: 5 }];
    const product = await ask(by, 'POST', '/products', { title: 'Lamp', variants });
    const [{ id: variantId }] = product.variants;
    for (const status of ['published', 'draft'])
      await ask(by, 'PATCH', `/products/${product.id}`, { status });
    for (const change of [{ lowStockThreshold: 9 }, { stockQuantity: 0 }, { stockQuantity: 1 }])
      await ask(by, 'PATCH', `/products/${product.id}/variants/${variantId}`, change);
    const further: [string, object, object][] = [
      ['/categories', { name: 'Lamps' }, { name: 'Lights' }],
      ['/price-lists', { name: 'Sale', currency: 'EUR' }, { name: 'Winter' }],
    ];
    for (const [path, made, change] of further) {
      const { id } = await ask(by, 'POST', path, made);
      await ask(by, 'PATCH', `${path}/${id}`, change);
      await ask(by, 'DELETE', `${path}/${id}`);
    }
    await ask(by, 'DELETE', `/products/${product.id}`);
    const { id } = await ask(by, 'POST', '/customers', { email: `${randomUUID()}@example.com` });
    await ask(by, 'PATCH', `/customers/${id}`, { name: 'Ada' });
  }

  const CATALOGUE: EventName[] = [
    ...EVENT_NAMES.filter((name) => /^(product|variant|inventory|category|price_list)\./.test(name)),
    ...(['customer.created', 'customer.updated'] as const),
  ];

  /** An order of two units, and what the provider says of its payment. */
  async function placed(shopper: Pick<Shopper, 'fullCart' | 'checkOut'> = shop) {
    const { id: variantId } = await shop.variant();
    const cartId = await shopper.fullCart({ [variantId]: 2 });
    const { order, payment } = (await shopper.checkOut(cartId)).expect(201);
    return { id: order.id as string, cartId, events: createEvents(payment.providerPaymentId) };
  }

  async function shipped(shopper: Pick<Shopper, 'fullCart' | 'checkOut'> = shop) {
    const order = await placed(shopper);
    await shop.tell(order.events.succeeded());
    const { lines } = (await shop.act(order.id, 'ship')).expect(200);
    return { ...order, lineId: lines[0].id as string };
  }

  async function handleOrders(by: Person, listen: () => Promise<void>): Promise<void> {
    const [sent, cancelled] = [await placed(), await placed()];
    await shop.tell(sent.events.succeeded());
    await listen();
    const path = `/orders/${sent.id}`;
    await ask(by, 'PATCH', path, { metadata: { erp: 7 } });
    await ask(by, 'POST', `${path}/notes`, { note: 'Gift' });
    await ask(by, 'POST', `${path}/ship`, {});
    for (const body of [{ amount: 100 }, {}]) await ask(by, 'POST', `${path}/refunds`, body);
    await ask(by, 'POST', `/orders/${cancelled.id}/cancel`, {});
  }

  async function handleReturns(by: Person, listen: () => Promise<void>): Promise<void> {
    const orders = [await shipped(), await shipped(), await shipped()];
    await listen();
    const [lost, refunded, exchanged] = await Promise.all(
      orders.map(async ({ id, lineId }) => {
        const lines = [{ lineId, quantity: 1 }];
        return { ...(await ask(by, 'POST', `/orders/${id}/returns`, { lines })), lineId };
      }),
    );
    await ask(by, 'POST', `/returns/${lost.id}/reject`, { note: 'It never came' });
    for (const { id, lineId } of [refunded, exchanged]) {
      const lines = [{ lineId, quantity: 1, condition: 'new', restock: true }];
      await ask(by, 'POST', `/returns/${id}/receive`, { lines });
    }
    await ask(by, 'POST', `/returns/${refunded.id}/refund`, {});
    await ask(by, 'POST', `/returns/${exchanged.id}/exchange`, { lines: [{ lineId: exchanged.lineId }] });
  }

  const ORDERS: EventName[] = [
    ...(['order.updated', 'order.note_added', 'order.shipped', 'order.shipment_created'] as const),
    ...(['order.completed', 'order.partially_refunded', 'order.refunded', 'order.cancelled'] as const),
    ...(['refund.issued', 'credit_note.created', 'inventory.changed'] as const),
  ];

  const RETURNS: EventName[] = [
    ...(['return.approved', 'return.rejected', 'return.received', 'return.refunded'] as const),
    ...(['return.exchanged', 'order.created', 'order.paid', 'order.partially_refunded'] as const),
    ...(['refund.issued', 'credit_note.created', 'inventory.changed'] as const),
  ];

  /** With the last use of a discount code. */
  async function buy(shopper: Shopper, variantId: string): Promise<void> {
    const cartId = await shopper.createCart();
    (await shopper.addLine(cartId, variantId)).expect(200);
    (await shopper.send('PATCH', `/${cartId}`, { email: 'ada@example.com' })).expect(200);
    (await shopper.setAddress(cartId)).expect(200);
    (await shopper.chooseShipping(cartId)).expect(200);
    (await shopper.send('POST', `/${cartId}/discount-code`, { code: 'LAST' })).expect(200);
    (await shopper.checkOut(cartId)).expect(201);
  }
  async function withLastUse() {
    const terms = { code: 'LAST', kind: 'percentage', basisPoints: 1000, usageLimit: 1 };
    (await shop.admin('POST', '/discounts', terms)).expect(201);
    return shop.variant();
  }

  const BOUGHT: EventName[] = ['checkout.started', 'order.created', 'inventory.changed', 'discount.used_up'];

  const asCustomer = ({ token }: TestCustomer) => createShopper(api, shop.store, token);

  const cases: Case[] = [
    ...[operator, apiKey].flatMap((person): Case[] => {
      const by = person === operator ? 'an operator' : 'an API key';
      const acting = (work: (by: Person, listen: () => Promise<void>) => Promise<void>) => ({
        async act(listen: () => Promise<void>) {
          const someone = await person();
          await work(someone, listen);
          return someone.actor;
        },
      });
      return [
        {
          ...{ by, does: 'keeps catalogue and customers', events: CATALOGUE },
          ...acting(async (someone, listen) => {
            await listen();
            await keepCatalogue(someone);
          }),
        },
        { by, does: 'handles orders', events: ORDERS, ...acting(handleOrders) },
        { by, does: 'handles returns', events: RETURNS, ...acting(handleReturns) },
      ];
    }),
    {
      by: 'a guest',
      does: 'buys, returns and registers',
      events: [...BOUGHT, 'return.requested', 'customer.created'],
      async act(listen) {
        const { cartId, lineId } = await shipped();
        const { id: variantId } = await withLastUse();
        await listen();
        await buy(shop, variantId);
        const lines = [{ lineId, quantity: 1 }];
        (await shop.send('POST', `/${cartId}/order/returns`, { lines })).expect(201);
        const body = { email: `${randomUUID()}@example.com`, password: 'a long pass phrase' };
        const key = shop.store.publishableKey;
        (await api.request('POST', '/store/v1/customers', { key, body })).expect(201);
        return { type: 'guest', id: null };
      },
    },
    {
      by: 'a customer',
      does: 'buys, returns and changes the account',
      events: [...BOUGHT, 'return.requested', 'customer.updated'],
      async act(listen) {
        const customer = await shop.store.customer();
        const { id: orderId, lineId } = await shipped(asCustomer(customer));
        const { id: variantId } = await withLastUse();
        await listen();
        await buy(asCustomer(customer), variantId);
        const me = (method: string, path: string, body: object) =>
          api.request(method, `/store/v1/customers/me${path}`, { token: customer.token, body });
        const lines = [{ lineId, quantity: 1 }];
        (await me('POST', `/orders/${orderId}/returns`, { lines })).expect(201);
        (await me('PATCH', '', { name: 'Ada' })).expect(200);
        return { type: 'customer', id: customer.id };
      },
    },
    {
      by: 'the payment provider',
      does: 'takes money, holds it, lets it go and fails',
      events: [
        ...(['payment.authorized', 'payment.captured', 'payment.failed', 'payment.voided'] as const),
        ...(['order.paid', 'order.updated', 'dispute.opened', 'dispute.closed', 'refund.failed'] as const),
      ],
      async act(listen) {
        const [paid, held, refunded] = [await placed(), await placed(), await placed()];
        await shop.tell(refunded.events.succeeded());
        const { id: refundId } = (await shop.refund(refunded.id, { amount: 100 })).expect(201);
        await refundsSent(shop.store);
        const { providerRefundId } = await shop.store.admin.db.refund.findFirstOrThrow({
          where: { id: refundId },
        });
        const { id } = held.events.succeeded().data.object;
        const amounts = { amount: 2380, amount_capturable: 2380, currency: 'eur' };
        await listen();
        await shop.tell(paid.events.failed());
        await shop.tell(paid.events.succeeded());
        await shop.tell(paid.events.dispute('created', `dp_${paid.id}`, 'needs_response'));
        await shop.tell(paid.events.dispute('closed', `dp_${paid.id}`, 'won'));
        await shop.tell(held.events.event('payment_intent.amount_capturable_updated', { id, ...amounts }));
        await shop.tell(held.events.event('payment_intent.canceled', { id, amount_received: 0 }));
        await shop.tell(refunded.events.refund('updated', providerRefundId ?? '', 100, 'failed'));
        return { type: 'payment_provider', id: null };
      },
    },
    {
      by: 'a job',
      does: 'cancels an unpaid order and finds a cart that was left behind',
      events: ['order.cancelled', 'inventory.changed', 'cart.abandoned'],
      async act(listen) {
        await placed();
        const cartId = await shop.fullCart({ [(await shop.variant()).id]: 1 });
        (await shop.send('PATCH', `/${cartId}`, { email: 'ada@example.com' })).expect(200);
        await listen();
        clock.advance(61 * MINUTE_MS);
        await cancellation.expireUnpaidOrders(api.env.system, 1000);
        await carts.recordAbandonedCarts(api.env.system);
        return { type: 'job', id: null };
      },
    },
  ];

  for (const { by, does, events, act } of cases)
    it(`${by} ${does}`, async () => {
      let subscriptionId = '';
      const actor = await act(async () => {
        const body = { kind: 'pull', events: ['*'], payload: 'full' };
        subscriptionId = (await shop.admin('POST', '/webhooks/subscriptions', body)).expect(201).id;
      });

      const path = `/webhooks/subscriptions/${subscriptionId}/claims`;
      const { items } = (await shop.admin('POST', path, { limit: 100 })).expect(200);
      const told = items.map(({ body }: { body: string }) => JSON.parse(body));
      const named = told.map(({ event, data }: { event: string; data: object }) => ({ event, ...data }));
      expect([...new Set(named.map(({ event }: { event: string }) => event))]).to.have.members(events);
      for (const { event, actor: given } of named) expect(given, event).to.deep.equal(actor);
    });

  it('each event that carries what it is about is among these', () => {
    const whole = EVENT_NAMES.filter((name) => EVENTS[name].object !== null);

    expect([...new Set(cases.flatMap(({ events }) => events))]).to.have.members(whole);
  });
});
