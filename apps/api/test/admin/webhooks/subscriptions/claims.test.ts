import { randomUUID } from 'node:crypto';
import { verifyWebhook } from '@service/client-js/webhooks';
import { inTransaction, webhooks } from '@service/core';
import { MINUTE_MS } from '@service/jobs/primitives';
import { type Clock, createClock, createStore, type TestStore, until } from '@service/testing';
import { expect } from 'chai';
import type { Answer } from '../../../client.ts';
import { startApi, type TestApi } from '../../../harness.ts';
import { snapshot } from '../../../table-snapshot.ts';

const SUBSCRIPTIONS = '/admin/v1/webhooks/subscriptions';
const LEASE_MS = MINUTE_MS;

interface Claim {
  deliveryId: string;
  attempt: number;
  leaseUntil: string;
  event: string;
  isTest: boolean;
  sequence: number | null;
  body: string;
  headers: Record<string, string>;
}

describe('claims and outcomes of a pull subscription', () => {
  let clock: Clock;
  let api: TestApi;
  /** The same on the same database: as good as another process. */
  let other: TestApi;
  let store: TestStore;

  before(async () => {
    clock = createClock();
    api = await startApi({ now: clock.now });
    other = await startApi({ now: clock.now });
  });

  after(async () => {
    await other.close();
    await api.close();
  });

  beforeEach(async () => {
    store = await createStore(api.env.system);
  });

  const post = (path: string, body: object, { of = api, token = store.token(['webhooks:write']) } = {}) =>
    of.request('POST', `${SUBSCRIPTIONS}${path}`, { token, body });

  const subscribe = async (input: object = {}): Promise<{ id: string; secret: string }> =>
    (await post('', { kind: 'pull', events: ['order.paid'], ...input })).expect(201);

  const claim = async (id: string, body: object = {}, of = api): Promise<Claim[]> =>
    (await post(`/${id}/claims`, body, { of })).expect(200).items;

  const report = (id: string, ...outcomes: object[]) => post(`/${id}/outcomes`, { outcomes });

  const record = (...orderIds: string[]) =>
    inTransaction(store.admin, async (tx) => {
      for (const orderId of orderIds)
        await webhooks.recordEvent(tx, 'order.paid', { orderId, status: 'paid', previousStatus: 'pending' });
    });

  const recordMany = (count: number) => record(...Array.from({ length: count }, () => randomUUID()));

  const delivery = async (id: string) =>
    (await api.request('GET', `/admin/v1/webhooks/deliveries/${id}`, { token: store.token() })).expect(200);

  async function refusesAndWritesNothing(
    code: Parameters<Answer['refused']>[0],
    call: () => Promise<Answer>,
  ) {
    const before = await snapshot(api.env);
    (await call()).refused(code);
    expect(await snapshot(api.env)).to.deep.equal(before);
  }

  it('hands out the bytes and the signed headers that a push would send', async () => {
    const { id, secret } = await subscribe({ headers: { 'X-Gateway-Key': 'open sesame' } });
    const orderId = randomUUID();
    await record(orderId);

    const [claimed, ...more] = await claim(id);

    expect(more).to.be.empty;
    expect(claimed).to.include({ attempt: 1, event: 'order.paid', isTest: false, sequence: 1 });
    expect(new Date(claimed?.leaseUntil ?? 0).getTime() - clock.now().getTime()).to.equal(LEASE_MS);
    const { body = '', headers = {}, deliveryId = '' } = claimed ?? {};
    const envelope = await verifyWebhook(Buffer.from(body), headers, secret, {
      now: () => clock.now().getTime(),
    });
    expect(envelope).to.deep.include({ id: deliveryId, event: 'order.paid' });
    expect(envelope.data).to.include({ orderId });
    expect(headers).to.include({
      'Content-Type': 'application/json',
      'X-Service-Event': 'order.paid',
      'X-Service-Sequence': '1',
      'X-Gateway-Key': 'open sesame',
    });
    const { attempts, attemptRecords } = await delivery(deliveryId);
    expect(attempts).to.equal(0);
    expect(attemptRecords[0]).to.include({ number: 1, outcome: 'open', via: 'pull' });
    expect(attemptRecords[0].requestHeaders).to.include({ 'x-gateway-key': '(hidden)' });
    expect(JSON.stringify(attemptRecords)).to.not.include(headers['X-Service-Signature']);
  });

  it('enqueues nothing for a worker', async () => {
    await subscribe();
    const before = api.env.enqueued.length;

    await recordMany(3);

    expect(api.env.enqueued.length).to.equal(before);
    expect(await store.admin.db.webhookDelivery.count()).to.equal(3);
  });

  it('writes a reported outcome into the ledger and the state of the delivery', async () => {
    const { id } = await subscribe();
    await recordMany(2);
    const [first, second] = await claim(id);

    const answer = await report(
      id,
      { deliveryId: first?.deliveryId, attempt: 1, responseCode: 204, durationMs: 12 },
      { deliveryId: second?.deliveryId, responseCode: null, durationMs: 30_000, error: 'timeout' },
    );

    const nextRetryAt = new Date(clock.now().getTime() + MINUTE_MS).toISOString();
    expect(answer.expect(200).items).to.deep.equal([
      { deliveryId: first?.deliveryId, isRecorded: true, status: 'delivered', nextRetryAt: null },
      { deliveryId: second?.deliveryId, isRecorded: true, status: 'failed', nextRetryAt },
    ]);
    const delivered = await delivery(first?.deliveryId ?? '');
    expect(delivered).to.include({ status: 'delivered', responseCode: 204, attempts: 1, lastError: null });
    expect(delivered.attemptRecords[0]).to.include({ outcome: 'succeeded', via: 'pull', durationMs: 12 });
    expect(delivered.attemptRecords[0].requestHeaders).to.have.property('x-service-timestamp');
    const failed = await delivery(second?.deliveryId ?? '');
    expect(failed).to.include({ status: 'failed', responseCode: null, lastError: 'timeout' });
    const stats = await api.request('GET', `${SUBSCRIPTIONS}/${id}/stats`, { token: store.token() });
    expect(stats.expect(200).lastHour).to.include({ attempts: 2, succeeded: 1, failed: 1 });
    const gaps = await api.request('GET', `${SUBSCRIPTIONS}/${id}/gaps`, { token: store.token() });
    expect(gaps.expect(200)).to.include({ total: 1, lastSequence: 2 });
  });

  it('holds to the retry table, and exhausts with the seventh failure', async () => {
    const { id } = await subscribe();
    await recordMany(1);
    for (const minutes of [1, 5, 30, 120, 360, 1440, null]) {
      const [claimed] = await claim(id);
      const fails = { deliveryId: claimed?.deliveryId, responseCode: 500, durationMs: 1 };
      const [now] = (await report(id, fails)).expect(200).items;
      expect(await claim(id)).to.be.empty;
      if (minutes === null) expect(now).to.include({ status: 'exhausted', nextRetryAt: null });
      else {
        expect(new Date(now.nextRetryAt).getTime() - clock.now().getTime()).to.equal(minutes * MINUTE_MS);
        clock.advance(minutes * MINUTE_MS);
      }
    }
  });

  it('gives no delivery to two of many claims at once', async () => {
    const { id } = await subscribe();
    await recordMany(60);

    const claims = await Promise.all(
      Array.from({ length: 16 }, (_, index) => claim(id, { limit: 5 }, index % 2 ? api : other)),
    );

    const ids = claims.flat().map(({ deliveryId }) => deliveryId);
    expect(ids).to.have.length(60);
    expect(new Set(ids).size).to.equal(60);
    expect(claims.flat().every(({ attempt }) => attempt === 1)).to.equal(true);
    expect(await claim(id, { limit: 100 })).to.be.empty;
    const sequences = claims.flat().map(({ sequence }) => sequence ?? 0);
    expect(sequences.sort((a, b) => a - b)).to.deep.equal(
      Array.from({ length: 60 }, (_, index) => index + 1),
    );
  });

  it('calls an attempt unknown whose lease ran out, and gives the delivery to the next', async () => {
    const { id } = await subscribe();
    await recordMany(1);
    const [first] = await claim(id);
    const deliveryId = first?.deliveryId ?? '';
    clock.advance(LEASE_MS - 1);
    expect(await claim(id)).to.be.empty;
    clock.advance(1);

    const [second] = await claim(id);

    expect(second).to.include({ deliveryId, attempt: 2, sequence: 1 });
    const outcomes = async () =>
      (await delivery(deliveryId)).attemptRecords.map(({ outcome }: { outcome: string }) => outcome);
    expect(await outcomes()).to.deep.equal(['unknown', 'open']);

    // A failure of the first claim says nothing any more; a success is one, whoever brings it.
    const late = { deliveryId, attempt: 1, durationMs: 5 };
    const [failed] = (await report(id, { ...late, responseCode: 500 })).expect(200).items;
    expect(failed).to.include({ isRecorded: false, status: 'pending' });
    const [delivered] = (await report(id, { ...late, responseCode: 200 })).expect(200).items;
    expect(delivered).to.include({ isRecorded: true, status: 'delivered' });
    const again = { deliveryId, attempt: 2, responseCode: 500, durationMs: 5 };
    expect((await report(id, again)).expect(200).items[0]).to.include({
      isRecorded: false,
      status: 'delivered',
    });
  });

  it('keeps the order of a resource, and a limit over all claimers', async () => {
    const ordered = await subscribe({ ordered: true });
    const limited = await subscribe({ maxConcurrency: 2 });
    const [a, b] = [randomUUID(), randomUUID()];
    await record(a, a, b);
    const orderOf = ({ body }: Claim) => JSON.parse(body).data.orderId;

    const first = await claim(ordered.id);
    expect(first.map(orderOf)).to.have.members([a, b]);
    expect(await claim(ordered.id)).to.be.empty;
    const ofA = first.find((each) => orderOf(each) === a);
    await report(ordered.id, { deliveryId: ofA?.deliveryId, responseCode: 200, durationMs: 1 });
    expect((await claim(ordered.id)).map(orderOf)).to.deep.equal([a]);

    const [one] = await claim(limited.id, { limit: 1 });
    expect(await claim(limited.id)).to.have.length(1);
    expect(await claim(limited.id)).to.be.empty;
    await report(limited.id, { deliveryId: one?.deliveryId, responseCode: 500, durationMs: 1 });
    expect(await claim(limited.id)).to.have.length(1);
  });

  it('waits for an event that another process records, and for a test, a retry and a resumption', async () => {
    const { id } = await subscribe();
    const waiting = () => claim(id, { waitSeconds: 25 }, other);

    const recorded = waiting();
    await recordMany(1);
    const [claimed] = await recorded;
    await report(id, { deliveryId: claimed?.deliveryId, responseCode: 500, durationMs: 1 });

    const retried = waiting();
    await api.request('POST', `/admin/v1/webhooks/deliveries/${claimed?.deliveryId}/retry`, {
      token: store.token(),
    });
    expect((await retried)[0]).to.include({ deliveryId: claimed?.deliveryId, attempt: 2 });

    await report(id, { deliveryId: claimed?.deliveryId, responseCode: 200, durationMs: 1 });

    const tested = waiting();
    const test = post(`/${id}/test`, { event: 'order.paid' });
    const [marked] = await tested;
    expect(marked).to.include({ isTest: true, sequence: null });
    expect(marked?.headers).to.include({ 'X-Service-Test': 'true' });
    await report(id, { deliveryId: marked?.deliveryId, responseCode: 200, durationMs: 1 });
    expect((await test).expect(200)).to.deep.include.keys('delivery', 'attempt');

    await recordMany(1);
    const change = (active: boolean) =>
      api.request('PATCH', `${SUBSCRIPTIONS}/${id}`, { token: store.token(), body: { active } });
    await change(false);
    expect(await claim(id)).to.be.empty;
    const resumed = waiting();
    await change(true);
    expect(await resumed).to.have.length(1);
  });

  it('shares what comes among those that wait, in the order they came', async () => {
    const { id } = await subscribe();
    const waiting = [1, 2, 3].map(() => claim(id, { limit: 1, waitSeconds: 25 }));

    await recordMany(3);

    const claimed = (await Promise.all(waiting)).flat();
    expect(new Set(claimed.map(({ deliveryId }) => deliveryId)).size).to.equal(3);
  });

  it('admits twenty waiting claims of a store; one that is aborted gives up its slot', async () => {
    const { id } = await subscribe();
    const neighbour = await createStore(api.env.system);
    const controllers = Array.from({ length: 20 }, () => new AbortController());
    const url = `${api.url}${SUBSCRIPTIONS}/${id}/claims`;
    const headers = { Authorization: `Bearer ${store.token()}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ waitSeconds: 25, limit: 1 });
    const waiting = controllers.map(({ signal }) =>
      fetch(url, { method: 'POST', headers, body, signal }).then(
        (response) => response.status,
        () => 'aborted' as const,
      ),
    );
    const probe = () => post(`/${id}/claims`, { waitSeconds: 1 });
    const isFull = () => {
      const slot = api.env.services.pull.waits.acquire({ tenantId: store.tenantId, subscriptionId: id });
      slot?.release();
      return !slot;
    };
    await until(isFull, 'all places to be taken');

    await refusesAndWritesNothing('too_many_requests', probe);
    // Who doesn't wait needs no slot; nor does another store.
    (await post(`/${id}/claims`, {})).expect(200);
    const theirs = { token: neighbour.token() };
    const ofNeighbour = (await post('', { kind: 'pull', events: ['order.paid'] }, theirs)).expect(201);
    (await post(`/${ofNeighbour.id}/claims`, { waitSeconds: 1 }, theirs)).expect(200);

    for (const each of controllers.slice(0, 19)) each.abort();
    await until(async () => (await probe()).status === 200, 'a slot');
    await recordMany(1);
    expect(await waiting[19]).to.equal(200);
    expect(await Promise.all(waiting.slice(0, 19))).to.deep.equal(Array(19).fill('aborted'));
    // None of those that are gone took it along.
    const ledger = await store.admin.db.webhookAttempt.findMany();
    expect(ledger).to.have.length(1);
  });

  it('tells who waits that the subscription was deleted', async () => {
    const { id } = await subscribe();
    const waiting = post(`/${id}/claims`, { waitSeconds: 25 }, { of: other });

    const token = store.token();
    (await api.request('DELETE', `${SUBSCRIPTIONS}/${id}`, { token })).expect(204);

    (await waiting).refused('not_found');
  });

  it('pauses a subscription that asks for it with the first 410', async () => {
    const { id } = await subscribe({ autoPause: true });
    await recordMany(1);
    const [claimed] = await claim(id);

    await report(id, { deliveryId: claimed?.deliveryId, responseCode: 410, durationMs: 1 });

    const { body } = await api.request('GET', `${SUBSCRIPTIONS}/${id}`, { token: store.token() });
    expect(body).to.include({ active: false, pausedReason: 'gone' });
    const mended = await api.request('PATCH', `${SUBSCRIPTIONS}/${id}`, {
      token: store.token(),
      body: { active: true },
    });
    mended.expect(200);
    clock.advance(MINUTE_MS);
    await recordMany(3);
    // On probation: one at a time, until one succeeds.
    const [probe, ...more] = await claim(id);
    expect(more).to.be.empty;
    await report(id, { deliveryId: probe?.deliveryId, responseCode: 200, durationMs: 1 });
    expect(await claim(id)).to.have.length(3);
  });

  it('refuses what was never claimed, and records nothing of the whole report', async () => {
    const { id } = await subscribe();
    await recordMany(2);
    const [claimed] = await claim(id, { limit: 1 });
    const unclaimed = await store.admin.db.webhookDelivery.findFirstOrThrow({ where: { attempts: 0 } });
    const good = { deliveryId: claimed?.deliveryId, attempt: 1, responseCode: 200, durationMs: 1 };

    await refusesAndWritesNothing('not_claimed', () =>
      report(id, good, { ...good, deliveryId: unclaimed.id }),
    );
    await refusesAndWritesNothing('not_claimed', () => report(id, { ...good, attempt: 2 }));
    await refusesAndWritesNothing('not_found', () => report(id, good, { ...good, deliveryId: randomUUID() }));
    const { id: otherOwn } = await subscribe();
    await refusesAndWritesNothing('not_found', () => report(otherOwn, good));
    await refusesAndWritesNothing('validation_failed', () => report(id));
    await refusesAndWritesNothing('validation_failed', () => report(id, { ...good, error: 'whsec_secret' }));
  });

  it('is a 404 to another store, and a 409 where deliveries are pushed', async () => {
    const { id } = await subscribe();
    await recordMany(1);
    const [claimed] = await claim(id);
    const stranger = { token: (await createStore(api.env.system)).token() };
    const outcomes = [{ deliveryId: claimed?.deliveryId, responseCode: 200, durationMs: 1 }];

    await refusesAndWritesNothing('not_found', () => post(`/${id}/claims`, { waitSeconds: 5 }, stranger));
    await refusesAndWritesNothing('not_found', () => post(`/${id}/outcomes`, { outcomes }, stranger));
    const pushed = await subscribe({ kind: 'push', url: 'http://127.0.0.1:1/hook' });
    await refusesAndWritesNothing('not_a_pull_subscription', () => post(`/${pushed.id}/claims`, {}));
    await refusesAndWritesNothing('not_a_pull_subscription', () =>
      post(`/${pushed.id}/outcomes`, { outcomes }),
    );
    const reader = { token: store.token(['webhooks:read']) };
    await refusesAndWritesNothing('permission_missing', () => post(`/${id}/claims`, {}, reader));
  });

  describe('of which it is made', () => {
    const change = (id: string, body: object) =>
      api.request('PATCH', `${SUBSCRIPTIONS}/${id}`, { token: store.token(), body });

    it('has no URL, shows its secret once, and can be rotated', async () => {
      const made = await post('', { kind: 'pull', events: ['order.paid'], ordered: true });
      expect(made.expect(201)).to.include({
        kind: 'pull',
        url: null,
        active: true,
        expiresAt: null,
        ordered: true,
      });
      const { id, secret } = made.body;
      const [listed] = (await api.request('GET', SUBSCRIPTIONS, { token: store.token() })).expect(200);
      expect(listed).to.include({ id, kind: 'pull' }).and.not.have.property('secret');

      const rotated = (await post(`/${id}/rotate-secret`, { overlapHours: 1 })).expect(200);
      await recordMany(1);
      const [claimed] = await claim(id);
      for (const each of [secret, rotated.secret])
        await verifyWebhook(Buffer.from(claimed?.body ?? ''), claimed?.headers ?? {}, each, {
          now: () => clock.now().getTime(),
        });
    });

    it('refuses what belongs to the other kind', async () => {
      const url = 'http://127.0.0.1:1/hook';
      const events = ['order.paid'];
      await refusesAndWritesNothing('validation_failed', () => post('', { kind: 'pull', url, events }));
      await refusesAndWritesNothing('validation_failed', () => post('', { events }));
      await refusesAndWritesNothing('validation_failed', () => post('', { url, events, expiresIn: 60 }));
      const { id } = await subscribe();
      await refusesAndWritesNothing('validation_failed', () => change(id, { url }));
    });

    it('expires: a job pauses it, and it goes on with a new term alone', async () => {
      const { id } = await subscribe({ expiresIn: 3600 });
      const forEver = await subscribe();
      await recordMany(1);
      clock.advance(3_600_000);
      await refusesAndWritesNothing('subscription_expired', () => post(`/${id}/claims`, { waitSeconds: 5 }));

      await until(
        async () => (await webhooks.expirePullSubscriptions(api.env.system)) === 0,
        'all that expired',
      );

      const read = async (which: string) =>
        (await api.request('GET', `${SUBSCRIPTIONS}/${which}`, { token: store.token() })).expect(200);
      expect(await read(id)).to.include({ active: false, pausedReason: null });
      expect(await read(forEver.id)).to.include({ active: true });
      await refusesAndWritesNothing('subscription_expired', () => change(id, { active: true }));
      const resumed = (await change(id, { active: true, expiresIn: 60 })).expect(200);
      expect(resumed.expiresAt).to.equal(new Date(clock.now().getTime() + MINUTE_MS).toISOString());
      expect(await claim(id)).to.have.length(1);
    });
  });
});
