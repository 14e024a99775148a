import { verifyWebhook, type WebhookEnvelope, WebhookVerificationError } from '@service/client-js/webhooks';
import { waitUntil } from '../wait.ts';
import type { Api } from './api.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';
import {
  type Delivery,
  logIn,
  makeProduct,
  type Product,
  placeOrder,
  type Subscription,
  sendPayment,
} from './shop.ts';
import type { Target } from './target.ts';

export interface StoryOptions {
  target: Target;
  print: (line: string) => void;
  /** Aborted by Ctrl-C: the demo ends at its next step and cleans up. */
  stopping: AbortSignal;
}

interface Scene {
  target: Target;
  admin: Api;
  receiver: Receiver;
  subscription: Subscription;
  secret: string;
  product: Product;
  /** Prints the next numbered step and the facts below it. */
  tell: (title: string, ...facts: string[]) => void;
  stopping: AbortSignal;
}

/** Far longer than the worker's poll interval of 30 seconds. */
const DELIVERY_TIMEOUT_MS = 75_000;

/** Shows how a paid order reaches its subscriber, and how a failed delivery does. Throws if the service fails to do it. */
export async function tellStory({ target, print, stopping }: StoryOptions): Promise<void> {
  let steps = 0;
  const tell = (title: string, ...facts: string[]) => {
    steps += 1;
    print([`\n${`${steps}.`.padStart(5)} ${title}`, ...facts.map(indent)].join('\n'));
    stopping.throwIfAborted();
  };

  print(`\n  How a webhook is delivered, shown on ${target.apiUrl}`);
  const receiver = await startReceiver();
  try {
    const admin = await logIn(target);
    tell('An operator logs in', `POST /admin/v1/auth/login as ${target.adminEmail}`);
    tell('A receiver starts', `it listens on ${receiver.url}`);
    const subscription = await subscribe(admin, receiver.url, tell);
    try {
      const product = await makeProduct(admin);
      try {
        const [variant] = product.variants;
        tell(
          'The operator creates a product',
          `${product.title}, ${variant?.sku}, ${price(variant?.priceAmount, variant?.currency)}`,
        );
        const secret = subscription.secret ?? '';
        const scene = { target, admin, receiver, subscription, secret, product, tell, stopping };
        await tellDelivery(scene);
        await tellFailure(scene);
      } finally {
        await admin(`DELETE /admin/v1/products/${product.id}`);
      }
    } finally {
      await admin(`DELETE /admin/v1/webhooks/subscriptions/${subscription.id}`);
    }
    tell('The product, the subscription and its delivery log are deleted; the orders stay');
    print('\n  Done. /openapi.json and docs/webhooks.md describe everything it used.\n');
  } finally {
    receiver.close();
  }
}

async function subscribe(admin: Api, url: string, tell: Scene['tell']): Promise<Subscription> {
  const events = ['order.created', 'order.paid'];
  const subscription = await admin<Subscription>('POST /admin/v1/webhooks/subscriptions', { url, events });
  const listed = await admin<Subscription[]>('GET /admin/v1/webhooks/subscriptions');
  const again = listed.find(({ id }) => id === subscription.id);
  if (!subscription.secret || !again || 'secret' in again)
    throw new Error('The secret was not shown exactly once.');
  tell(
    `The operator subscribes it to ${events.join(' and ')}`,
    `POST /admin/v1/webhooks/subscriptions → secret ${subscription.secret.slice(0, 12)}…`,
    'GET shows the subscription without it: the secret is shown once',
  );
  return subscription;
}

/** A shopper pays, and the subscriber is notified. */
async function tellDelivery(scene: Scene): Promise<void> {
  const { tell, secret } = scene;
  const orderId = await buy(scene);
  const created = await arrival(scene, 'order.created', orderId);
  const paid = await arrival(scene, 'order.paid', orderId);
  tell(
    'Two envelopes arrive; this is the second one, as it was sent',
    summary(created),
    summary(paid),
    '',
    ...wire(paid),
  );

  const envelope = await verifyWebhook(paid.body, paid.headers, secret);
  const forged = Buffer.from(paid.body);
  forged[forged.length - 3] = (forged.at(-3) ?? 0) ^ 1;
  tell(
    'The receiver verifies it with verifyWebhook of @service/client-js',
    `✓ accepted: ${envelope.event} ${envelope.id}`,
    `✓ refused after one bit was changed: ${await refusalOf(verifyWebhook(forged, paid.headers, secret))}`,
  );
}

/** The subscriber is down for a moment. Nothing is lost, and an operator can retry at once. */
async function tellFailure(scene: Scene): Promise<void> {
  const { admin, receiver, tell } = scene;
  const { order, payment } = await placeOrder(scene.target, variantOf(scene.product));
  await arrival(scene, 'order.created', order.id);
  receiver.answerWith(500);
  await sendPayment(scene.target, { order, payment });
  const first = await arrival(scene, 'order.paid', order.id);
  const { id } = envelopeOf(first);
  const failed = await deliveryIn(scene, id, 'failed');
  tell(
    `Now the receiver responds with 500. Order ${order.number} is paid, and its delivery fails`,
    'GET /admin/v1/webhooks/deliveries',
    ...columns(failed),
  );

  receiver.answerWith(200);
  await admin(`POST /admin/v1/webhooks/deliveries/${id}/retry`);
  const delivered = await deliveryIn(scene, id, 'delivered');
  const times = receiver.received.filter((request) => envelopeOf(request).id === id).length;
  tell(
    'The receiver works again, and the operator retries the delivery',
    `POST /admin/v1/webhooks/deliveries/${id}/retry`,
    ...columns(delivered),
    `the receiver got this id ${times} times: deduplicate by it`,
  );
}

/** Cart → order → payment. Returns the order's id. */
async function buy({ target, admin, product, tell }: Scene): Promise<string> {
  const { order, payment } = await placeOrder(target, variantOf(product));
  tell(
    'A shopper checks out a cart',
    `order ${order.number}, ${order.status}, ${price(order.total, order.currency)}, payment ${payment.providerPaymentId}`,
  );
  const eventId = await sendPayment(target, { order, payment });
  const { status } = await admin<{ status: string }>(`GET /admin/v1/orders/${order.id}`);
  tell(
    'The payment provider calls back, signed with Stripe’s own package',
    `POST /webhooks/payment, payment_intent.succeeded, ${eventId}`,
    `order ${order.number} is ${status}`,
  );
  return order.id;
}

/** Waits until the receiver has got this event of this order. */
async function arrival({ receiver, stopping }: Scene, event: string, orderId: string): Promise<Received> {
  const find = () =>
    receiver.received.find((request) => {
      const envelope = envelopeOf(request);
      return envelope.event === event && envelope.data.orderId === orderId;
    });
  await patiently(stopping, `${event} at the receiver`, () => find() !== undefined);
  return find() as Received;
}

/** Waits until the delivery log shows this delivery in this status. */
async function deliveryIn(
  { admin, subscription, stopping }: Scene,
  id: string,
  status: string,
): Promise<Delivery> {
  const path = `/admin/v1/webhooks/deliveries?subscriptionId=${subscription.id}&status=${status}` as const;
  let found: Delivery | undefined;
  await patiently(stopping, `${status} in the delivery log`, async () => {
    const { items } = await admin<{ items: Delivery[] }>(`GET ${path}`);
    found = items.find((delivery) => delivery.id === id);
    return found !== undefined;
  });
  return found as Delivery;
}

async function patiently(
  stopping: AbortSignal,
  what: string,
  check: () => boolean | Promise<boolean>,
): Promise<void> {
  const come = await waitUntil(
    () => {
      stopping.throwIfAborted();
      return check();
    },
    { timeoutMs: DELIVERY_TIMEOUT_MS, everyMs: 50 },
  );
  if (!come)
    throw new Error(`No ${what} within ${DELIVERY_TIMEOUT_MS / 1000} s. Is the worker running? See its log.`);
}

function envelopeOf({ body }: Received): WebhookEnvelope<{ orderId?: string }> {
  return JSON.parse(body.toString('utf8')) as WebhookEnvelope<{ orderId?: string }>;
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(6));
}

function summary(request: Received): string {
  const { event, id } = envelopeOf(request);
  return `${event.padEnd(14)} ${id}`;
}

/** The parts of the request that matter, as they were sent. */
function wire({ headers, body }: Received): string[] {
  const signed = ['x-service-timestamp', 'x-service-nonce', 'x-service-signature'];
  return [
    ...signed.map((name) => `${name}: ${headers[name]}`),
    JSON.stringify(JSON.parse(body.toString('utf8')), null, 2),
  ];
}

function columns({ status, attempts, responseCode, lastError, nextRetryAt }: Delivery): string[] {
  return Object.entries({ status, attempts, responseCode, lastError, nextRetryAt }).map(
    ([name, value]) => `${name.padEnd(13)} ${value}`,
  );
}

async function refusalOf(verification: Promise<unknown>): Promise<string> {
  try {
    await verification;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code;
    throw error;
  }
  throw new Error('A forged body was accepted.');
}

function variantOf({ variants }: Product): string {
  const [variant] = variants;
  if (!variant) throw new Error('The product has no variant.');
  return variant.id;
}

function price(amount = 0, currency = ''): string {
  return `${(amount / 100).toFixed(2)} ${currency}`;
}
