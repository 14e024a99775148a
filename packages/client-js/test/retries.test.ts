import { expect } from 'chai';
import { describe, it } from 'mocha';
import { ConnectionError } from '../src/index.ts';
import { failure, page, useCalls } from './call-scene.ts';
import { hangUp, json, refusal } from './scripted-service.ts';

describe('a call is repeated', () => {
  const scene = useCalls();
  const { admin, shop } = scene;

  it('after a network failure, with growing delays and jitter, at most maxRetries times', async () => {
    scene.service.script(hangUp);

    const error = await failure(admin({ maxRetries: 4 }).listOrders());

    expect(error).to.be.instanceOf(ConnectionError).with.property('reason', 'network');
    expect(scene.service.asked).to.have.length(5);
    for (const [retry, ms] of scene.waits.entries()) expect(ms).to.be.within(0, 250 * 2 ** retry);
    expect(new Set(scene.waits).size, 'jitter').to.equal(4);
  });

  it('not at all with maxRetries 0, of the client or of the call', async () => {
    scene.service.script(hangUp);

    await failure(admin({ maxRetries: 0 }).listOrders());
    await failure(admin().listOrders({}, { maxRetries: 0 }));

    expect(scene.service.asked).to.have.length(2);
  });

  it('not before Retry-After, in seconds or as a date', async () => {
    const date = new Date(Date.now() + 9_000).toUTCString();
    scene.service.script(
      refusal('dependency_unavailable', 503, { headers: { 'Retry-After': '5' } }),
      refusal('too_many_requests', 429, { headers: { 'Retry-After': date } }),
      json(page([])),
    );

    await admin().listOrders();

    expect(scene.waits[0]).to.be.within(5_000, 5_250);
    expect(scene.waits[1]).to.be.within(6_000, 9_500);
  });

  it('not when Retry-After is further away than anybody waits for an answer', async () => {
    scene.service.script(refusal('too_many_requests', 429, { headers: { 'Retry-After': '3600' } }));

    const error = await failure(admin().listOrders());

    expect(error).to.include({ code: 'too_many_requests', retryAfterSeconds: 3600 });
    expect(scene.service.asked).to.have.length(1);
  });

  it('as late as 30 seconds after it is told to, and no later', async () => {
    scene.service.script(
      refusal('too_many_requests', 429, { headers: { 'Retry-After': '30' } }),
      refusal('too_many_requests', 429, { headers: { 'Retry-After': '31' } }),
    );

    await failure(admin().listOrders());

    expect(scene.service.asked).to.have.length(2);
    expect(scene.waits[0]).to.be.within(30_000, 30_250);
    expect(scene.waits).to.have.length(1);
  });

  it('under the same key, made anew for each call, where the operation takes one', async () => {
    scene.service.script(hangUp, refusal('idempotency_key_in_flight', 409), json({ order: {} }, 201));
    await shop().checkout({ cartId: 'c' });
    const keys = scene.service.asked.map(({ headers }) => headers['idempotency-key']);

    scene.service.script(json({ order: {} }, 201));
    await shop().checkout({ cartId: 'c' });
    await shop().checkout({ cartId: 'c' }, { idempotencyKey: 'mine' });

    expect(keys).to.have.length(3);
    expect(new Set(keys).size).to.equal(1);
    expect(keys[0]).to.match(/^[0-9a-f]{32}$/);
    expect(scene.service.asked[0]?.headers['idempotency-key']).to.not.equal(keys[0]);
    expect(scene.service.asked[1]?.headers['idempotency-key']).to.equal('mine');
  });

  it('not where it could have a second effect: a PATCH, or a POST without a key', async () => {
    for (const act of [
      () => admin().updateCustomer({ id: 'c', body: { name: 'Ada' } }),
      () => admin().login({ body: { email: 'a@example.com', password: 'p' } }),
    ]) {
      for (const reply of [hangUp, refusal('dependency_unavailable', 503)]) {
        scene.service.script(reply);
        await failure(act());
        expect(scene.service.asked).to.have.length(1);
      }
    }
  });

  it('after 429 whatever it is, because nothing was done', async () => {
    scene.service.script(refusal('too_many_requests', 429), json({ accessToken: 't' }));

    await admin().login({ body: { email: 'a@example.com', password: 'p' } });

    expect(scene.service.asked).to.have.length(2);
  });

  it('not after a refusal that stays one', async () => {
    for (const [code, status] of [
      ['not_found', 404],
      ['internal_error', 500],
    ] as const) {
      scene.service.script(refusal(code, status));
      await failure(admin().listOrders());
      expect(scene.service.asked, code).to.have.length(1);
    }
  });

  it('after a proxy’s 502, and not after its 404', async () => {
    scene.service.script((response) => response.writeHead(502).end('bad gateway'), json(page([])));
    await admin().listOrders();
    expect(scene.service.asked).to.have.length(2);

    scene.service.script((response) => response.writeHead(404).end('no such host'));
    await failure(admin().listOrders());
    expect(scene.service.asked).to.have.length(1);
  });

  it('never when its body is a stream, which can be sent once', async () => {
    scene.service.script(refusal('too_many_requests', 429));
    const body = new Response('{}\n').body as ReadableStream<Uint8Array>;

    await failure(admin().importProducts({ body, contentType: 'application/x-ndjson' }));

    expect(scene.service.asked).to.have.length(1);
    expect(scene.service.asked[0]).to.include({ body: '{}\n' });
    expect(scene.service.asked[0]?.headers['content-type']).to.equal('application/x-ndjson');
  });
});
