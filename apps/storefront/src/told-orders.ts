import { createPublicKey, verify } from 'node:crypto';
import type { StoreClient } from '@service/client-js';
import type { Request } from 'express';

interface Told {
  status: string;
  at: Date;
}

/** Older ones are read from the API like any order. */
const KEPT = 10_000;
const TOLERANCE_SECONDS = 300;

/** What webhooks have told of orders. A request counts when the store's public key verifies it: there is no secret here. */
export function createToldOrders(shop: StoreClient) {
  const told = new Map<string, Told>();
  let keys: { x: string }[] = [];

  async function isFromStore({ headers }: Request, body: Buffer): Promise<boolean> {
    const timestamp = String(headers['webhook-timestamp']);
    if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false;
    const signed = Buffer.concat([Buffer.from(`${headers['webhook-id']}.${timestamp}.`), body]);
    const signatures = String(headers['webhook-signature'])
      .split(' ')
      .filter((each) => each.startsWith('v1a,'))
      .map((each) => Buffer.from(each.slice('v1a,'.length), 'base64'));
    const isSigned = () =>
      keys.some(({ x }) => {
        const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
        return signatures.some((signature) => verify(null, signed, key, signature));
      });
    if (signatures.length === 0) return false;
    if (isSigned()) return true;
    // By a key that has come since.
    keys = (await shop.getKeys()).keys;
    return isSigned();
  }

  return {
    /** Answers false when it isn't the store's. A repetition, or an event that comes late, changes nothing that is newer. */
    async receive(req: Request, body: Buffer): Promise<boolean> {
      if (!(await isFromStore(req, body))) return false;
      const { event, occurredAt, data } = JSON.parse(body.toString('utf8'));
      const at = new Date(occurredAt);
      const known = told.get(data.orderId);
      if (!event.startsWith('order.') || !data.status || (known && known.at >= at)) return true;
      told.set(data.orderId, { status: data.status, at });
      const [oldest] = told.keys();
      if (told.size > KEPT && oldest !== undefined) told.delete(oldest);
      return true;
    },
    find: (orderId: string) => told.get(orderId),
  };
}
