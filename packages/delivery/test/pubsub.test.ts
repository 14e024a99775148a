import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'chai';
import { webhooks } from '../../core/src/index.ts';
import {
  createMigratedDatabase,
  deliveryRow,
  LEASE_MS,
  ledgerOf,
  openEngine,
  openScene,
  type PubSubServer,
  RETRY_DELAYS_MS,
  recordEvent,
  type Scene,
  startPubSub,
  until,
} from '../../testing/src/index.ts';
import { Capacity } from '../src/index.ts';

describe('a Pub/Sub subscription', () => {
  let scene: Scene;
  let pubsub: PubSubServer;
  before(async () => {
    scene = await openScene({ databaseUrl: await createMigratedDatabase('pubsub') });
    pubsub = await startPubSub();
  });
  after(async () => {
    await pubsub.close();
    await scene.close();
  });
  beforeEach(() => {
    pubsub.answer(undefined);
    pubsub.messages.length = 0;
  });

  const pointTo = (input: webhooks.SubscriptionChange = {}) =>
    webhooks.updateSubscription(scene.store.admin, scene.subscriptionId, {
      kind: 'pubsub',
      url: pubsub.url,
      pubsub: pubsub.account,
      ...input,
    });

  async function attempt() {
    const id = await recordEvent(scene);
    await scene.deliver(id);
    const { attemptRecords } = await webhooks.getDelivery(scene.store.admin, id);
    return { id, made: (await ledgerOf(scene, id))[0], shown: attemptRecords[0] };
  }

  it('gets a message whose attributes are the headers, and no ordering key', async () => {
    const headers = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`X-Custom-${index}`, 'a'.repeat(1024)]),
    );
    await pointTo({ headers });
    const { id, made, shown } = await attempt();

    const [message, ...others] = pubsub.messages;
    expect(others).to.be.empty;
    expect(JSON.parse(String(message?.data))).to.include({ id, event: 'order.paid' });
    expect(message?.attributes).to.include({ ...headers, 'webhook-id': id, 'X-Service-Event': 'order.paid' });
    expect(message?.attributes).to.have.property('X-Service-Signature');
    expect(message?.orderingKey).to.equal(undefined);
    expect(made).to.include({ outcome: 'succeeded', responseCode: 200, via: 'pubsub' });
    expect(shown).to.include({ diagnosisCode: 'confirmed' });
    await pointTo({ headers: null });
  });

  it('gets the resource as the ordering key where it is ordered', async () => {
    await pointTo({ ordered: true });
    const engine = openEngine(scene, {
      sender: scene.sender,
      schedule: RETRY_DELAYS_MS,
      leaseMs: LEASE_MS,
      capacity: new Capacity(10),
      enqueueTenant: () => {},
    });
    const id = await recordEvent(scene);
    await engine.deliver(id);
    await until(async () => (await deliveryRow(scene, id)).status === 'delivered', 'its outcome');
    await engine.close();
    const { resourceId } = await deliveryRow(scene, id);
    expect(pubsub.messages.map(({ orderingKey }) => orderingKey)).to.deep.equal([resourceId]);
    await pointTo({ ordered: false });
  });

  it('gets one token for many messages, and another once it has another key', async () => {
    const tokens: unknown[] = [];
    pubsub.answer(({ headers }, response) => {
      tokens.push(headers.authorization);
      response.writeHead(200).end('{"messageIds":["1"]}');
    });
    await pointTo();
    await attempt();
    await attempt();
    expect(tokens[0]).to.be.a('string').and.to.equal(tokens[1]);

    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await pointTo({ pubsub: { ...pubsub.account, privateKey: pem } });
    const { made, shown } = await attempt();
    expect(made).to.include({ outcome: 'failed', error: 'unexpected status 401' });
    expect(shown).to.include({ diagnosisCode: 'pubsub_status_401' });
    expect(tokens).to.have.length(2);
  });

  it('fails where the topic is missing or the account may not publish, and says where to look', async () => {
    await pointTo({ url: `${pubsub.url}-elsewhere` });
    expect((await attempt()).shown).to.include({ diagnosisCode: 'pubsub_status_404' });
    await pointTo();
    pubsub.answer((_, response) => response.writeHead(403).end());
    expect((await attempt()).shown).to.include({ diagnosisCode: 'pubsub_status_403' });
    expect(pubsub.messages).to.have.length(1);
  });

  it('fails where something else says 200, and keeps no token that is echoed', async () => {
    await pointTo();
    let token = '';
    pubsub.answer(({ headers }, response) => {
      token = String(headers.authorization).slice('Bearer '.length);
      response.writeHead(200, { 'X-Echo': token }).end(`{"messageIds":[],"echo":"${token}"}`);
    });
    const { id, made, shown } = await attempt();

    expect(made).to.include({ outcome: 'failed', error: 'invalid response', responseCode: 200 });
    expect(shown).to.include({ diagnosisCode: 'queue_invalid_response' });
    expect(token).to.have.length.above(100);
    expect(JSON.stringify(made)).not.to.include(token.slice(-40));
    expect(await deliveryRow(scene, id)).to.include({ status: 'failed' });
  });
});
