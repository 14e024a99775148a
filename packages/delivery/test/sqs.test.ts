import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { webhooks } from '../../core/src/index.ts';
import {
  AWS_KEYS,
  createMigratedDatabase,
  deliveryRow,
  LEASE_MS,
  ledgerOf,
  openEngine,
  openScene,
  RETRY_DELAYS_MS,
  recordEvent,
  type Scene,
  type SqsServer,
  startSqs,
  until,
} from '../../testing/src/index.ts';
import { Capacity } from '../src/index.ts';

describe('an SQS subscription', () => {
  let scene: Scene;
  let sqs: SqsServer;
  before(async () => {
    scene = await openScene({ databaseUrl: await createMigratedDatabase('sqs') });
    sqs = await startSqs();
  });
  after(async () => {
    await sqs.close();
    await scene.close();
  });
  beforeEach(() => sqs.answer(undefined));

  const pointTo = (url: string, input: webhooks.SubscriptionChange = {}) =>
    webhooks.updateSubscription(scene.store.admin, scene.subscriptionId, {
      kind: 'sqs',
      url,
      sqs: AWS_KEYS,
      ...input,
    });

  async function attempt() {
    const id = await recordEvent(scene);
    await scene.deliver(id);
    return { id, made: (await ledgerOf(scene, id))[0] };
  }

  it('gets a message whose attributes are the headers', async () => {
    const queue = sqs.createQueue('orders');
    await pointTo(queue.url);
    const { id, made } = await attempt();

    const [message, ...others] = queue.messages;
    expect(others).to.be.empty;
    expect(message?.attributes).to.include({ 'webhook-id': id });
    expect(message?.attributes).to.have.property('X-Service-Signature');
    expect(message?.groupId).to.equal(undefined);
    expect(made).to.include({ outcome: 'succeeded', responseCode: 200, via: 'sqs' });
  });

  it('gets custom headers in one attribute where there are more than ten', async () => {
    const queue = sqs.createQueue('many-headers');
    const headers = Object.fromEntries(
      Array.from({ length: 5 }, (_, index) => [`X-Custom-${index}`, `${index}`]),
    );
    await pointTo(queue.url, { headers: { ...headers, 'X-Odd!': 'odd' } });
    const { id } = await attempt();

    const attributes = queue.messages[0]?.attributes ?? {};
    const { 'other-headers': others = '{}', ...alone } = attributes;
    expect(Object.keys(attributes)).to.have.length(10);
    expect({ ...alone, ...JSON.parse(others) }).to.include({ ...headers, 'X-Odd!': 'odd', 'webhook-id': id });
    expect(alone).to.include.keys('webhook-signature', 'X-Service-Signature', 'X-Service-Timestamp');
    await pointTo(queue.url, { headers: null });
  });

  it('of a FIFO queue gets a group for each resource, and nothing twice within five minutes', async () => {
    const queue = sqs.createQueue('orders.fifo');
    await pointTo(queue.url);
    const { id: alone } = await attempt();
    await pointTo(queue.url, { ordered: true });
    // What is ordered is claimed by turns, of which one follows the delivery: no turn may take what is due again below.
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
    expect(queue.messages.map(({ groupId }) => groupId)).to.deep.equal([alone, resourceId]);

    await scene.system.db.webhookDelivery.updateMany({
      where: { id },
      data: { status: 'pending', nextRetryAt: scene.clock.now() },
    });
    await pointTo(queue.url, { ordered: false });
    await scene.deliver(id);
    expect(queue.sent).to.have.length(3);
    expect(queue.messages).to.have.length(2);
  });

  it('fails where the queue doesn’t exist, where the keys are wrong, and shows no key', async () => {
    const { url } = sqs.createQueue('here');
    await pointTo(url.replace('here', 'nowhere'));
    expect((await attempt()).made).to.include({ outcome: 'failed', error: 'unexpected status 400' });

    const secretAccessKey = randomUUID();
    await pointTo(url, { sqs: { ...AWS_KEYS, secretAccessKey } });
    const { made } = await attempt();
    expect(made).to.include({ outcome: 'failed', error: 'unexpected status 403' });
    expect(JSON.stringify(made)).not.to.include(secretAccessKey);
  });

  it('fails where something else says 200, or SQS has other bytes', async () => {
    await pointTo(sqs.createQueue('changed').url);
    const other = { MD5OfMessageBody: '0'.repeat(32), MessageId: randomUUID() };
    for (const body of ['<html>welcome</html>', JSON.stringify(other)]) {
      sqs.answer((response) => response.writeHead(200).end(body));
      const { id, made } = await attempt();
      expect(made).to.include({ outcome: 'failed', error: 'invalid response', responseCode: 200 });
      expect(await deliveryRow(scene, id)).to.include({ status: 'failed' });
    }
  });
});
