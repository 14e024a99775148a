import { randomUUID } from 'node:crypto';
import { verifyWebhook } from '@service/client-js/webhooks';
import { expect } from 'chai';
import { webhooks } from '../../core/src/index.ts';
import {
  AWS_KEYS,
  createMigratedDatabase,
  deliveryRow,
  type EventBridgeServer,
  ledgerOf,
  openScene,
  recordEvent,
  type Scene,
  startEventBridge,
} from '../../testing/src/index.ts';

describe('an EventBridge subscription', () => {
  let scene: Scene;
  let eventbridge: EventBridgeServer;
  before(async () => {
    scene = await openScene({ databaseUrl: await createMigratedDatabase('eventbridge') });
    eventbridge = await startEventBridge();
  });
  after(async () => {
    await eventbridge.close();
    await scene.close();
  });
  beforeEach(() => {
    eventbridge.answer(undefined);
    eventbridge.events.length = 0;
  });

  const pointTo = (settings: object = {}, input: webhooks.SubscriptionChange = {}) =>
    webhooks.updateSubscription(scene.store.admin, scene.subscriptionId, {
      kind: 'eventbridge',
      url: eventbridge.origin,
      eventbridge: { ...AWS_KEYS, ...settings },
      ...input,
    });

  async function attempt() {
    const id = await recordEvent(scene);
    await scene.deliver(id);
    const { attemptRecords } = await webhooks.getDelivery(scene.store.admin, id);
    return { id, made: (await ledgerOf(scene, id))[0], shown: attemptRecords[0] };
  }

  it('gets an event by whose members rules choose, with the signed bytes and all headers', async () => {
    const bus = 'arn:aws:events:eu-central-1:123456789012:event-bus/shop';
    const headers = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`X-Custom-${index}`, `${index}`]),
    );
    const { secret } = await webhooks.rotateSubscriptionSecret(scene.store.admin, scene.subscriptionId, {
      overlapHours: 0,
    });
    await pointTo({ bus, source: 'shop.tea' }, { headers });
    const { id, made, shown } = await attempt();

    const [event, ...others] = eventbridge.events;
    if (!event) throw new Error('Nothing came');
    expect(others).to.be.empty;
    expect(event).to.include({ bus, source: 'shop.tea', detailType: 'order.paid' });
    expect(event.detail.envelope).to.deep.equal(JSON.parse(event.detail.body));
    expect(event.detail.headers).to.include({
      ...headers,
      'webhook-id': id,
      'X-Service-Event': 'order.paid',
    });
    const now = () => scene.clock.now().getTime();
    expect(await verifyWebhook(event.detail.body, event.detail.headers, secret, { now })).to.include({ id });
    expect(made).to.include({ outcome: 'succeeded', responseCode: 200, via: 'eventbridge' });
    expect(shown).to.include({ diagnosisCode: 'confirmed' });
    await pointTo({}, { headers: null });
  });

  it('puts events on the default bus, as of "commerce", where nothing else is said', async () => {
    await pointTo();
    await attempt();
    expect(eventbridge.events[0]).to.include({ bus: 'default', source: 'commerce' });
  });

  it('fails where the request is taken and the event isn’t, and says where to look', async () => {
    await pointTo();
    const entries = [{ ErrorCode: 'NotAuthorizedForSourceException', ErrorMessage: 'Not authorized.' }];
    eventbridge.answer((response) =>
      response.writeHead(200).end(JSON.stringify({ FailedEntryCount: 1, Entries: entries })),
    );
    const { id, made, shown } = await attempt();

    expect(made).to.include({ outcome: 'failed', error: 'message refused', responseCode: 200 });
    expect(made?.responseBody).to.include('NotAuthorizedForSourceException');
    expect(shown).to.include({ diagnosisCode: 'eventbridge_message_refused' });
    expect(await deliveryRow(scene, id)).to.include({ status: 'failed' });
  });

  it('fails where the keys are wrong, and shows no key', async () => {
    const secretAccessKey = randomUUID();
    await pointTo({ secretAccessKey });
    const { made, shown } = await attempt();

    expect(made).to.include({ outcome: 'failed', error: 'unexpected status 403' });
    expect(shown).to.include({ diagnosisCode: 'eventbridge_status_403' });
    expect(JSON.stringify([made, shown])).not.to.include(secretAccessKey);
    expect(eventbridge.events).to.be.empty;
  });

  it('fails where something else says 200', async () => {
    await pointTo();
    for (const body of ['<html>welcome</html>', '{"FailedEntryCount":0,"Entries":[]}']) {
      eventbridge.answer((response) => response.writeHead(200).end(body));
      const { made, shown } = await attempt();
      expect(made).to.include({ outcome: 'failed', error: 'invalid response', responseCode: 200 });
      expect(shown).to.include({ diagnosisCode: 'queue_invalid_response' });
    }
  });
});
