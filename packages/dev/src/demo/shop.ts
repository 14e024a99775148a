import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { type Api, openApi } from './api.ts';
import type { Target } from './target.ts';

export interface Product {
  id: string;
  title: string;
  variants: { id: string; sku: string; priceAmount: number; currency: string }[];
}

export interface CheckedOut {
  order: { id: string; number: number; status: string; total: number; currency: string };
  payment: { id: string; providerPaymentId: string };
}

export interface Subscription {
  id: string;
  url: string;
  events: string[];
  secret?: string;
}

export interface Delivery {
  id: string;
  event: string;
  status: string;
  attempts: number;
  nextRetryAt: string | null;
  responseCode: number | null;
  lastError: string | null;
}

const ADDRESS = {
  name: 'Ada Lovelace',
  line1: 'Unter den Linden 1',
  city: 'Berlin',
  postalCode: '10117',
  country: 'DE',
};

/** POST /admin/v1/auth/login; answers a client that carries the token. */
export async function logIn({ apiUrl, adminEmail, adminPassword }: Target): Promise<Api> {
  const credentials = { email: adminEmail, password: adminPassword };
  const { accessToken } = await openApi(apiUrl)<{ accessToken: string }>(
    'POST /admin/v1/auth/login',
    credentials,
  );
  return openApi(apiUrl, { Authorization: `Bearer ${accessToken}` });
}

/** A published product with one variant; slug and SKU are its own, so that the demo can run again. */
export function makeProduct(admin: Api): Promise<Product> {
  const run = randomUUID().slice(0, 8);
  return admin('POST /admin/v1/products', {
    title: 'Jasmine Pearls',
    slug: `jasmine-pearls-${run}`,
    status: 'published',
    variants: [{ sku: `DEMO-${run}`, priceAmount: 1890, stockQuantity: 100 }],
  });
}

/** The shopper's way: cart, line, addresses, shipping option, checkout. */
export async function placeOrder({ apiUrl, publishableKey }: Target, variantId: string): Promise<CheckedOut> {
  const store = openApi(apiUrl, { 'X-Publishable-Key': publishableKey });
  const cart = await store<{ id: string }>('POST /store/v1/carts', {});
  await store(`PATCH /store/v1/carts/${cart.id}`, { email: 'ada@example.com' });
  await store(`POST /store/v1/carts/${cart.id}/lines`, { variantId, quantity: 1 });
  await store(`POST /store/v1/carts/${cart.id}/shipping-address`, ADDRESS);
  await store(`POST /store/v1/carts/${cart.id}/billing-address`, ADDRESS);
  const options = await store<{ items: { id: string }[] }>(`GET /store/v1/carts/${cart.id}/shipping-options`);
  await store(`POST /store/v1/carts/${cart.id}/shipping-option`, { shippingOptionId: options.items[0]?.id });
  return store(`POST /store/v1/carts/${cart.id}/checkout`, {});
}

/** Sends the payment provider's event about received money, signed by Stripe's own package. Returns the event's id. */
export async function sendPayment(target: Target, { order, payment }: CheckedOut): Promise<string> {
  const id = `evt_demo_${randomUUID()}`;
  const payload = JSON.stringify({
    id,
    object: 'event',
    type: 'payment_intent.succeeded',
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: payment.providerPaymentId, metadata: { orderId: order.id } } },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: target.paymentWebhookSecret,
  });
  await openApi(target.apiUrl, { 'payment-signature': signature })('POST /webhooks/payment', payload);
  return id;
}
