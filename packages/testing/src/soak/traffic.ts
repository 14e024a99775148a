import { randomUUID } from 'node:crypto';
import { type Answer, insist } from '../insist.ts';
import { paymentSucceeded, signProviderEvent } from '../provider-event.ts';
import { TEST_ADDRESS } from '../store.ts';
import type { SoakShop } from './shops.ts';

/** The results that shoppers, operators and the provider know, because the API has confirmed them. */
export interface Books {
  /** Totals, by order. */
  orders: Map<string, number>;
  paid: Set<string>;
  shipped: Set<string>;
  cancelled: Set<string>;
  /** Amounts, by order. */
  refunded: Map<string, number>;
  /** Products that operators made. */
  products: Set<string>;
  renamed: number;
  adjustments: number;
  /** By how much all stock was adjusted. */
  adjustedBy: number;
  imports: Set<string>;
  /** Checkouts that were refused because the stock was sold. */
  soldOut: number;
  requests: number;
  /** Requests that got no answer, or 503, and were sent again. */
  repeated: number;
  mistakes: Set<string>;
}

export interface Traffic {
  books: Books;
  /** Resolves when all actors have finished their work. */
  stop(): Promise<void>;
}

const SHOPPERS = 2;
const SHOPPER_PAUSE_MS = 800;
const OPERATOR_PAUSE_MS = 800;
const IMPORT_PAUSE_MS = 5000;
const LOOK_EVERY_MS = 500;
const IMPORT_ROWS = 60;
const REFUND = 100;

interface Request {
  headers?: Record<string, string>;
  body?: unknown;
  /** Codes of problems that may come. */
  expected?: readonly string[];
}

/**
 * Runs shoppers, an operator and an import in each shop, until they are stopped; each repeats its requests until it gets a
 * response. With a larger `pauseFactor` they send fewer requests in the same time.
 */
export function startTraffic(
  shops: readonly SoakShop[],
  apiUrls: readonly string[],
  pauseFactor: number,
): Traffic {
  const books: Books = {
    orders: new Map(),
    paid: new Set(),
    shipped: new Set(),
    cancelled: new Set(),
    refunded: new Map(),
    products: new Set(),
    renamed: 0,
    adjustments: 0,
    adjustedBy: 0,
    imports: new Set(),
    soldOut: 0,
    requests: 0,
    repeated: 0,
    mistakes: new Set(),
  };
  let isOpen = true;
  let turn = 0;

  async function ask(method: string, path: string, { headers = {}, body, expected = [] }: Request = {}) {
    const key: Record<string, string> = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const answer: Answer = await insist(
      () => `${apiUrls[turn++ % apiUrls.length]}${path}`,
      { method, headers: { ...key, ...headers }, body: text },
      () => {
        books.repeated += 1;
      },
    );
    books.requests += 1;
    const { status, body: said } = answer;
    if (status >= 400 && !expected.includes(said.code))
      books.mistakes.add(
        `${method} ${path.replace(/[\da-f-]{36}/g, '…')} returned ${status} ${said.code} ${said.requestId}`,
      );
    return answer;
  }

  /** Again and again, with a pause. */
  async function repeat(pauseMs: number, work: () => Promise<void>): Promise<void> {
    while (isOpen) {
      await work().catch((error: Error) => books.mistakes.add(error.message));
      await pause(pauseMs * pauseFactor);
    }
  }

  function startShopper(shop: SoakShop, paidOrders: string[], pendingOrders: string[]): Promise<void> {
    const headers = { 'x-publishable-key': shop.store.publishableKey };
    let count = 0;
    return repeat(SHOPPER_PAUSE_MS, async () => {
      const goods = anyOf(shop.goods);
      await ask('GET', '/store/v1/products?pageSize=10', { headers });
      await ask('GET', `/store/v1/products/${goods.slug}`, { headers });
      const { body: cart } = await ask('POST', '/store/v1/carts', { headers, body: {} });
      const at = `/store/v1/carts/${cart.id}`;
      const quantity = 1 + (count % 3);
      // A shopper who sees that it is sold out leaves.
      const { status } = await ask('POST', `${at}/lines`, {
        headers,
        body: { variantId: goods.variantId, quantity },
        expected: ['insufficient_stock'],
      });
      if (status >= 400) {
        books.soldOut += 1;
        return;
      }
      await ask('POST', `${at}/shipping-address`, { headers, body: TEST_ADDRESS });
      const { body: options } = await ask('GET', `${at}/shipping-options`, { headers });
      const shippingOptionId = options.items[0].id;
      await ask('POST', `${at}/shipping-option`, { headers, body: { shippingOptionId } });
      const { body: placed } = await ask('POST', `${at}/checkout`, {
        headers,
        body: {},
        expected: ['insufficient_stock'],
      });
      if (!placed.order) {
        books.soldOut += 1;
        return;
      }
      const { id, total } = placed.order;
      shop.committed(id);
      books.orders.set(id, total);
      // Out of ten orders one is left unpaid, one is cancelled, and one is paid by an event that comes twice at once.
      const choice = ++count % 10;
      if (choice === 0) return;
      if (choice === 5) pendingOrders.push(id);
      else await pay(id, choice === 2 ? 2 : 1).then(() => paidOrders.push(id));
    });
  }

  async function pay(orderId: string, times: number): Promise<void> {
    const body = JSON.stringify(paymentSucceeded(orderId, `evt_${orderId}`));
    const headers = { 'payment-signature': signProviderEvent(body) };
    await Promise.all(
      Array.from({ length: times }, () => ask('POST', '/webhooks/payment', { headers, body })),
    );
    books.paid.add(orderId);
  }

  /** Returns what an operator does in one go. */
  function hireOperator({ store, goods }: SoakShop, paidOrders: string[], pendingOrders: string[]) {
    const made: string[] = [];
    let count = 0;
    return async () => {
      // A token is valid for a quarter of an hour.
      const headers = { authorization: `Bearer ${store.token()}` };
      const post = (path: string, body: unknown) => ask('POST', `/admin/v1${path}`, { headers, body });
      await ask('GET', '/admin/v1/orders?pageSize=20', { headers });
      for (const id of pendingOrders.splice(0)) {
        const { status } = await post(`/orders/${id}/cancel`, {});
        if (status === 200) books.cancelled.add(id);
      }
      for (const id of paidOrders.splice(0)) {
        const { status } = await post(`/orders/${id}/ship`, {});
        if (status === 200) books.shipped.add(id);
        if (books.shipped.size % 4 > 0) continue;
        const refund = await post(`/orders/${id}/refunds`, { amount: REFUND });
        if (refund.status === 201) books.refunded.set(id, REFUND);
      }
      const { productId, variantId } = anyOf(goods.slice(0, -1));
      const delta = (count++ % 5) + 1;
      const adjusted = await post(`/products/${productId}/variants/${variantId}/stock/adjustments`, {
        delta,
      });
      if (adjusted.status === 200) {
        books.adjustments += 1;
        books.adjustedBy += delta;
      }
      const product = await post('/products', { title: `Made ${count}` });
      if (product.status === 201) {
        books.products.add(product.body.id);
        made.push(product.body.id);
      }
      const title = `Renamed ${randomUUID()}`;
      const renamed = await ask('PATCH', `/admin/v1/products/${anyOf(made)}`, { headers, body: { title } });
      if (renamed.status === 200) books.renamed += 1;
    };
  }

  /** The first file makes products, each later one changes some of them. */
  function startImport({ store }: SoakShop): Promise<void> {
    let count = 0;
    return repeat(IMPORT_PAUSE_MS, async () => {
      const headers = () => ({ authorization: `Bearer ${store.token()}` });
      const { status, body } = await ask('POST', '/admin/v1/products/import', {
        headers: { ...headers(), 'content-type': 'application/x-ndjson' },
        body: fileOf(count++),
        // The file whose answer was lost is still being received.
        expected: ['too_many_requests'],
      });
      if (status !== 202) return;
      books.imports.add(body.id);
      const isOver = async () =>
        (await ask('GET', `/admin/v1/product-imports/${body.id}`, { headers: headers() })).body.status ===
        'completed';
      while (isOpen && !(await isOver())) await pause(LOOK_EVERY_MS);
    });
  }

  const operators: (() => Promise<void>)[] = [];
  const running = shops.flatMap((shop) => {
    const [paid, pending]: [string[], string[]] = [[], []];
    const shoppers = Array.from({ length: SHOPPERS }, () => startShopper(shop, paid, pending));
    const operate = hireOperator(shop, paid, pending);
    operators.push(operate);
    return [...shoppers, repeat(OPERATOR_PAUSE_MS, operate), startImport(shop)];
  });
  return {
    books,
    async stop() {
      isOpen = false;
      await Promise.all(running);
      // Orders that were paid last are shipped too.
      for (const operate of operators.splice(0)) await operate();
    },
  };
}

function fileOf(number: number): string {
  return Array.from({ length: IMPORT_ROWS }, (_, row) =>
    JSON.stringify({
      slug: `imported-${row}`,
      title: `Imported ${row}`,
      sku: `IMPORTED-${row}`,
      priceAmount: 1000 + (row % 3 === 0 ? number : 0),
      stockQuantity: 10,
    }),
  ).join('\n');
}

function anyOf<T>(all: readonly T[]): T {
  return all[Math.floor(Math.random() * all.length)] as T;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
