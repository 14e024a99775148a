import { catalog, type SystemContext, webhooks } from '@service/core';
import { type Receiver, startReceiver } from '../receiver.ts';
import { createStore, type TestStore } from '../store.ts';

type Kind = 'healthy' | 'slow' | 'failing' | 'silent';

export interface Subscriber {
  kind: Kind;
  subscriptionId: string;
  /** How often each delivery came, by its id. */
  came: ReadonlyMap<string, number>;
}

export interface Goods {
  productId: string;
  slug: string;
  variantId: string;
}

export interface SoakShop {
  store: TestStore;
  goods: readonly Goods[];
  subscribers: readonly Subscriber[];
  /** Called when the order was committed; its lateness counts from then. */
  committed(orderId: string): void;
}

/** The second subscriber of each shop, beside a healthy one. */
const KINDS: readonly Kind[] = ['slow', 'failing', 'silent'];
const EVENTS = [
  'order.created',
  'order.paid',
  'order.shipped',
  'order.cancelled',
  'order.partially_refunded',
  'refund.issued',
  'product.created',
  'product.updated',
] as const;
const GOODS = 6;
/** The stock of each variant; of the last one so few that it sells out. */
const STOCK = { plenty: 100_000, scarce: 8 };
const SLOW_MS = 1500;

/** Stores with goods and subscribers. */
export async function openShops(system: SystemContext) {
  const receivers: Receiver[] = [];
  let latenesses: number[] = [];
  let areWell = false;

  async function subscribe(
    { admin }: TestStore,
    kind: Kind,
    onOrder: (id: string) => void,
  ): Promise<Subscriber> {
    const came = new Map<string, number>();
    const receiver = await startReceiver();
    receivers.push(receiver);
    receiver.answer(({ body }, response) => {
      // The kept requests would grow this process's own memory.
      receiver.requests.length = 0;
      const { id, event, data } = JSON.parse(body.toString());
      came.set(id, (came.get(id) ?? 0) + 1);
      if (event === 'order.created') onOrder(data.orderId);
      if (kind === 'silent' && !areWell) return;
      const isRefused = kind === 'failing' && !areWell && Math.random() < 0.5;
      const respond = () => response.writeHead(isRefused ? 500 : 200).end();
      if (kind === 'slow' && !areWell) setTimeout(respond, SLOW_MS);
      else respond();
    });
    const { id } = await webhooks.createSubscription(admin, { url: receiver.url, events: [...EVENTS] });
    return { kind, subscriptionId: id, came };
  }

  async function openShop(kind: Kind): Promise<SoakShop> {
    const store = await createStore(system);
    const seen = new Map<string, number>();
    /** Called at the commit and at the receipt, in either order. */
    const note = (orderId: string) => {
      const at = performance.now();
      const before = seen.get(orderId);
      if (before === undefined) seen.set(orderId, at);
      else if (seen.delete(orderId)) latenesses.push(at - before);
    };
    const subscribers = [
      await subscribe(store, 'healthy', note),
      await subscribe(store, kind, () => undefined),
    ];
    const goods: Goods[] = [];
    for (let index = 0; index < GOODS; index += 1) goods.push(await makeGoods(store, index));
    return { store, goods, subscribers, committed: note };
  }

  const all: SoakShop[] = [];
  for (const kind of KINDS) all.push(await openShop(kind));

  return {
    all,
    /** How long the healthy subscribers waited for orders since the last call, in milliseconds, sorted. */
    takeLatenesses(): number[] {
      const taken = latenesses;
      latenesses = [];
      return taken.sort((a, b) => a - b);
    },
    /** From now on every subscriber responds at once. */
    recover() {
      areWell = true;
    },
    async close() {
      for (const { close } of receivers) await close();
    },
  };
}

async function makeGoods({ admin }: TestStore, index: number): Promise<Goods> {
  const stockQuantity = index === GOODS - 1 ? STOCK.scarce : STOCK.plenty;
  const { id, slug, variants } = await catalog.createProduct(admin, {
    title: `Goods ${index}`,
    status: 'published',
    variants: [{ sku: `GOODS-${index}`, priceAmount: 1990 + index, stockQuantity }],
  });
  return { productId: id, slug, variantId: variants[0]?.id ?? '' };
}
