import type { StoreClient } from '@service/client-js';
import { verifyWebhook, type WebhookEnvelope, WebhookVerificationError } from '@service/client-js/webhooks';
import type { Request } from 'express';

interface Told {
  status: string;
  at: Date;
}

type Envelope = WebhookEnvelope<{ orderId: string; status?: string }>;

/** Older ones are read from the API like any order. */
const MAX_ORDERS = 10_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * What webhooks reported of orders. A request counts when a public key of the store verifies it: there is no secret here. The keys are
 * kept for an hour and read once a minute at most, so that forged requests don't use up the shop's share of the API.
 */
export function createToldOrders(shop: Pick<StoreClient, 'getKeys'>, now: () => number = Date.now) {
  const told = new Map<string, Told>();
  let keys: readonly string[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let reading = Promise.resolve();

  /** Reads the keys if they are older than this. While the API is away, those that are known hold. */
  function readKeys(maxAgeMs: number): Promise<void> {
    if (now() - readAt < maxAgeMs) return reading;
    readAt = now();
    reading = shop.getKeys().then(
      (found) => {
        keys = found.keys.map(({ x }) => `whpk_${Buffer.from(x, 'base64url').toString('base64')}`);
      },
      (error: unknown) => {
        if (keys.length > 0) return;
        // Without any, nothing can be verified: the next look is in a minute, not in an hour.
        readAt -= HOUR_MS - MINUTE_MS;
        throw error;
      },
    );
    return reading;
  }

  async function verify({ headers }: Request, body: Buffer): Promise<Envelope | undefined> {
    if (keys.length === 0) return undefined;
    try {
      return await verifyWebhook(body, headers, keys, { now });
    } catch (error) {
      if (error instanceof WebhookVerificationError) return undefined;
      throw error;
    }
  }

  return {
    /** Answers false when it isn't the store's. A repetition, or an event that comes late, changes nothing that is newer. */
    async receive(req: Request, body: Buffer): Promise<boolean> {
      await readKeys(HOUR_MS);
      let envelope = await verify(req, body);
      if (!envelope) {
        // Maybe by a key that is newer than those that are known.
        await readKeys(MINUTE_MS);
        envelope = await verify(req, body);
      }
      if (!envelope) return false;
      const { event, occurredAt, data } = envelope;
      const at = new Date(occurredAt);
      const known = told.get(data.orderId);
      if (!event.startsWith('order.') || !data.status || (known && known.at >= at)) return true;
      told.set(data.orderId, { status: data.status, at });
      const [oldest] = told.keys();
      if (told.size > MAX_ORDERS && oldest !== undefined) told.delete(oldest);
      return true;
    },
    find: (orderId: string) => told.get(orderId),
  };
}
