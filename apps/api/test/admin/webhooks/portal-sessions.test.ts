import { randomUUID } from 'node:crypto';
import {
  ALL_OPERATIONS,
  type AnyOperation,
  PORTAL_CAPABILITIES,
  type PortalCapability,
} from '@service/contract';
import { access, webhooks } from '@service/core';
import { createClock, createStore } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStore } from '../../harness.ts';
import { writesNothing } from '../../table-snapshot.ts';
import { addOperator } from '../operators.ts';
import { recordedDelivery } from './deliveries/recorded-delivery.ts';

const SESSIONS = '/admin/v1/webhooks/portal-sessions';
const SUBSCRIPTIONS = '/admin/v1/webhooks/subscriptions';
const DELIVERIES = '/admin/v1/webhooks/deliveries';
const RECOVERIES = '/admin/v1/webhooks/recoveries';

const aroundNow = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };

/** What a subscription has: all that an operation of the portal may name. */
interface Things {
  subscription: string;
  delivery: string;
  recovery: string;
}

describe('a session of the subscribers’ portal', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const store = useStore(api);
  let mine: Things;
  let theirs: Things;

  before(async () => {
    mine = await thingsOf('acme');
    theirs = await thingsOf('other');
  });

  async function thingsOf(label: string): Promise<Things> {
    const { admin } = store;
    const url = `http://127.0.0.1:1/${label}`;
    const { id: subscription } = await webhooks.createSubscription(admin, {
      url,
      events: ['order.paid'],
      label,
    });
    const delivery = await recordedDelivery(store, { subscriptionId: subscription, status: 'exhausted' });
    const range = { ...aroundNow, missing: false, dryRun: false, ratePerSecond: 1 };
    const { id: recovery } = await webhooks.createRecovery(admin, { ...range, subscriptionId: subscription });
    return { subscription, delivery, recovery };
  }

  async function open(input: object = {}, of = store): Promise<string> {
    const body = { label: 'acme', capabilities: PORTAL_CAPABILITIES, ...input };
    const { url } = (await api.request('POST', SESSIONS, { token: of.token(), body })).expect(201);
    return new URL(url).hash.replace('#token=', '');
  }

  const call = (token: string, method: string, path: string, body?: object) =>
    api.request(method, path, { token, ...(body ? { body } : {}) });

  const me = async (token: string) => (await call(token, 'GET', '/admin/v1/auth/me')).status;

  /** The path with ids of these things; what names none of them gets an id of nobody. */
  function pathWith(things: Things, { path }: AnyOperation): string {
    return path
      .replace('/subscriptions/{id}', `/subscriptions/${things.subscription}`)
      .replace('/deliveries/{id}', `/deliveries/${things.delivery}`)
      .replace('/recoveries/{id}', `/recoveries/${things.recovery}`)
      .replace(/\{\w+\}/g, randomUUID());
  }

  const portalOf = ({ auth }: AnyOperation) => (auth.kind === 'admin' ? auth.portal : undefined);

  it('has its token behind the # of an address of this service, once, and hashed at rest', async () => {
    const body = { label: 'acme', capabilities: ['retry', 'view'], expiresInSeconds: 600 };
    const { url, ...session } = (await call(store.token(), 'POST', SESSIONS, body)).expect(201);

    const token = url.replace(`${api.url}/portal/${store.tenantId}#token=`, '');
    expect(token).to.match(/^ps_[\w-]{43}$/);
    expect(session).to.deep.include({ label: 'acme', subscriptionIds: [], capabilities: ['view', 'retry'] });
    expect(Date.parse(session.expiresAt) - clock.now().getTime()).to.equal(600_000);
    const { items } = (await call(store.token(), 'GET', SESSIONS)).expect(200);
    expect(items[0]).to.deep.equal(session);
    const rows = await api.env.system.db.sql`SELECT row_to_json(s)::text FROM portal_sessions s`;
    expect(JSON.stringify(rows)).to.not.include(token);
    expect((await call(token, 'GET', '/admin/v1/auth/me')).expect(200)).to.deep.include({
      id: session.id,
      permissions: [],
      email: null,
      portal: { label: 'acme', capabilities: ['view', 'retry'], expiresAt: session.expiresAt },
    });
  });

  it('needs a label or subscriptions of the store, and not both', async () => {
    const other = await createStore(api.env.system);
    const capabilities = ['view'];
    const subscriptionIds = [mine.subscription];

    await writesNothing(api.env, async () => {
      for (const scope of [{}, { label: 'acme', subscriptionIds }])
        (await call(store.token(), 'POST', SESSIONS, { capabilities, ...scope })).refused(
          'validation_failed',
        );
      (await call(other.token(), 'POST', SESSIONS, { capabilities, subscriptionIds })).refused('not_found');
    });
  });

  describe('sees its own subscriptions only', () => {
    it('in lists, whatever they are filtered by', async () => {
      for (const scope of [{}, { label: undefined, subscriptionIds: [mine.subscription] }]) {
        const token = await open(scope);
        const ids = (list: { id: string }[]) => list.map(({ id }) => id);

        expect(ids((await call(token, 'GET', SUBSCRIPTIONS)).expect(200))).to.deep.equal([mine.subscription]);
        expect(ids((await call(token, 'GET', RECOVERIES)).expect(200).items)).to.deep.equal([mine.recovery]);
        for (const query of ['', 'status=exhausted', 'event=order.paid', 'status=pending&event=order.paid']) {
          const own = `${DELIVERIES}?${query}&subscriptionId=${mine.subscription}`;
          const expected = (await call(store.token(), 'GET', own)).expect(200);
          expect(ids(expected.items), query).to.have.lengthOf.within(1, 2);
          for (const path of [`${DELIVERIES}?${query}`, own])
            expect((await call(token, 'GET', path)).expect(200), path).to.deep.equal(expected);
          const others = `${DELIVERIES}?${query}&subscriptionId=${theirs.subscription}`;
          expect((await call(token, 'GET', others)).expect(200)).to.include({ total: 0 });
        }
        const upper = `${DELIVERIES}?subscriptionId=${mine.subscription.toUpperCase()}`;
        expect((await call(token, 'GET', upper)).expect(200).items).to.not.be.empty;
      }
    });

    it('also when nothing is left of them', async () => {
      const token = await open({ label: 'nobody' });

      expect((await call(token, 'GET', SUBSCRIPTIONS)).expect(200)).to.deep.equal([]);
      expect((await call(token, 'GET', DELIVERIES)).expect(200)).to.deep.include({ items: [], total: 0 });
      expect((await call(token, 'GET', RECOVERIES)).expect(200)).to.deep.include({ items: [], total: 0 });
    });

    for (const operation of ALL_OPERATIONS.filter((each) => portalOf(each) && each.params))
      it(`others are not there, and nothing is written: ${operation.id}`, async () => {
        const scopes = [await open(), await open({ label: undefined, subscriptionIds: [mine.subscription] })];
        const path = pathWith(theirs, operation);
        expect(path, 'an id of the kind that it names').to.include.oneOf(Object.values(theirs));
        const body = operation.body ? { body: operation.examples.body } : {};

        await writesNothing(api.env, async () => {
          for (const token of scopes) {
            (await api.request(operation.method, path, { token, ...body })).refused('not_found');
            if (operation.ifMatch) {
              const headers = { 'If-Match': '"999"' };
              (await api.request(operation.method, path, { token, ...body, headers })).refused('not_found');
            }
          }
        });
      });

    it('a recovery names one of them', async () => {
      const token = await open();

      await writesNothing(api.env, async () => {
        (await call(token, 'POST', RECOVERIES, aroundNow)).refused('validation_failed');
        const body = { ...aroundNow, subscriptionId: theirs.subscription };
        (await call(token, 'POST', RECOVERIES, body)).refused('not_found');
      });
      const body = { ...aroundNow, subscriptionId: mine.subscription, dryRun: true };
      (await call(token, 'POST', RECOVERIES, body)).expect(201);
    });
  });

  describe('reaches nothing else of the service', () => {
    let token: string;
    // Once: nothing is written from one of them to the next, so that all of them compare with the same snapshot.
    before(async () => {
      token = await open();
    });

    for (const operation of ALL_OPERATIONS.filter((each) => !portalOf(each)))
      if (!['public', 'provider-signature'].includes(operation.auth.kind))
        it(`${operation.method} ${operation.path}`, async () => {
          await writesNothing(api.env, async () => {
            const body = operation.body ? { body: operation.examples.body } : {};
            const answer = await api.request(operation.method, pathWith(mine, operation), { token, ...body });
            answer.refused(operation.auth.kind === 'admin' ? 'permission_missing' : 'unauthenticated');
          });
        });
  });

  describe('does what its capabilities allow', () => {
    const withCapability = ALL_OPERATIONS.flatMap((operation) => {
      const needed = portalOf(operation);
      return needed && needed !== 'any' ? [{ operation, needed }] : [];
    });

    for (const { operation, needed } of withCapability)
      it(`refused without ${needed}, and nothing is written: ${operation.id}`, async () => {
        const others = PORTAL_CAPABILITIES.filter(
          (each) => each !== needed && (each !== 'manage' || needed !== 'catalogue'),
        );
        const token = await open({ capabilities: others });

        await writesNothing(api.env, async () => {
          const body = operation.body ? { body: operation.examples.body } : {};
          const answer = await api.request(operation.method, pathWith(mine, operation), { token, ...body });
          expect(answer.refused('permission_missing').detail).to.include(needed);
        });
      });

    const only = (...capabilities: PortalCapability[]) => open({ capabilities });

    it('reads with `view`', async () => {
      const token = await only('view');
      for (const path of [
        `${SUBSCRIPTIONS}/${mine.subscription}`,
        `${SUBSCRIPTIONS}/${mine.subscription}/stats`,
        `${SUBSCRIPTIONS}/${mine.subscription}/gaps`,
        `${DELIVERIES}/${mine.delivery}`,
        `${RECOVERIES}/${mine.recovery}`,
      ])
        (await call(token, 'GET', path)).expect(200);
    });

    it('reads the events with `catalogue`, rotates with `rotate`, retries with `retry`', async () => {
      (await call(await only('catalogue'), 'GET', '/admin/v1/webhooks/events')).expect(200);
      const rotate = `${SUBSCRIPTIONS}/${mine.subscription}/rotate-secret`;
      expect((await call(await only('rotate'), 'POST', rotate, {})).expect(200).secret).to.match(/^whsec_/);
      (await call(await only('retry'), 'POST', `${DELIVERIES}/${mine.delivery}/retry`)).expect(200);
      for (const verb of ['pause', 'resume', 'cancel'])
        (await call(await only('retry'), 'POST', `${RECOVERIES}/${mine.recovery}/${verb}`)).expect(200);
    });

    it('creates, changes and deletes with `manage`, always under its own label', async () => {
      const token = await open({ label: 'maker' });
      const body = { url: 'http://127.0.0.1:1/made', events: ['order.paid'], label: 'other' };
      const made = (await call(token, 'POST', SUBSCRIPTIONS, body)).expect(201);
      expect(made).to.include({ label: 'maker' });
      const path = `${SUBSCRIPTIONS}/${made.id}`;
      const change = { description: 'Ours', label: 'other' };
      expect((await call(token, 'PATCH', path, change)).expect(200)).to.include({
        description: 'Ours',
        label: 'maker',
      });
      (await call(token, 'DELETE', path)).expect(204);

      const actor = (await store.admin.db.auditRecord.findFirstOrThrow({ where: { subjectId: made.id } }))
        .actor;
      expect(actor).to.match(/^portal:/);
    });

    it('can’t choose events about endpoints, and keeps those that the store chose', async () => {
      const events = ['order.paid', 'webhook.endpoint_failing'];
      const body = { url: 'http://127.0.0.1:1/made', events };
      const token = await open({ label: 'watcher' });
      const path = `${SUBSCRIPTIONS}/${(await call(token, 'POST', SUBSCRIPTIONS, { ...body, events: ['order.paid'] })).expect(201).id}`;
      await writesNothing(api.env, async () => {
        (await call(token, 'POST', SUBSCRIPTIONS, body)).refused('validation_failed');
        (await call(token, 'PATCH', path, { events })).refused('validation_failed');
      });

      (await call(store.token(), 'PATCH', path, { events })).expect(200);
      (await call(token, 'PATCH', path, { events: [...events, 'order.shipped'] })).expect(200);
      (await call(token, 'DELETE', path)).expect(204);
    });

    it('creates ten at most, and none where it names subscriptions', async () => {
      const body = { url: 'http://127.0.0.1:1/made', events: ['order.paid'] };
      const named = await open({ label: undefined, subscriptionIds: [mine.subscription] });
      await writesNothing(api.env, async () =>
        (await call(named, 'POST', SUBSCRIPTIONS, body)).refused('permission_missing'),
      );

      const token = await open({ label: 'many' });
      for (let made = 0; made < 10; made += 1) (await call(token, 'POST', SUBSCRIPTIONS, body)).expect(201);
      await writesNothing(api.env, async () =>
        (await call(token, 'POST', SUBSCRIPTIONS, body)).refused('too_many_subscriptions'),
      );
      (await call(store.token(), 'POST', SUBSCRIPTIONS, body)).expect(201);
    });
  });

  describe('ends at once', () => {
    it('when its time is over', async () => {
      const token = await open({ expiresInSeconds: 60 });
      clock.advance(59_999);
      expect(await me(token)).to.equal(200);
      clock.advance(1);
      expect(await me(token)).to.equal(401);
      const { total } = (await call(store.token(), 'GET', SESSIONS)).expect(200);
      expect(total).to.equal(
        await store.admin.db.portalSession.count({ where: { expiresAt: { gt: clock.now() } } }),
      );
      await access.deleteEndedPortalSessions(api.env.system, 1000);
      expect(
        await store.admin.db.portalSession.count({ where: { expiresAt: { lte: clock.now() } } }),
      ).to.equal(0);
    });

    it('when it is expired, alone, with those of its label, or with all of the store', async () => {
      const elsewhere = await createStore(api.env.system);
      const far = await open({}, elsewhere);
      const [one, two, other] = [await open(), await open(), await open({ label: 'other' })];
      const all = [one, two, other, far];
      const statuses = () => Promise.all(all.map(me));
      const { id } = (await call(one, 'GET', '/admin/v1/auth/me')).expect(200);

      await writesNothing(api.env, async () =>
        (await call(elsewhere.token(), 'DELETE', `${SESSIONS}/${id}`)).refused('not_found'),
      );
      (await call(store.token(), 'DELETE', `${SESSIONS}/${id}`)).expect(204);
      expect(await statuses()).to.deep.equal([401, 200, 200, 200]);
      (await call(store.token(), 'DELETE', `${SESSIONS}/${id}`)).refused('not_found');

      (await call(store.token(), 'POST', `${SESSIONS}/expire-all`, { label: 'acme' })).expect(200);
      expect(await statuses()).to.deep.equal([401, 401, 200, 200]);

      const left = await store.admin.db.portalSession.count();
      expect((await call(store.token(), 'POST', `${SESSIONS}/expire-all`, {})).expect(200)).to.deep.equal({
        expired: left,
      });
      expect(await statuses()).to.deep.equal([401, 401, 401, 200]);
    });

    it('when the operator who opened it is disabled', async () => {
      const { id, accessToken } = await addOperator(api, store, 'manager');
      const body = { label: 'acme', capabilities: ['view'] };
      const { url } = (await call(accessToken, 'POST', SESSIONS, body)).expect(201);
      const [, token] = url.split('#token=');
      expect(await me(token)).to.equal(200);

      (await call(store.token(), 'PATCH', `/admin/v1/users/${id}`, { disabled: true })).expect(200);

      expect(await me(token)).to.equal(401);
    });

    it('for a subscription that got another label, or was deleted', async () => {
      const things = await thingsOf('leaving');
      const token = await open({ label: 'leaving' });
      const path = `${SUBSCRIPTIONS}/${things.subscription}`;
      (await call(token, 'GET', path)).expect(200);

      (await call(store.token(), 'PATCH', path, { label: 'gone' })).expect(200);

      (await call(token, 'GET', path)).refused('not_found');
      (await call(token, 'GET', `${DELIVERIES}/${things.delivery}`)).refused('not_found');
    });
  });

  it('doesn’t get what an operator’s Idempotency-Key has done', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = { ...aroundNow, dryRun: true };
    (await api.request('POST', RECOVERIES, { token: store.token(), body, headers })).expect(201);

    (await api.request('POST', RECOVERIES, { token: await open(), body, headers })).refused(
      'validation_failed',
    );
  });
});
