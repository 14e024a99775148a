import { randomUUID } from 'node:crypto';
import { orders, webhooks } from '@service/core';
import { createClock, paymentSucceeded, recordStatements } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../harness.ts';
import { snapshot } from '../table-snapshot.ts';
import { createProvider } from './payment/callback.ts';

describe('POST /webhooks/payment', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const store = useStoreOfEach(api);
  let provide: ReturnType<typeof createProvider>;

  before(async () => {
    provide = createProvider(api);
  });

  beforeEach(async () => {
    await webhooks.createSubscription(store.admin, {
      url: 'http://127.0.0.1:1/hook',
      events: ['order.paid'],
    });
  });

  const statusOf = async (orderId: string) => (await orders.getOrder(store.admin, orderId)).status;
  const deliveries = () => store.admin.db.webhookDelivery.findMany({ include: { webhookEvent: true } });
  const storedEvent = (id: string) => api.env.database.system.paymentEvent.findUnique({ where: { id } });

  describe('payment_intent.succeeded', () => {
    it('of 300 kB, which was refused for ever, moves the order to paid', async () => {
      const orderId = await store.order();
      const event = { ...paymentSucceeded(orderId), padding: 'x'.repeat(300_000) };

      (await provide(event)).expect(200);

      expect(await statusOf(orderId)).to.equal('paid');
    });

    it('of more than 1 MiB is refused, and nothing is written', async () => {
      const orderId = await store.order();
      const before = await snapshot(api.env);

      const answer = await provide({ ...paymentSucceeded(orderId), padding: 'x'.repeat(1024 * 1024) });

      expect(answer.refused('payload_too_large').detail).to.equal('The body is larger than 1024 KiB.');
      expect(await snapshot(api.env)).to.deep.equal(before);
    });

    it('moves the order to paid, and tells who, when and from what', async () => {
      const [orderId, control] = [await store.order(), await store.order()];
      clock.advance(1000);
      const event = paymentSucceeded(orderId);

      const answer = await provide(event);

      expect(answer.expect(200)).to.deep.equal({ received: true });
      const order = await orders.getOrder(store.admin, orderId);
      expect(order).to.include({ status: 'paid', version: 2 });
      expect(order.payments.map(({ status }) => status)).to.deep.equal(['succeeded']);
      expect(order.history.at(-1)).to.deep.equal({
        status: 'paid',
        previousStatus: 'pending',
        actor: `provider:${event.id}`,
        createdAt: clock.now().toISOString(),
      });
      expect(await statusOf(control)).to.equal('pending');
    });

    it('is looked for in the store of its order alone', async () => {
      const orderId = await store.order();
      const stop = recordStatements();

      (await provide(paymentSucceeded(orderId))).expect(200);

      const asked = stop().filter(({ text }) => /^SELECT.* FROM "public"."(payments|orders)"/.test(text));
      expect(asked).to.not.be.empty;
      expect(asked.filter(({ text }) => !/ WHERE .*"tenant_id" = /.test(text))).to.deep.equal([]);
      expect(await statusOf(orderId)).to.equal('paid');
    });

    it('records one due delivery with the previous status, and wakes the worker after the commit', async () => {
      const orderId = await store.order();

      (await provide(paymentSucceeded(orderId))).expect(200);

      const [delivery, ...more] = await deliveries();
      expect(more).to.deep.equal([]);
      expect(delivery).to.deep.include({ status: 'pending', attempts: 0, nextRetryAt: clock.now() });
      expect(delivery?.webhookEvent.data).to.deep.equal({
        orderId,
        status: 'paid',
        previousStatus: 'pending',
      });
      expect(api.env.enqueued.at(-1)).to.equal(delivery?.id);
    });

    it('finds the order by the provider’s own payment id', async () => {
      const [orderId, control] = [await store.order(), await store.order()];
      const [payment] = (await orders.getOrder(store.admin, orderId)).payments;
      const { metadata: _, ...object } = paymentSucceeded(orderId).data.object;
      const id = payment?.providerPaymentId ?? '';

      (await provide({ ...paymentSucceeded(orderId), data: { object: { ...object, id } } })).expect(200);

      expect(await statusOf(orderId)).to.equal('paid');
      expect(await statusOf(control)).to.equal('pending');
    });

    for (const status of ['shipped', 'cancelled', 'refunded', 'partially_refunded'] as const) {
      it(`moves an order that is ${status} to paid as well, and says so`, async () => {
        const orderId = await store.order();
        await store.admin.db.order.updateMany({ where: { id: orderId }, data: { status } });

        (await provide(paymentSucceeded(orderId))).expect(200);

        expect(await statusOf(orderId)).to.equal('paid');
        expect((await deliveries()).map(({ webhookEvent }) => webhookEvent.data)).to.deep.equal([
          { orderId, status: 'paid', previousStatus: status },
        ]);
      });
    }

    it('does nothing to an order that is paid already', async () => {
      const orderId = await store.order();
      (await provide(paymentSucceeded(orderId))).expect(200);
      const before = await orders.getOrder(store.admin, orderId);

      (await provide(paymentSucceeded(orderId))).expect(200);

      expect(await orders.getOrder(store.admin, orderId)).to.deep.equal(before);
      expect(await deliveries()).to.have.length(1);
    });

    it('records one event when 20 callbacks of the same order come at once', async () => {
      const orderId = await store.order();

      const answers = await Promise.all(Array.from({ length: 20 }, () => provide(paymentSucceeded(orderId))));

      for (const answer of answers) answer.expect(200);
      expect(await deliveries()).to.have.length(1);
      expect((await orders.getOrder(store.admin, orderId)).history).to.have.length(2);
      expect(await store.admin.db.webhookEvent.count({ where: { name: 'order.paid' } })).to.equal(1);
    });

    it('records one event when an order has several payments and all succeed at once', async () => {
      const orderId = await store.order();
      const [first] = await store.admin.db.payment.findMany({ where: { orderId } });
      const { id: _, ...columns } = first ?? expect.fail('The order has no payment');
      const ids = Array.from({ length: 10 }, () => `pi_${randomUUID()}`);
      await store.admin.db.payment.createMany({
        data: ids.map((providerPaymentId) => ({
          ...columns,
          id: providerPaymentId.slice(3),
          providerPaymentId,
        })),
      });
      await store.admin.db.paymentReference.createMany({
        data: ids.map((id) => ({
          reference: `payment:${id}`,
          tenantId: columns.tenantId,
          paymentId: id.slice(3),
          orderId,
        })),
      });

      const answers = await Promise.all(
        ids.map((id) => {
          const event = paymentSucceeded(orderId);
          event.data.object.id = id;
          return provide(event);
        }),
      );

      for (const answer of answers) answer.expect(200);
      expect(await deliveries()).to.have.length(1);
      expect((await orders.getOrder(store.admin, orderId)).history).to.have.length(2);
    });
  });

  describe('an event that comes again', () => {
    it('gets 200, and nothing is done twice', async () => {
      const event = paymentSucceeded(await store.order());
      (await provide(event)).expect(200);
      const before = await snapshot(api.env);

      (await provide(event)).expect(200);

      expect(await snapshot(api.env)).to.deep.equal(before);
    });

    it('is identified by its id alone', async () => {
      const [orderId, control] = [await store.order(), await store.order()];
      const event = paymentSucceeded(orderId);
      (await provide(event)).expect(200);

      (await provide(paymentSucceeded(control, event.id))).expect(200);

      expect(await statusOf(control)).to.equal('pending');
    });

    it('is executed once when 20 of it come at once', async () => {
      const event = paymentSucceeded(await store.order());

      const answers = await Promise.all(Array.from({ length: 20 }, () => provide(event)));

      for (const answer of answers) answer.expect(200);
      expect(await deliveries()).to.have.length(1);
      expect(await storedEvent(event.id)).to.deep.include({ type: event.type, payload: event });
    });
  });

  describe('an event without an effect is stored and gets 200:', () => {
    const succeeded = (metadata: unknown) => {
      const event = paymentSucceeded('');
      return { ...event, data: { object: { ...event.data.object, metadata } } };
    };
    const events: Record<string, () => { id: string; type: string; data: object }> = {
      'an unknown type': () => ({ ...paymentSucceeded(randomUUID()), type: 'customer.created' }),
      'an order that doesn’t exist': () => paymentSucceeded(randomUUID()),
      'no metadata': () => succeeded(undefined),
      'metadata that is null': () => succeeded(null),
      'metadata without an order': () => succeeded({}),
      'an object without an id': () => ({
        ...paymentSucceeded(randomUUID()),
        data: { object: { id: null, object: 'invoice' } },
      }),
      'an order id that is none': () => succeeded({ orderId: "' OR true --" }),
      'an order id that is a number': () => succeeded({ orderId: 5 }),
      'an order id that is null': () => succeeded({ orderId: null }),
      'an order id that is an object': () => succeeded({ orderId: { not: null } }),
    };

    for (const [what, eventOf] of Object.entries(events)) {
      it(what, async () => {
        const orderId = await store.order();
        const event = eventOf();

        (await provide(event)).expect(200);

        expect(await storedEvent(event.id)).to.deep.include({
          type: event.type,
          orderId: null,
          processedAt: null,
        });
        expect(await statusOf(orderId)).to.equal('pending');
        expect(await deliveries()).to.deep.equal([]);
      });
    }

    for (const type of ['payment_intent.created', 'constructor']) {
      it(`the unknown type ${type} for an order that exists`, async () => {
        const orderId = await store.order();
        const event = { ...paymentSucceeded(orderId), type };

        (await provide(event)).expect(200);

        expect(await storedEvent(event.id)).to.deep.include({ type, orderId: null, processedAt: null });
        expect(await statusOf(orderId)).to.equal('pending');
      });
    }
  });
});
