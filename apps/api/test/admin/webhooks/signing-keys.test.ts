import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { verifyWebhook } from '@service/client-js/webhooks';
import { createStore, type ReceivedRequest } from '@service/testing';
import { expect } from 'chai';
import { httpbis } from 'http-message-signatures';
import { useWebhookScene } from './scene.ts';

const KEYS = '/admin/v1/webhooks/signing-keys';
const SUBSCRIPTIONS = '/admin/v1/webhooks/subscriptions';

interface Jwk {
  kid: string;
  x: string;
}

describe('signatures by a key pair', () => {
  const scene = useWebhookScene();
  before(async () => {
    await scene.startWorker();
  });
  beforeEach(() => scene.moveToNewStore());

  const publicKeys = async (): Promise<Jwk[]> =>
    (await scene.call('GET', `/webhooks/${scene.store.tenantId}/keys`)).body.keys;

  async function deliver(): Promise<ReceivedRequest> {
    const before = scene.receiver.requests.length;
    await scene.recordPaid(randomUUID());
    await scene.receiver.received(before + 1);
    return scene.receiver.requests[before] as ReceivedRequest;
  }

  /** Of Standard Webhooks' `v1a`: which of the keys signed these bytes. */
  function signersOf(
    { headers, body }: Pick<ReceivedRequest, 'headers' | 'body'>,
    keys: readonly Jwk[],
  ): string[] {
    const signed = Buffer.concat([
      Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`),
      body,
    ]);
    const signatures = String(headers['webhook-signature'])
      .split(' ')
      .filter((each) => each.startsWith('v1a,'))
      .map((each) => Buffer.from(each.slice(4), 'base64'));
    return keys
      .filter((key) => signatures.some((signature) => verify(null, signed, keyOf(key), signature)))
      .map(({ kid }) => kid);
  }

  /** Of RFC 9421, by a library that knows nothing of this service: every signature of the request. */
  function verifyMessage(
    { method, headers }: ReceivedRequest,
    keys: readonly Jwk[],
    url = scene.receiver.url,
  ) {
    return httpbis.verifyMessage(
      {
        all: true,
        requiredFields: ['@method', '@target-uri', 'content-digest', 'webhook-id', 'webhook-timestamp'],
        requiredParams: ['created', 'keyid', 'tag'],
        keyLookup: async ({ keyid }) => {
          const key = keys.find(({ kid }) => kid === keyid);
          const known = (jwk: Jwk) => async (data: Buffer, signature: Buffer) =>
            verify(null, data, keyOf(jwk), signature);
          return key ? { id: key.kid, algs: ['ed25519'], verify: known(key) } : null;
        },
      },
      { method, url, headers: headers as Record<string, string> },
    );
  }

  const keyOf = ({ x }: Jwk) => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });

  it('are verified by the store’s public key, and by it alone', async () => {
    const { signature } = (await scene.subscribe({ signature: 'ed25519' })) as unknown as {
      signature: string;
    };
    const request = await deliver();
    const keys = await publicKeys();

    expect(signature).to.equal('ed25519');
    expect(keys).to.have.length(1);
    expect(signersOf(request, keys)).to.have.length(1);
    expect(await verifyMessage(request, keys)).to.equal(true);
    expect(request.headers['content-digest']).to.match(/^sha-256=:.{44}:$/);
    expect(request.headers).to.have.property('x-service-signature');

    const changed = { ...request, body: Buffer.from(`${request.body} `) };
    expect(signersOf(changed, keys)).to.deep.equal([]);
    expect(await verifyMessage(request, keys, 'http://elsewhere.example/hook')).to.equal(false);
  });

  it('cover the URL as the request goes out, however the subscription’s is written', async () => {
    const { port } = new URL(scene.receiver.url);
    await scene.subscribe({ url: `HTTP://127.1:${port}?from=tea#end`, signature: 'ed25519' });
    const request = await deliver();

    expect(request.path).to.equal('/?from=tea');
    const url = `http://${request.headers.host}${request.path}`;
    expect(await verifyMessage(request, await publicKeys(), url)).to.equal(true);
  });

  it('are not made for who didn’t ask for them', async () => {
    await scene.subscribe();
    const { headers } = await deliver();

    expect(headers['webhook-signature']).not.to.include('v1a,');
    expect(headers).not.to.have.any.keys('signature', 'signature-input', 'content-digest');
    expect(await publicKeys()).to.deep.equal([]);
  });

  it('begin and end with a change of the subscription', async () => {
    const { id } = await scene.subscribe();
    (await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, { signature: 'ed25519' })).expect(200);
    const signed = await deliver();
    (await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, { signature: 'hmac' })).expect(200);
    const unsigned = await deliver();

    expect(signersOf(signed, await publicKeys())).to.have.length(1);
    expect(unsigned.headers).not.to.have.property('signature');
  });

  it('are made with both keys while one is replaced, and with the new one alone afterwards', async () => {
    await scene.subscribe({ signature: 'ed25519' });
    const [old] = await publicKeys();
    const made = (await scene.call('POST', KEYS, { overlapHours: 24 })).expect(201);
    const during = await deliver();
    const both = await publicKeys();
    await scene.call('POST', KEYS, { overlapHours: 0 });
    const after = await deliver();

    expect(both.map(({ kid }) => kid)).to.deep.equal([made.id, old?.kid]);
    expect(signersOf(during, both)).to.have.members([made.id, old?.kid]);
    expect(await verifyMessage(during, both)).to.equal(true);
    expect(signersOf(after, both), 'keys that have ended').to.deep.equal([]);
    expect(signersOf(after, await publicKeys())).to.have.length(1);
  });

  it('keep nothing of a signature in the log when the receiver echoes it', async () => {
    const { id } = await scene.subscribe({ signature: 'ed25519' });
    scene.receiver.answer(({ headers }, response) =>
      response.writeHead(500).end(`${headers.signature} ${headers['webhook-signature']}`),
    );
    const { body } = await scene.call('POST', `${SUBSCRIPTIONS}/${id}/test`, { event: 'order.paid' });
    scene.receiver.answer(200);

    expect(body.attempt.responseBody).to.include('[redacted]').and.not.include('v1a,');
    expect(body.attempt.responseBody).not.to.match(/sig1=:/);
  });

  it('verify by `verifyWebhook`, as they are listed', async () => {
    await scene.subscribe({ signature: 'ed25519' });
    const { body, headers } = await deliver();
    const [{ publicKey }] = (await scene.call('GET', KEYS)).body;
    await scene.call('POST', KEYS, { overlapHours: 0 });
    const [{ publicKey: another }] = (await scene.call('GET', KEYS)).body;

    expect(await verifyWebhook(body, headers, publicKey)).to.include({ event: 'order.paid' });
    const refused = await verifyWebhook(body, headers, another).catch((error) => error.code);
    expect(refused).to.equal('signature_mismatch');
  });

  it('are told to receivers: the keys may be kept, and asked for again', async () => {
    await scene.subscribe({ signature: 'ed25519' });
    const url = `${scene.url}/.well-known/jwks.json`;
    const named = { 'X-Publishable-Key': scene.store.publishableKey };
    const first = await fetch(url, { headers: named });
    const again = await fetch(url, {
      headers: { ...named, 'If-None-Match': first.headers.get('etag') ?? '' },
    });

    expect(await first.json()).to.deep.equal({ keys: await publicKeys() });
    expect(first.headers.get('cache-control')).to.equal('public, max-age=3600');
    expect(again.status).to.equal(304);
  });

  it('show no store the keys of another, and nobody a private one', async () => {
    await scene.subscribe({ signature: 'ed25519' });
    const other = await createStore(scene.system);
    const own = await scene.call('GET', KEYS);
    const others = await scene.call('GET', KEYS, undefined, other.token());

    expect(own.body).to.have.length(1);
    expect(own.body[0].publicKey).to.match(/^whpk_[A-Za-z0-9+/]{43}=$/);
    expect(Object.keys(own.body[0])).to.have.members(['id', 'publicKey', 'createdAt', 'expiresAt']);
    expect(others.body).to.deep.equal([]);
    expect(Object.keys((await publicKeys())[0] ?? {})).not.to.include('d');
  });

  it('come with what a pull subscription claims, without a request to cover', async () => {
    const { id } = await scene.subscribe({ kind: 'pull', url: undefined, signature: 'ed25519' });
    await scene.recordPaid(randomUUID());
    const claimed = await scene.call('POST', `${SUBSCRIPTIONS}/${id}/claims`, { limit: 1, waitSeconds: 0 });
    const [{ body, headers }] = claimed.body.items;
    const small = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value as string]),
    );

    const request = { headers: small, body: Buffer.from(body) };
    expect(signersOf(request, await publicKeys())).to.have.length(1);
    expect(small['signature-input']).to.include('"content-digest"').and.not.include('@target-uri');
  });
});
