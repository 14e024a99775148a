import { randomUUID } from 'node:crypto';
import { verifyWebhook } from '@service/client-js/webhooks';
import {
  createMigratedDatabase,
  freePort,
  type Receiver,
  SERVICE_ENV,
  type ServiceProcess,
  signProviderEvent,
  startReceiver,
  startServiceProcess,
  TEST_ADDRESS,
  TEST_SETTINGS,
  until,
} from '@service/testing';
import { expect } from 'chai';

/** The specification's. */
const OF_THE_SHOP = [
  'order.created',
  'order.paid',
  'order.shipped',
  'order.cancelled',
  'order.refunded',
  'order.partially_refunded',
  'refund.issued',
  'product.created',
  'product.updated',
  'product.deleted',
];

/** Nothing but the public API, real processes, and a receiver that checks each signature. */
describe('the whole life of an order', () => {
  let base: string;
  let receiver: Receiver;
  const processes: ServiceProcess[] = [];

  before(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    receiver = await startReceiver();
    const env = {
      ...SERVICE_ENV,
      DATABASE_URL: await createMigratedDatabase('life'),
      QUEUE_BACKEND: 'postgres',
      WEBHOOK_POLL_INTERVAL_MS: '500',
      JOB_POLL_INTERVAL_MS: '500',
      PORT: String(port),
      HOST: '127.0.0.1',
    };
    processes.push(await startServiceProcess('api', env), await startServiceProcess('worker', env));
  });

  after(async () => {
    await Promise.all(processes.map((each) => each.kill()));
    await receiver.close();
  });

  async function call(method: string, path: string, headers: Record<string, string>, body?: unknown) {
    const response = await fetch(base + path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.ok, `${method} ${path} answered ${response.status} ${text}`).to.equal(true);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** Sends an event as the provider does. */
  async function provide(type: string, object: object): Promise<void> {
    const event = { id: `evt_${type}`, type, created: Math.floor(Date.now() / 1000), data: { object } };
    await call(
      'POST',
      '/webhooks/payment',
      { 'payment-signature': signProviderEvent(JSON.stringify(event)) },
      event,
    );
  }

  /** The next envelopes, each with a good signature, in any order. */
  async function heard(secret: string, from: number, count: number) {
    await until(() => receiver.requests.length >= from + count, `${count} webhooks`);
    const envelopes = receiver.requests
      .slice(from, from + count)
      .map(({ body, headers }) => verifyWebhook(body, headers, secret));
    return (await Promise.all(envelopes)).map(({ event, data }) => ({ event, data }));
  }

  it('from the new store to the refunded order, with each webhook of orders and products', async () => {
    const email = `owner-${randomUUID()}@life.example.com`;
    const password = 'a long enough password';
    const tenant = await call(
      'POST',
      '/setup/v1/tenants',
      { authorization: `Bearer ${TEST_SETTINGS.setupToken}` },
      { name: 'Life', currency: 'EUR', country: 'DE', admin: { email, password } },
    );
    const { accessToken } = await call('POST', '/admin/v1/auth/login', {}, { email, password });
    const admin = (method: string, path: string, body?: unknown) =>
      call(method, `/admin/v1${path}`, { authorization: `Bearer ${accessToken}` }, body);
    const shopper = (method: string, path: string, body?: unknown) =>
      call(method, `/store/v1/carts${path}`, { 'x-publishable-key': tenant.publishableKey }, body);
    const { secret } = await admin('POST', '/webhooks/subscriptions', {
      url: receiver.url,
      events: OF_THE_SHOP,
    });
    let known = 0;
    /** What has come since the last time. */
    const next = async (count: number) => {
      const envelopes = await heard(secret, known, count);
      known += count;
      return envelopes;
    };
    const product = await admin('POST', '/products', {
      title: 'Tea',
      status: 'published',
      variants: [{ sku: 'TEA', priceAmount: 1190, stockQuantity: 5 }],
    });

    expect(await next(1)).to.deep.equal([{ event: 'product.created', data: { productId: product.id } }]);

    /** Two units, up to the pending order. */
    const buy = async () => {
      const cart = await shopper('POST', '', {});
      await shopper('POST', `/${cart.id}/lines`, { variantId: product.variants[0].id, quantity: 2 });
      await shopper('POST', `/${cart.id}/shipping-address`, TEST_ADDRESS);
      const { items } = await shopper('GET', `/${cart.id}/shipping-options`);
      await shopper('POST', `/${cart.id}/shipping-option`, { shippingOptionId: items[0].id });
      return shopper('POST', `/${cart.id}/checkout`, { expectedTotal: 2380 });
    };
    const { order, payment } = await buy();
    const orderId = order.id;
    const moved = (status: string, previousStatus: string) => ({
      event: `order.${status}`,
      data: { orderId, status, previousStatus },
    });
    expect(await next(1)).to.deep.equal([{ event: 'order.created', data: { orderId, customerId: null } }]);

    await provide('payment_intent.processing', { id: payment.providerPaymentId });
    await provide('payment_intent.succeeded', { id: payment.providerPaymentId, latest_charge: 'ch_life' });
    expect(await next(1)).to.deep.equal([moved('paid', 'pending')]);

    await admin('POST', `/orders/${orderId}/ship`, { tracking: '00340434161094042557' });
    expect(await next(1)).to.deep.equal([moved('shipped', 'paid')]);

    const part = await admin('POST', `/orders/${orderId}/refunds`, { amount: 380, reason: 'Late' });
    expect(await next(2)).to.have.deep.members([
      moved('partially_refunded', 'shipped'),
      {
        event: 'refund.issued',
        data: { refundId: part.id, orderId, amount: 380, currency: 'EUR', creditNoteId: part.creditNoteId },
      },
    ]);

    const rest = await admin('POST', `/orders/${orderId}/refunds`, { restock: true });
    await provide('charge.refunded', { id: 'ch_life', amount_refunded: 2380 });
    expect(await next(2)).to.have.deep.members([
      moved('refunded', 'partially_refunded'),
      {
        event: 'refund.issued',
        data: { refundId: rest.id, orderId, amount: 2000, currency: 'EUR', creditNoteId: rest.creditNoteId },
      },
    ]);

    const final = await admin('GET', `/orders/${orderId}`);
    expect(final).to.include({ status: 'refunded', refundedTotal: 2380 });
    expect(final.history.map(({ status }: { status: string }) => status)).to.deep.equal([
      'pending',
      'paid',
      'shipped',
      'partially_refunded',
      'refunded',
    ]);
    expect(final.lines[0]).to.include({ shippedQuantity: 2 });

    const { order: unpaid } = await buy();
    await next(1);
    await admin('POST', `/orders/${unpaid.id}/cancel`, { reason: 'Changed their mind' });
    expect(await next(1)).to.deep.equal([
      {
        event: 'order.cancelled',
        data: { orderId: unpaid.id, status: 'cancelled', previousStatus: 'pending' },
      },
    ]);

    const stock = `/products/${product.id}/variants/${product.variants[0].id}/stock`;
    expect(await admin('GET', stock)).to.include({ quantity: 5, reserved: 0 });
    await admin('PATCH', `/products/${product.id}`, { title: 'Green tea' });
    expect(await next(1)).to.deep.equal([{ event: 'product.updated', data: { productId: product.id } }]);
    await admin('DELETE', `/products/${product.id}`);
    expect(await next(1)).to.deep.equal([{ event: 'product.deleted', data: { productId: product.id } }]);

    const envelopes = receiver.envelopes();
    expect(new Set(envelopes.map(({ id }) => id)).size).to.equal(12);
    expect(new Set(envelopes.map(({ event }) => event))).to.deep.equal(new Set(OF_THE_SHOP));
  });
});
