import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { expect } from 'chai';
import type { Request } from 'express';
import { createToldOrders } from '../src/told-orders.ts';

const MINUTE_MS = 60_000;

describe('what webhooks report to the shop', () => {
  let now: number;
  let published: { x: string }[];
  let reads: number;
  let isAway = false;
  let told: ReturnType<typeof createToldOrders>;

  beforeEach(() => {
    [now, reads] = [Date.UTC(2026, 10, 23), 0];
    const getKeys = async () => {
      reads += 1;
      if (isAway) throw new Error('the API is away');
      return { keys: published } as never;
    };
    told = createToldOrders({ getKeys }, () => now);
  });

  function createKey() {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    return { jwk: publicKey.export({ format: 'jwk' }) as { x: string }, privateKey };
  }

  /** Sends an event of an order, signed by this key. */
  function send(privateKey: KeyObject, status = 'paid') {
    const id = '0b3fce6e-7a5f-4a8e-9d59-6d1d0d4d5a10';
    const occurredAt = new Date(now).toISOString();
    const data = { orderId: 'order', status };
    const envelope = { id, event: 'order.paid', version: 1, occurredAt, tenantId: id, sequence: 1, data };
    const body = Buffer.from(JSON.stringify(envelope));
    const timestamp = String(Math.floor(now / 1000));
    const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1a,${sign(null, signed, privateKey).toString('base64')}`,
    };
    return told.receive({ headers } as unknown as Request, body);
  }

  it('counts when a key of the store verifies it, and is forged otherwise', async () => {
    const key = createKey();
    published = [key.jwk];

    expect(await send(createKey().privateKey)).to.equal(false);
    expect(told.find('order')).to.equal(undefined);
    expect(await send(key.privateKey)).to.equal(true);
    expect(told.find('order')).to.include({ status: 'paid' });
  });

  it('has the keys read once a minute at most, however much is forged', async () => {
    published = [createKey().jwk];
    const forger = createKey().privateKey;

    await Promise.all(Array.from({ length: 30 }, () => send(forger)));
    expect(reads).to.equal(1);
    now += MINUTE_MS;
    await Promise.all(Array.from({ length: 30 }, () => send(forger)));
    expect(reads).to.equal(2);
  });

  it('counts a minute after the keys couldn’t be read', async () => {
    const key = createKey();
    published = [key.jwk];
    isAway = true;
    const failure = await send(key.privateKey).catch((error: Error) => error);
    isAway = false;
    const again = await send(key.privateKey).catch((error: Error) => error);
    now += MINUTE_MS;

    expect(await send(key.privateKey)).to.equal(true);
    expect(reads).to.equal(2);
    for (const each of [failure, again]) expect(each).to.include({ message: 'the API is away' });
  });

  it('counts by a key that is newer than the known ones, and reads the keys again each hour', async () => {
    const [older, newer] = [createKey(), createKey()];
    published = [older.jwk];
    expect(await send(older.privateKey)).to.equal(true);
    published = [older.jwk, newer.jwk];
    now += MINUTE_MS;

    expect(await send(newer.privateKey, 'shipped')).to.equal(true);
    expect(told.find('order')).to.include({ status: 'shipped' });
    expect(reads).to.equal(2);
    now += 60 * MINUTE_MS;
    published = [newer.jwk];
    expect(await send(older.privateKey)).to.equal(false);
    expect(reads).to.equal(3);
  });
});
