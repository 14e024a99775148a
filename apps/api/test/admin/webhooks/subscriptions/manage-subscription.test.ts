import { randomUUID } from 'node:crypto';
import { verifyWebhook } from '@service/client-js/webhooks';
import { EVENT_NAMES, type Permission } from '@service/contract';
import { createStore, type ReceivedRequest, until } from '@service/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { useWebhookScene } from '../scene.ts';

const SUBSCRIPTIONS = '/admin/v1/webhooks/subscriptions';

async function refusalOf(verification: Promise<unknown>): Promise<string> {
  return verification.then(
    () => 'nothing is refused',
    (error: Error) => error.message,
  );
}

describe('/admin/v1/webhooks/subscriptions/{id}', () => {
  const scene = useWebhookScene();
  before(async () => {
    await scene.startWorker();
  });
  beforeEach(() => scene.moveToNewStore());
  afterEach(() => scene.receiver.answer(200));

  const row = (id: string) => scene.system.db.webhookSubscription.findFirstOrThrow({ where: { id } });
  const only = (requests: ReceivedRequest[], orderId: string) =>
    requests.filter(({ body }) => body.includes(orderId));

  describe('GET', () => {
    it('returns the subscription without its secret', async () => {
      const { id, secret } = await scene.subscribe({ description: 'To the ERP' });

      const { status, body } = await scene.call('GET', `${SUBSCRIPTIONS}/${id}`);

      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body).to.deep.include({
        id,
        url: scene.receiver.url,
        events: ['order.paid'],
        active: true,
        description: 'To the ERP',
        headerNames: [],
        previousSecretExpiresAt: null,
      });
      expect(JSON.stringify(body)).not.to.include(secret).and.not.to.include('ealed');
    });

    it('returns 404 for a subscription of another store, to every operation, and changes nothing', async () => {
      const { id } = await scene.subscribe();
      const stranger = (await createStore(scene.system)).token();
      const untouched = await row(id);

      const answers = [
        await scene.call('GET', `${SUBSCRIPTIONS}/${id}`, undefined, stranger),
        await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, { active: false }, stranger),
        await scene.call('GET', `${SUBSCRIPTIONS}/${id}/stats`, undefined, stranger),
        await scene.call('POST', `${SUBSCRIPTIONS}/${id}/rotate-secret`, {}, stranger),
        await scene.call('POST', `${SUBSCRIPTIONS}/${id}/test`, { event: 'order.paid' }, stranger),
      ];

      expect(answers.map(({ status }) => status)).to.deep.equal([404, 404, 404, 404, 404]);
      expect(await row(id)).to.deep.equal(untouched);
      expect(await scene.system.db.webhookDelivery.count({ where: { subscriptionId: id } })).to.equal(0);
    });

    it('returns 403 to an operator without settings:write who wants to change it', async () => {
      const { id } = await scene.subscribe();
      const reader = scene.store.token(['settings:read'] satisfies Permission[]);

      const answers = [
        await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, { active: false }, reader),
        await scene.call('POST', `${SUBSCRIPTIONS}/${id}/rotate-secret`, {}, reader),
        await scene.call('POST', `${SUBSCRIPTIONS}/${id}/test`, { event: 'order.paid' }, reader),
      ];

      expect(answers.map(({ status }) => status)).to.deep.equal([403, 403, 403]);
      expect((await row(id)).active).to.equal(true);
    });
  });

  describe('PATCH', () => {
    it('changes what is given and keeps the rest', async () => {
      const { id } = await scene.subscribe({ description: 'Before' });

      const { status, body } = await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, {
        events: ['order.shipped', 'order.shipped'],
        description: null,
      });

      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body).to.deep.include({ url: scene.receiver.url, events: ['order.shipped'], description: null });
    });

    const refusals: [string, object, string][] = [
      ['an address that is not public', { url: 'http://169.254.169.254/latest' }, 'refused_address'],
      ['credentials in the URL', { url: 'https://me:secret@example.com/' }, 'credentials_in_url'],
      ['another scheme', { url: 'ftp://example.com/' }, 'invalid_url'],
      ['no events', { events: [] }, 'validation_failed'],
      ['an unknown event', { events: ['order.eaten'] }, 'validation_failed'],
      ['null for a field that has no null', { active: null }, 'validation_failed'],
      ['no boolean for autoPause', { autoPause: 'sometimes' }, 'validation_failed'],
      ['null for honourRetryAfter', { honourRetryAfter: null }, 'validation_failed'],
      ['a rate below 0.1', { maxPerSecond: 0.09 }, 'validation_failed'],
      ['a rate above 1,000', { maxPerSecond: 1000.5 }, 'validation_failed'],
      ['a reserved header', { headers: { 'X-Service-Signature': 'sha256=00' } }, 'reserved_header'],
      ['the header of the sequence', { headers: { 'x-service-sequence': '1' } }, 'reserved_header'],
      ...[
        'Forwarded',
        'X-Forwarded-For',
        'Forwarded-For',
        'X-Envoy-External-Address',
        'X-ProxyUser-Ip',
        'X-Real-IP',
        'X-Original-URL',
        'X-Rewrite-URL',
        'True-Client-IP',
        'X-HTTP-Method-Override',
      ].map((name): [string, object, string] => [
        `a header that proxies believe, ${name}`,
        { headers: { [name]: '127.0.0.1' } },
        'reserved_header',
      ]),
      ['a reserved header in other letters', { headers: { HOST: 'elsewhere' } }, 'reserved_header'],
      ['a line break in a header', { headers: { 'X-A': 'b\r\nX-B: c' } }, 'validation_failed'],
      ['a header name that is none', { headers: { 'X A': 'b' } }, 'validation_failed'],
      ['a header twice', { headers: { 'X-A': 'b', 'x-a': 'c' } }, 'validation_failed'],
    ];
    for (const [what, change, code] of refusals) {
      it(`refuses ${what} with ${code} and changes nothing`, async () => {
        const { id } = await scene.subscribe();
        const untouched = await row(id);

        const { status, body } = await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, {
          description: 'must not be saved',
          ...change,
        });

        expect(status).to.equal(400);
        expect(body.code).to.equal(code);
        expect(await row(id)).to.deep.equal(untouched);
      });
    }

    it('sends custom headers, and shows their names but never their values', async () => {
      const key = `key-${randomUUID()}`;
      const { id } = await scene.subscribe({ headers: { 'X-Gateway-Key': key } });
      const orderId = randomUUID();

      await scene.recordPaid(orderId);

      await until(() => only(scene.receiver.requests, orderId).length > 0, 'the delivery');
      const [request] = only(scene.receiver.requests, orderId);
      expect(request?.headers['x-gateway-key']).to.equal(key);
      const shown = await scene.call('GET', `${SUBSCRIPTIONS}/${id}`);
      expect(shown.body.headerNames).to.deep.equal(['X-Gateway-Key']);
      expect(JSON.stringify(shown.body)).not.to.include(key);
      await until(async () => {
        const log = await scene.call(
          'GET',
          `/admin/v1/webhooks/deliveries?subscriptionId=${id}&status=delivered`,
        );
        return log.body.total === 1;
      }, 'the outcome');
      const [kept] = await scene.system.db.webhookAttempt.findMany({
        where: { delivery: { subscriptionId: id } },
      });
      expect(kept?.requestHeaders).to.include({ 'x-gateway-key': '(hidden)' });
      expect(JSON.stringify(kept)).not.to.match(/sha256=|v1,/);
    });

    it('parks what is due while it is paused, and sends it on resume', async () => {
      const { id } = await scene.subscribe();
      const orderId = randomUUID();
      scene.receiver.answer(500);
      await scene.recordPaid(orderId);
      await until(async () => (await failures(id)) === 1, 'the first failure');
      await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, { active: false });
      scene.receiver.answer(200);
      const [delivery] = await scene.system.db.webhookDelivery.findMany({ where: { subscriptionId: id } });
      await scene.call('POST', `/admin/v1/webhooks/deliveries/${delivery?.id}/retry`);
      const duringPause = randomUUID();
      await scene.recordPaid(duringPause);
      expect(
        (await scene.call('POST', `${SUBSCRIPTIONS}/${id}/test`, { event: 'order.paid' })).status,
      ).to.equal(200);
      expect(only(scene.receiver.requests, orderId)).to.have.length(1);

      const { body } = await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, { active: true });

      expect(body.active).to.equal(true);
      await until(() => only(scene.receiver.requests, orderId).length === 2, 'what had waited');
      expect(
        await scene.system.db.webhookDelivery.count({ where: { subscriptionId: id, isTest: false } }),
      ).to.equal(1);
    });
  });

  describe('maxPerSecond', () => {
    it('is kept, changed and taken away', async () => {
      const { id } = await scene.subscribe({ maxPerSecond: 0.5 });
      const path = `${SUBSCRIPTIONS}/${id}`;

      const answers = [
        await scene.call('GET', path),
        await scene.call('PATCH', path, { maxPerSecond: 1000 }),
        await scene.call('PATCH', path, { maxPerSecond: null }),
      ];

      expect(answers.map(({ body }) => body.maxPerSecond)).to.deep.equal([0.5, 1000, null]);
    });

    it('is refused of a pull subscription, and nothing is made or changed', async () => {
      const pull = { kind: 'pull', url: undefined };
      const made = await scene.call('POST', SUBSCRIPTIONS, {
        kind: 'pull',
        events: ['order.paid'],
        maxPerSecond: 5,
      });
      const { id } = await scene.subscribe(pull);
      const untouched = await row(id);
      const changed = await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, { maxPerSecond: 5 });

      for (const { status, body } of [made, changed]) {
        expect(status).to.equal(400);
        expect(body.errors[0]).to.include({ path: '/body/maxPerSecond', code: 'kind' });
      }
      expect(await row(id)).to.deep.equal(untouched);
      const { tenantId } = scene.store;
      expect(await scene.system.db.webhookSubscription.count({ where: { tenantId } })).to.equal(1);
    });

    it('is in the delivery log, which says why a delivery waits', async () => {
      scene.receiver.answer((_request, response) => response.writeHead(429, { 'Retry-After': '3600' }).end());
      const { id } = await scene.subscribe({ maxPerSecond: 1000 });
      const pulled = await scene.subscribe({ kind: 'pull', url: undefined });
      const reasons = async () => {
        const { body } = await scene.call('GET', '/admin/v1/webhooks/deliveries');
        return (body.items as { subscriptionId: string; waitsFor: string | null }[])
          .filter(({ subscriptionId }) => subscriptionId === id)
          .map(({ waitsFor }) => waitsFor);
      };
      await scene.recordPaid(randomUUID());
      await until(
        async () => (await row(id)).pacedUntil !== null && (await reasons())[0] === 'retry',
        'the 429',
      );
      await until(async () => Number((await row(id)).pacedUntil) > Date.now() + 60_000, 'that it is heeded');
      await scene.recordPaid(randomUUID());
      await until(async () => (await reasons())[0] === 'rate', 'the one that waits');

      expect(await reasons()).to.deep.equal(['rate', 'retry']);
      const log = await scene.call('GET', `/admin/v1/webhooks/deliveries?subscriptionId=${pulled.id}`);
      expect(log.body.items[0].waitsFor).to.equal('claim');
      await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, { active: false });
      expect(await reasons()).to.deep.equal(['pause', 'pause']);
      const [{ id: waiting }] = (
        await scene.call('GET', `/admin/v1/webhooks/deliveries?subscriptionId=${id}`)
      ).body.items;
      const { body } = await scene.call('GET', `/admin/v1/webhooks/deliveries/${waiting}`);
      expect(body.waitsFor).to.equal('pause');
    });
  });

  describe('GET stats', () => {
    it('shows how the endpoint does, through real attempts', async () => {
      const { id } = await scene.subscribe();
      scene.receiver.answer(500);
      await scene.recordPaid(randomUUID());
      // Health is written after the outcome, so that nobody who holds a subscription keeps outcomes from being recorded.
      await until(async () => (await row(id)).failingSince !== null, 'the first failure');
      const failing = await scene.call('GET', `${SUBSCRIPTIONS}/${id}/stats`);
      scene.receiver.answer(200);
      await scene.recordPaid(randomUUID());
      await until(async () => (await row(id)).failingSince === null, 'the recovery');

      const { status, body } = await scene.call('GET', `${SUBSCRIPTIONS}/${id}/stats`);

      expect(failing.body).to.include({ health: 'failing', consecutiveFailures: 1 });
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body).to.include({ health: 'well', consecutiveFailures: 0, failingSince: null });
      expect(body.lastHour).to.include({ attempts: 2, succeeded: 1, failed: 1, successRate: 0.5 });
    });

    it('pauses by itself an endpoint that is gone, when it was asked to, and says why', async () => {
      const { id } = await scene.subscribe({ autoPause: true });
      scene.receiver.answer(410);

      await scene.recordPaid(randomUUID());

      await until(async () => !(await row(id)).active, 'the pause');
      const { body } = await scene.call('GET', `${SUBSCRIPTIONS}/${id}`);
      expect(body).to.include({ active: false, autoPause: true, pausedReason: 'gone' });
      expect((await scene.call('GET', `${SUBSCRIPTIONS}/${id}/stats`)).body.health).to.equal('paused');
    });
  });

  describe('POST rotate-secret', () => {
    it('shows a new secret once, and signs with both until the overlap is over', async () => {
      const { id, secret: old } = await scene.subscribe();

      const { status, body } = await scene.call('POST', `${SUBSCRIPTIONS}/${id}/rotate-secret`, {});

      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body.secret)
        .to.match(/^whsec_/)
        .and.not.equal(old);
      const overlapMs = Date.parse(body.previousSecretExpiresAt) - Date.now();
      expect(Math.round(overlapMs / 3_600_000)).to.equal(24);
      expect(JSON.stringify((await scene.call('GET', `${SUBSCRIPTIONS}/${id}`)).body)).not.to.include(
        body.secret,
      );
      const both = await deliverOne(id);
      for (const secret of [old, body.secret]) {
        expect((await verifyWebhook(both.body, both.headers, secret)).event).to.equal('order.paid');
        new Webhook(secret).verify(both.body, both.headers as Record<string, string>);
      }
      // The specification's rules know one signature: whoever compares the whole header accepts by the new secret.
      expect(both.headers['x-service-signature']).to.match(/^sha256=[0-9a-f]{64}$/);
      const { 'x-service-signature-previous': _, ...byTheRules } = both.headers;
      expect((await verifyWebhook(both.body, byTheRules, body.secret)).event).to.equal('order.paid');
    });

    it('ends the old secret at once with an overlap of 0', async () => {
      const { id, secret: old } = await scene.subscribe();

      const { body } = await scene.call('POST', `${SUBSCRIPTIONS}/${id}/rotate-secret`, { overlapHours: 0 });

      expect(body.previousSecretExpiresAt).to.equal(null);
      const request = await deliverOne(id);
      expect(request.headers).not.to.have.property('x-service-signature-previous');
      expect(await refusalOf(verifyWebhook(request.body, request.headers, old))).to.match(
        /No signature fits/,
      );
      expect((await verifyWebhook(request.body, request.headers, body.secret)).event).to.equal('order.paid');
    });

    it('no longer signs with the old secret when the overlap is over', async () => {
      const { id, secret: old } = await scene.subscribe();
      await scene.call('POST', `${SUBSCRIPTIONS}/${id}/rotate-secret`, { overlapHours: 168 });
      await scene.system.db.webhookSubscription.updateMany({
        where: { id },
        data: { previousSecretExpiresAt: new Date(Date.now() - 1) },
      });

      const request = await deliverOne(id);

      expect(await refusalOf(verifyWebhook(request.body, request.headers, old))).to.match(
        /No signature fits/,
      );
    });

    for (const overlapHours of [-1, 169, 1.5, '24'])
      it(`refuses an overlap of ${JSON.stringify(overlapHours)} hours and keeps the secret`, async () => {
        const { id } = await scene.subscribe();
        const untouched = await row(id);

        const { status } = await scene.call('POST', `${SUBSCRIPTIONS}/${id}/rotate-secret`, { overlapHours });

        expect(status).to.equal(400);
        expect(await row(id)).to.deep.equal(untouched);
      });

    it('of parallel rotations one secret wins, and it and one other shown are valid', async () => {
      const { id } = await scene.subscribe();

      const answers = await Promise.all(
        Array.from({ length: 4 }, () => scene.call('POST', `${SUBSCRIPTIONS}/${id}/rotate-secret`, {})),
      );

      const request = await deliverOne(id);
      const verifications = await Promise.allSettled(
        answers.map(({ body }) => verifyWebhook(request.body, request.headers, body.secret)),
      );
      expect(verifications.filter(({ status }) => status === 'fulfilled')).to.have.length(2);
    });
  });

  describe('POST test', () => {
    it('sends a marked delivery through the worker and returns the attempt', async () => {
      const { id, secret } = await scene.subscribe();
      const bystander = await scene.subscribe();

      const { status, body } = await scene.call('POST', `${SUBSCRIPTIONS}/${id}/test`, {
        event: 'refund.issued',
      });

      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body.delivery).to.deep.include({
        event: 'refund.issued',
        status: 'delivered',
        attempts: 1,
        isTest: true,
      });
      expect(body.attempt).to.deep.include({
        number: 1,
        outcome: 'succeeded',
        responseCode: 200,
        resolvedAddress: '127.0.0.1',
        error: null,
      });
      expect(body.attempt.diagnosis).to.match(/accepted the delivery/);
      expect(body.attempt.phases.dnsMs).to.be.a('number');
      const request = scene.receiver.requests.find(({ body: bytes }) => bytes.includes(body.delivery.id));
      expect(request?.headers['x-service-test']).to.equal('true');
      expect((await verifyWebhook(request?.body ?? '', request?.headers ?? {}, secret)).id).to.equal(
        body.delivery.id,
      );
      expect(
        await scene.system.db.webhookDelivery.count({ where: { subscriptionId: bystander.id } }),
      ).to.equal(0);
      const audited = await scene.store.admin.db.auditRecord.findFirstOrThrow({
        where: { action: 'webhook_subscription.tested' },
      });
      expect(audited.after).to.deep.equal({ event: 'refund.issued', deliveryId: body.delivery.id });
    });

    it('says what is wrong with an endpoint that fails, and does not try again', async () => {
      const { id } = await scene.subscribe();
      scene.receiver.answer(404);

      const { body } = await scene.call('POST', `${SUBSCRIPTIONS}/${id}/test`, { event: 'order.paid' });

      expect(body.delivery).to.deep.include({ status: 'exhausted', nextRetryAt: null, responseCode: 404 });
      expect(body.attempt).to.deep.include({ outcome: 'failed', error: 'unexpected status 404' });
      expect(body.attempt.diagnosis).to.match(/nothing is at this path/);
    });

    it('refuses an event that the catalogue does not have', async () => {
      const { id } = await scene.subscribe();

      const { status } = await scene.call('POST', `${SUBSCRIPTIONS}/${id}/test`, { event: 'order.eaten' });

      expect(status).to.equal(400);
      expect(await scene.system.db.webhookDelivery.count({ where: { subscriptionId: id } })).to.equal(0);
    });
  });

  it('every event arrives as the catalogue says, signed as Standard Webhooks asks', async () => {
    const { id, secret } = await scene.subscribe();
    const catalogue = await scene.call('GET', '/admin/v1/webhooks/events');
    expect(catalogue.status).to.equal(200);
    expect(catalogue.body.items.map(({ name }: { name: string }) => name)).to.deep.equal(EVENT_NAMES);
    const ajv = new Ajv2020({ strict: true, allErrors: true });
    addFormats.default(ajv);

    for (const { name, schema, example, since } of catalogue.body.items) {
      expect(since).to.equal('1.0.0');
      const { body } = await scene.call('POST', `${SUBSCRIPTIONS}/${id}/test`, { event: name });

      const request = scene.receiver.requests.find(({ body: bytes }) => bytes.includes(body.delivery.id));
      const { data } = JSON.parse(request?.body.toString() ?? '{}');
      const validate = ajv.compile(schema);
      expect(validate(data), `${name}: ${JSON.stringify(validate.errors)}`).to.equal(true);
      expect(data).to.deep.equal(example);
      new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>);
    }
  });

  async function failures(subscriptionId: string): Promise<number> {
    return scene.system.db.webhookDelivery.count({ where: { subscriptionId, status: 'failed' } });
  }

  async function deliverOne(id: string): Promise<ReceivedRequest> {
    const { body } = await scene.call('POST', `${SUBSCRIPTIONS}/${id}/test`, { event: 'order.paid' });
    const request = scene.receiver.requests.find(({ body: bytes }) => bytes.includes(body.delivery.id));
    if (!request) throw new Error(JSON.stringify(body));
    return request;
  }
});
