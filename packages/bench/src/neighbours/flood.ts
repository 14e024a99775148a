// The noisy neighbour, in a process of its own: loops of expensive requests, which hardly wait when they are refused.
import { randomUUID } from 'node:crypto';
import { setPriority } from 'node:os';

export interface FloodTarget {
  apiUrl: string;
  token: string;
  publishableKey: string;
  /** Resources of its own store: a cart and an order of 200 lines, and a subscription whose endpoint hangs. */
  cartId: string;
  orderId: string;
  subscriptionId: string;
}

/** How often each kind was answered, by status. */
export type FloodCounts = Record<string, Record<string, number>>;

const LOOPS = 4;
const PAUSE_WHEN_REFUSED_MS = 100;
const PASSWORD = 'a long enough password';

setPriority(10);

let target: FloodTarget;
let isRunning = false;
let running: Promise<unknown> = Promise.resolve();
let counts: FloodCounts = {};

const KINDS: Record<string, () => Promise<Response>> = {
  logins: () =>
    store('POST', '/customers/login', { email: `${randomUUID()}@example.com`, password: PASSWORD }),
  registrations: () =>
    store('POST', '/customers', { email: `${randomUUID()}@example.com`, password: PASSWORD }),
  imports: () => admin('POST', '/products/import', importFile(), 'application/x-ndjson'),
  exports: () => admin('GET', '/products/export'),
  invoices: () => admin('GET', `/orders/${target.orderId}/invoice`),
  subscriptions: () =>
    admin(
      'POST',
      '/webhooks/subscriptions',
      json({ url: `https://${randomUUID()}.silent.test/`, events: ['order.paid'] }),
    ),
  tests: () =>
    admin('POST', `/webhooks/subscriptions/${target.subscriptionId}/test`, json({ event: 'order.paid' })),
  'long carts': () => store('GET', `/carts/${target.cartId}`),
};

function json(body: object): string {
  return JSON.stringify(body);
}

function importFile(): string {
  const rows = Array.from({ length: 500 }, (_, index) =>
    json({
      slug: `flood-${index}`,
      title: 'Flood',
      sku: `FLOOD-${index}`,
      priceAmount: Math.floor(Math.random() * 1000),
    }),
  );
  return rows.join('\n');
}

function admin(method: string, path: string, body?: string, type = 'application/json'): Promise<Response> {
  return fetch(`${target.apiUrl}/admin/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${target.token}`, ...(body ? { 'Content-Type': type } : {}) },
    ...(body ? { body } : {}),
  });
}

function store(method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${target.apiUrl}/store/v1${path}`, {
    method,
    headers: {
      'X-Publishable-Key': target.publishableKey,
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body: json(body) } : {}),
  });
}

async function loop(kind: string, ask: () => Promise<Response>): Promise<void> {
  while (isRunning) {
    const status = await ask()
      .then(async (response) => {
        await response.arrayBuffer();
        return response.status;
      })
      // No response, or one that was cut off.
      .catch(() => 0);
    const byStatus = counts[kind] ?? {};
    byStatus[status] = (byStatus[status] ?? 0) + 1;
    counts[kind] = byStatus;
    if (status === 429 || status === 0)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_WHEN_REFUSED_MS));
  }
}

process.on('message', async (message: FloodTarget | 'start' | 'stop') => {
  if (message === 'start') {
    isRunning = true;
    counts = {};
    const loops = Object.entries(KINDS).flatMap(([kind, ask]) =>
      Array.from({ length: LOOPS }, () => loop(kind, ask)),
    );
    running = Promise.all(loops);
    process.send?.('started');
  } else if (message === 'stop') {
    isRunning = false;
    await running;
    process.send?.(counts);
  } else {
    target = message;
    process.send?.('ready');
  }
});
process.on('disconnect', () => process.exit(0));
