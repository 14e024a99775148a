import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { expect } from 'chai';
import { useWebhookScene } from '../scene.ts';

const SUBSCRIPTIONS = '/admin/v1/webhooks/subscriptions';
const URL = 'amqps://127.0.0.1/shop';
const AMQP = { exchange: 'orders', username: 'shop', password: 'a password of a broker' };
const SQS_URL = 'http://127.0.0.1:9324/123456789012/orders';
const BUS_URL = 'http://127.0.0.1:9324/';
const TOPIC_URL = 'http://127.0.0.1:9324/v1/projects/shop/topics/orders';
const ACCOUNT = { clientEmail: 'shop@example.iam.gserviceaccount.com', privateKeyId: 'key-1' };
const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const EC_KEY = pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
const { privateKey: RSA } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const RSA_KEY = pem(RSA);
/** Its primes are none. */
const BROKEN_KEY = pem(
  createPrivateKey({ key: { ...RSA.export({ format: 'jwk' }), p: 'AA', q: 'AA' }, format: 'jwk' }),
);
const KAFKA = { topic: 'orders', mechanism: 'plain', username: 'shop', password: 'a password of a cluster' };
const SQS = { region: 'eu-central-1', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a/secret+key' };

/** What makes no subscription of a queue, and where the response points. */
const REFUSED: Record<string, [input: object, path: string]> = {
  'a broker without its login': [{ kind: 'amqp', url: URL }, '/body/amqp'],
  'a login without a password': [
    { kind: 'amqp', url: URL, amqp: { username: 'shop' } },
    '/body/amqp/password',
  ],
  'a queue without a URL': [{ kind: 'sqs', sqs: SQS }, '/body/url'],
  'keys without the secret one': [
    { kind: 'sqs', url: SQS_URL, sqs: { region: 'eu-central-1', accessKeyId: 'A' } },
    '/body/sqs/secretAccessKey',
  ],
  'a bus whose events are of Amazon’s own source': [
    { kind: 'eventbridge', url: BUS_URL, eventbridge: { ...SQS, source: 'aws.events' } },
    '/body/eventbridge/source',
  ],
  'a bus that isn’t public': [
    { kind: 'eventbridge', url: 'http://169.254.169.254/', eventbridge: SQS },
    '/body/url',
  ],
  'a topic whose key is none': [
    { kind: 'pubsub', url: TOPIC_URL, pubsub: { ...ACCOUNT, privateKey: 'a password' } },
    '/body/pubsub/privateKey',
  ],
  'a topic whose key isn’t one of RSA': [
    { kind: 'pubsub', url: TOPIC_URL, pubsub: { ...ACCOUNT, privateKey: EC_KEY } },
    '/body/pubsub/privateKey',
  ],
  'a topic whose key can’t sign': [
    { kind: 'pubsub', url: TOPIC_URL, pubsub: { ...ACCOUNT, privateKey: BROKEN_KEY } },
    '/body/pubsub/privateKey',
  ],
  'a cluster whose URL has a path': [
    { kind: 'kafka', url: 'kafkas://127.0.0.1/orders', kafka: KAFKA },
    '/body/url',
  ],
  'a cluster that isn’t public': [{ kind: 'kafka', url: 'kafkas://10.0.0.1', kafka: KAFKA }, '/body/url'],
  'a cluster without a password': [
    { kind: 'kafka', url: 'kafkas://127.0.0.1', kafka: { ...KAFKA, password: undefined } },
    '/body/kafka/password',
  ],
  'a login of another kind': [{ url: SQS_URL, amqp: AMQP }, '/body/amqp'],
  'keys of another kind': [{ kind: 'amqp', url: URL, amqp: AMQP, sqs: SQS }, '/body/sqs'],
  'a broker at a URL of HTTP': [{ kind: 'amqp', url: SQS_URL, amqp: AMQP }, '/body/url'],
  'SQS at a URL of AMQP': [{ kind: 'sqs', url: URL, sqs: SQS }, '/body/url'],
  'a login in the URL': [{ kind: 'amqp', url: 'amqps://a:b@127.0.0.1/', amqp: AMQP }, '/body/url'],
  'two virtual hosts': [{ kind: 'amqp', url: 'amqps://127.0.0.1/a/b', amqp: AMQP }, '/body/url'],
  'a broker that isn’t public': [{ kind: 'amqp', url: 'amqps://0xa000001/', amqp: AMQP }, '/body/url'],
};

describe('a subscription of a queue', () => {
  const scene = useWebhookScene();
  beforeEach(() => scene.moveToNewStore());

  const amqp = (input: object = {}) => scene.subscribe({ kind: 'amqp', url: URL, amqp: AMQP, ...input });
  const patch = (id: string, body: object) => scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, body);
  const row = (id: string) => scene.system.db.webhookSubscription.findFirstOrThrow({ where: { id } });
  const secretOf = async (id: string) => scene.services.sealer.open((await row(id)).queueSecretSealed ?? '');

  it('shows exchange and user, and its password in no response, record or table', async () => {
    const made = await amqp();
    const shown = { exchange: 'orders', routingKey: null, username: 'shop' };
    const found = await scene.call('GET', `${SUBSCRIPTIONS}/${made.id}`);
    const changed = await patch(made.id, { amqp: { ...AMQP, password: 'a newer password' } });
    const { tenantId } = scene.store;
    const records = await scene.system.db.auditRecord.findMany({ where: { tenantId } });

    for (const body of [made, found.body, changed.body])
      expect(body).to.deep.include({ kind: 'amqp', url: URL, amqp: shown, sqs: null });
    const all = JSON.stringify([made, found.body, changed.body, records, await row(made.id)]);
    expect(all).not.to.include(AMQP.password).and.not.to.include('a newer password');
    expect(await secretOf(made.id)).to.equal('a newer password');
  });

  it('keeps its password while the URL stays, and for no other', async () => {
    const { id } = await amqp();
    const renamed = await patch(id, { amqp: { exchange: 'events', routingKey: 'all', username: 'shop' } });
    expect(renamed.body.amqp).to.deep.equal({ exchange: 'events', routingKey: 'all', username: 'shop' });
    expect(await secretOf(id)).to.equal(AMQP.password);
    const untouched = await row(id);

    const elsewhere = { url: 'amqps://127.0.0.2/shop' };
    const { password: _password, ...login } = AMQP;
    for (const body of [elsewhere, { ...elsewhere, amqp: login }])
      expect((await patch(id, body)).body, JSON.stringify(body)).to.include({ code: 'validation_failed' });
    expect(await row(id)).to.deep.equal(untouched);
    expect((await patch(id, { ...elsewhere, amqp: AMQP })).status).to.equal(200);
  });

  it('becomes one of another kind, and what that doesn’t have is gone', async () => {
    const { id } = await amqp({ maxPerSecond: 5 });
    const toSqs = await patch(id, { kind: 'sqs', url: SQS_URL, sqs: SQS });
    expect(toSqs.body).to.deep.include({
      kind: 'sqs',
      url: SQS_URL,
      amqp: null,
      sqs: { region: 'eu-central-1', accessKeyId: 'AKIDEXAMPLE' },
      maxPerSecond: 5,
    });
    const toBus = await patch(id, { kind: 'eventbridge', url: BUS_URL, eventbridge: SQS });
    expect(toBus.body).to.deep.include({
      kind: 'eventbridge',
      sqs: null,
      eventbridge: { region: 'eu-central-1', accessKeyId: 'AKIDEXAMPLE', bus: 'default', source: 'commerce' },
    });
    expect(await secretOf(id)).to.equal(SQS.secretAccessKey);
    const toTopic = await patch(id, {
      kind: 'pubsub',
      url: TOPIC_URL,
      pubsub: { ...ACCOUNT, privateKey: RSA_KEY },
    });
    expect(toTopic.body).to.deep.include({ kind: 'pubsub', eventbridge: null, pubsub: ACCOUNT });
    expect(await secretOf(id)).to.equal(RSA_KEY);
    const toKafka = await patch(id, { kind: 'kafka', url: 'kafkas://127.0.0.1:9093', kafka: KAFKA });
    const { password: _secret, ...shown } = KAFKA;
    expect(toKafka.body).to.deep.include({ kind: 'kafka', pubsub: null, kafka: shown });
    expect(await secretOf(id)).to.equal(KAFKA.password);
    const toPull = await patch(id, { kind: 'pull', expiresIn: 3600 });
    expect(toPull.body).to.deep.include({ kind: 'pull', url: null, kafka: null, maxPerSecond: null });
    const toPush = await patch(id, { kind: 'push', url: scene.receiver.url });
    expect(toPush.body).to.deep.include({ kind: 'push', url: scene.receiver.url, expiresAt: null });
    expect(await row(id)).to.include({ queue: null, queueSecretSealed: null });
    expect((await patch(id, { kind: 'push' })).body.version).to.equal(toPush.body.version);
  });

  it('is refused with what doesn’t fit its kind, and nothing is made or changed', async () => {
    const { id } = await scene.subscribe();
    const untouched = await row(id);
    for (const [what, [input, path]] of Object.entries(REFUSED)) {
      const made = await scene.call('POST', SUBSCRIPTIONS, { events: ['order.paid'], ...input });
      expect(made.status, what).to.equal(400);
      expect(made.body.errors[0].path, what).to.equal(path);
    }
    expect((await patch(id, { kind: 'amqp', amqp: AMQP })).body.errors[0].path).to.equal('/body/url');
    expect((await patch(id, { kind: 'sqs', url: SQS_URL })).body.errors[0].path).to.equal('/body/sqs');

    const { tenantId } = scene.store;
    expect(await scene.system.db.webhookSubscription.findMany({ where: { tenantId } })).to.deep.equal([
      untouched,
    ]);
  });
});
