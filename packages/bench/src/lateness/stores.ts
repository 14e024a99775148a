import { randomUUID } from 'node:crypto';
import { webhooks } from '@service/core';
import { createStore, insist, openTestEnv, startReceiver } from '@service/testing';

type Kind = 'healthy' | 'slow' | 'failing' | 'silent';

const KINDS: readonly Kind[] = ['healthy', 'healthy', 'healthy', 'healthy', 'slow', 'failing', 'silent'];

const SLOW_MS = 3000;

/** A machine that is too busy for the rate gets fewer events, and no heap of requests. */
const MAX_TICKING = 4;

export interface BenchStore {
  kind: Kind;
  /** Creates a product through the API, unless the last few are still on their way to it. */
  tick(): void;
  /** Creates a product through the API. Its lateness counts unless `isMeasured` is false. */
  produce(options?: { isMeasured?: boolean }): Promise<void>;
  /** The times from commit to receipt since the last call, in milliseconds. */
  takeLatenesses(): number[];
  /** How many measured events are on their way. */
  underWay(): number;
  /** How many events came more than once. */
  repeated(): number;
}

/** The stores, each with a subscriber of `product.created`. */
export async function openStores({ databaseUrl, apiUrl }: { databaseUrl: string; apiUrl: string }) {
  const env = await openTestEnv({ databaseUrl });
  const receivedIds = new Set<string>();
  const closing: (() => Promise<void>)[] = [];
  let areWell = false;
  let produced = 0;
  let producing = 0;

  async function openStore(kind: Kind): Promise<BenchStore> {
    const store = await createStore(env.system);
    const committedAt = new Map<string, number>();
    const receivedAt = new Map<string, number>();
    let latenesses: number[] = [];
    let repeated = 0;

    const receiver = await startReceiver();
    closing.push(receiver.close);
    receiver.answer(({ body }, response) => {
      const at = performance.now();
      // The kept requests would grow the bench's own memory.
      receiver.requests.length = 0;
      const { id, data } = JSON.parse(body.toString()) as { id: string; data: { productId: string } };
      if (kind === 'failing' && !areWell) return response.writeHead(500).end();
      if (kind === 'silent' && !areWell) return;
      const respond = () => response.writeHead(200).end();
      if (kind === 'slow' && !areWell) setTimeout(respond, SLOW_MS);
      else respond();
      if (receivedIds.has(id)) {
        repeated += 1;
        return;
      }
      receivedIds.add(id);
      settle(data.productId, receivedAt, at);
    });
    await webhooks.createSubscription(store.admin, { url: receiver.url, events: ['product.created'] });

    /** The receipt may be here before the API's response. */
    function settle(productId: string, side: Map<string, number>, at: number): void {
      side.set(productId, at);
      const [committed, received] = [committedAt.get(productId), receivedAt.get(productId)];
      if (committed === undefined || received === undefined) return;
      committedAt.delete(productId);
      receivedAt.delete(productId);
      if (Number.isFinite(committed)) latenesses.push(Math.max(0, received - committed));
    }

    async function produce({ isMeasured = true } = {}): Promise<void> {
      producing += 1;
      const id = await createProduct(`${apiUrl}/admin/v1/products`, store.token());
      producing -= 1;
      produced += 1;
      settle(id, committedAt, isMeasured ? performance.now() : Number.NaN);
    }

    let ticking = 0;
    return {
      kind,
      tick() {
        if (ticking === MAX_TICKING) return;
        ticking += 1;
        void produce().finally(() => {
          ticking -= 1;
        });
      },
      produce,
      takeLatenesses() {
        const taken = latenesses;
        latenesses = [];
        return taken;
      },
      underWay: () => committedAt.size,
      repeated: () => repeated,
    };
  }

  const all: BenchStore[] = [];
  for (const kind of KINDS) all.push(await openStore(kind));

  return {
    all,
    /** Ids of the deliveries that subscribers took. */
    receivedIds: receivedIds as ReadonlySet<string>,
    produced: () => produced,
    isProducing: () => producing > 0,
    /** From now on every subscriber responds at once. */
    recover() {
      areWell = true;
    },
    async recordedIds(): Promise<string[]> {
      const rows = await env.system.db.webhookDelivery.findMany({ select: { id: true } });
      return rows.map(({ id }) => id);
    },
    async close() {
      for (const close of closing) await close();
      await env.close();
    },
  };
}

/** Repeats what the API refuses for the moment, as a client should. Returns the product's id. */
async function createProduct(url: string, token: string): Promise<string> {
  const { status, body } = await insist(() => url, {
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    body: JSON.stringify({ title: `Tea ${randomUUID()}` }),
  });
  if (status !== 201) throw new Error(`The API returned ${status}`);
  return body.id;
}
