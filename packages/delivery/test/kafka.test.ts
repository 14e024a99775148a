import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect } from 'chai';
import { webhooks } from '../../core/src/index.ts';
import {
  createMigratedDatabase,
  deliveryRow,
  type FakeKafka,
  KAFKA_ERRORS,
  KAFKA_LOGIN,
  ledgerOf,
  openScene,
  recordEvent,
  type Scene,
  startFakeKafka,
  until,
} from '../../testing/src/index.ts';

const TOPIC = { topic: 'orders', ...KAFKA_LOGIN };

describe('a Kafka subscription', () => {
  let scene: Scene;
  let kafka: FakeKafka;
  before(async () => {
    scene = await openScene({ databaseUrl: await createMigratedDatabase('kafka') });
    kafka = await startFakeKafka();
  });
  after(async () => {
    await scene.close();
    await kafka.close();
  });
  beforeEach(() => {
    kafka.behave('take');
    kafka.advertise(undefined);
    kafka.iterate(4096);
    kafka.records.length = 0;
  });

  const pointTo = (
    given: Partial<NonNullable<webhooks.SubscriptionChange['kafka']>> = {},
    input: webhooks.SubscriptionChange = {},
  ) =>
    webhooks.updateSubscription(scene.store.admin, scene.subscriptionId, {
      kind: 'kafka',
      url: kafka.url,
      kafka: { mechanism: 'plain', ...TOPIC, ...given },
      ...input,
    });

  async function attempt() {
    const id = await recordEvent(scene);
    await scene.deliver(id);
    const { attemptRecords } = await webhooks.getDelivery(scene.store.admin, id);
    return { id, made: (await ledgerOf(scene, id))[0], shown: attemptRecords[0] };
  }

  /** Ends the link that messages share: what is judged is the next one. */
  async function endLink(): Promise<void> {
    kafka.behave('drop');
    await attempt();
    kafka.behave('take');
    kafka.records.length = 0;
  }

  it('gets a record whose key is the resource and whose headers are all headers', async () => {
    await pointTo({}, { headers: { 'X-Gateway-Key': 'gate' } });
    const { id, made, shown } = await attempt();

    const [record, ...others] = kafka.records;
    expect(others).to.be.empty;
    expect(record?.key).to.equal((await deliveryRow(scene, id)).resourceId);
    expect(JSON.parse(String(record?.value))).to.include({ id, event: 'order.paid' });
    const headers = { 'webhook-id': id, 'X-Service-Event': 'order.paid', 'X-Gateway-Key': 'gate' };
    expect(record?.headers).to.include(headers).and.have.property('X-Service-Signature');
    expect(made).to.include({ outcome: 'succeeded', error: null, responseCode: null, via: 'kafka' });
    expect(shown).to.include({ diagnosisCode: 'confirmed', resolvedAddress: '127.0.0.1' });
    await pointTo({}, { headers: null });
  });

  it('shares the connections of its messages, and logs in by each mechanism', async () => {
    for (const mechanism of ['plain', 'scram-sha-256', 'scram-sha-512'] as const) {
      await pointTo({ mechanism });
      expect((await attempt()).made, mechanism).to.include({ outcome: 'succeeded' });
      const { made } = kafka.connections();
      expect((await attempt()).made, mechanism).to.include({ outcome: 'succeeded' });
      expect(kafka.connections().made, mechanism).to.equal(made);
    }
    expect(kafka.records).to.have.length(6);
  });

  it('is refused with another password, by each mechanism, and shows none', async () => {
    for (const mechanism of ['plain', 'scram-sha-256'] as const) {
      await pointTo({ mechanism, password: 'a guessed password' });
      const { made, shown } = await attempt();
      expect(made, mechanism).to.include({ outcome: 'failed', error: 'access refused' });
      expect(shown).to.include({ diagnosisCode: 'kafka_access_refused' });
      expect(JSON.stringify([made, shown])).not.to.include('a guessed password');
    }
    expect(kafka.records).to.be.empty;
  });

  it('says what a broker refuses: no topic, too large, not permitted, not safe', async () => {
    await pointTo({ topic: 'elsewhere' });
    expect((await attempt()).shown).to.include({
      error: 'topic not found',
      diagnosisCode: 'topic_not_found',
    });
    await pointTo();
    for (const [error, diagnosisCode] of [
      [KAFKA_ERRORS.tooLarge, 'message_too_large'],
      [KAFKA_ERRORS.unauthorised, 'kafka_access_refused'],
      [KAFKA_ERRORS.notEnoughReplicas, 'kafka_message_refused'],
    ] as const) {
      kafka.behave({ error });
      const { id, shown } = await attempt();
      expect(shown).to.include({ outcome: 'failed', diagnosisCode });
      expect(await deliveryRow(scene, id)).to.include({ status: 'failed' });
    }
  });

  it('that is silent fails at the deadline, one that hangs up at once, and the next goes out', async () => {
    await pointTo();
    for (const [behaviour, error] of [
      ['freeze', 'timeout'],
      ['drop', 'connection reset'],
    ] as const) {
      kafka.behave(behaviour);
      expect((await attempt()).made).to.include({ outcome: 'failed', error });
      kafka.behave('take');
      expect((await attempt()).made).to.include({ outcome: 'succeeded' });
    }
  });

  it('sends nothing to a broker that isn’t public, whatever the cluster calls it', async () => {
    await pointTo();
    await endLink();
    for (const host of ['10.0.0.7', '169.254.169.254', '::ffff:10.0.0.7']) {
      kafka.advertise(host);
      expect((await attempt()).made, host).to.include({ outcome: 'failed', error: 'refused address' });
    }
    expect(kafka.records).to.be.empty;
  });

  it('doesn’t keep a worker busy that asks for a million iterations', async () => {
    await pointTo({ mechanism: 'scram-sha-512' });
    await endLink();
    kafka.iterate(1_000_000);
    expect((await attempt()).made).to.include({ outcome: 'failed', error: 'invalid response' });
  });

  it('does no harm with what is no Kafka', async () => {
    await pointTo();
    await endLink();
    for (const bytes of [
      Buffer.alloc(4),
      Buffer.from([0xff, 0xff, 0xff, 0xff]),
      Buffer.from([0x7f, 0xff, 0xff, 0xff, 1, 2, 3]),
      Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'),
      Buffer.concat([Buffer.from([0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0x7f, 0xff])]),
    ]) {
      kafka.behave({ bytes });
      const { made } = await attempt();
      expect(made?.outcome, bytes.toString('hex')).to.equal('failed');
      expect(made?.error, bytes.toString('hex')).to.be.oneOf(['invalid response', 'timeout']);
    }
  });

  it('ends the connection of a broker that says more than it is asked', async () => {
    await pointTo();
    await endLink();
    const unasked = Buffer.from([0, 0, 0, 4, 0xff, 0xff, 0xff, 0xff]);
    kafka.behave({ bytes: Buffer.concat([unasked, unasked]) });
    expect((await attempt()).made).to.include({ outcome: 'failed', error: 'invalid response' });
  });

  it('that isn’t there is refused', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    await pointTo({}, { url: `kafka://127.0.0.1:${port}` });
    expect((await attempt()).made).to.include({ outcome: 'failed', error: 'connection refused' });
  });

  it('has no connection left once its worker ends', async () => {
    await pointTo();
    await attempt();
    expect(kafka.connections().open).to.be.above(0);
    scene.sender.close();
    await until(() => kafka.connections().open === 0, 'the end of every connection');
  });
});
