import { verifyWebhook } from '@service/client-js/webhooks';
import { signStandardWebhook } from '@service/client-js/webhooks/sign';
import { CHAT_FORMATS, SUBSCRIPTION_FORMATS } from '@service/contract';
import { customers } from '@service/core';
import { until } from '@service/testing';
import { expect } from 'chai';
import { useWebhookScene } from '../scene.ts';

const SUBSCRIPTIONS = '/admin/v1/webhooks/subscriptions';

describe('formats of a subscription', () => {
  const scene = useWebhookScene();
  before(() => scene.startWorker({ CONSOLE_ORIGIN: 'https://console.example' }));
  beforeEach(async () => {
    await scene.moveToNewStore();
    scene.receiver.answer(200);
    scene.receiver.requests.length = 0;
  });

  const subscribe = (input: object) => scene.subscribe({ events: ['order.created'], ...input });
  const change = (id: string, body: object) => scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, body);
  const place = async () => {
    const id = await scene.store.order();
    return (await scene.call('GET', `/admin/v1/orders/${id}`)).expect(200);
  };

  const speakGerman = async () =>
    (await scene.call('PUT', '/admin/v1/settings', { name: 'Tea', currency: 'EUR', locale: 'de' })).expect(
      200,
    );

  it('send a message for people with number, sum and link, and sign its bytes like every other', async () => {
    const { secret } = await subscribe({ format: 'slack', payload: 'full' });

    const { id, number } = await place();

    await scene.receiver.received(1);
    const [{ body, headers }] = scene.receiver.requests as [(typeof scene.receiver.requests)[0]];
    expect(headers).to.deep.include(
      signStandardWebhook({
        id: String(headers['webhook-id']),
        timestamp: Number(headers['webhook-timestamp']),
        ...{ body, secrets: [secret] },
      }),
    );
    expect(headers['content-type']).to.equal('application/json');
    const { text, blocks } = JSON.parse(body.toString());
    expect(text).to.equal(`Order ${number} was placed`);
    expect(JSON.stringify(blocks)).to.match(/€\d+\.\d\d/);
    expect(JSON.stringify(blocks)).to.include(
      `<https://console.example/console/orders/${id}|Open in the console>`,
    );
  });

  it('say what was imported, and link to its page', async () => {
    await subscribe({ format: 'slack', events: ['import.completed'] });
    const file = (async function* () {
      yield Buffer.from('{"email":"ada@example.com"}\n');
    })();

    await customers.importCustomers(scene.store.admin, 'ndjson', file);

    await scene.receiver.received(1);
    const { text, blocks } = JSON.parse(scene.receiver.requests[0]?.body.toString() ?? '');
    expect(text).to.equal('An import of customers is completed');
    expect(JSON.stringify(blocks)).to.include(
      '<https://console.example/console/customers/import|Open in the console>',
    );
  });

  it('send the thin payload unless a full one was chosen', async () => {
    await subscribe({ format: 'discord', locale: 'de' });

    const { id, number } = await place();

    await scene.receiver.received(1);
    const text = scene.receiver.requests[0]?.body.toString() ?? '';
    expect(JSON.parse(text).embeds[0].title).to.equal('Eine Bestellung ist eingegangen');
    expect(text).to.include(id).and.not.include(`Bestellung ${number}`);
  });

  it('send CloudEvents whose body is signed as a whole', async () => {
    const { secret } = await subscribe({ format: 'cloudevents' });

    const { id } = await place();

    await scene.receiver.received(1);
    const [{ body, headers }] = scene.receiver.requests as [(typeof scene.receiver.requests)[0]];
    expect(headers['content-type']).to.equal('application/cloudevents+json; charset=utf-8');
    expect(await verifyWebhook(body, headers, secret)).to.include({
      ...{ event: 'order.created', id: headers['webhook-id'] },
    });
    expect(JSON.parse(body.toString())).to.deep.include({
      ...{ specversion: '1.0', type: 'order.created', subject: id, id: headers['webhook-id'] },
      data: { orderId: id, customerId: null },
    });
  });

  it('send the same bytes at every attempt, which the log shows', async () => {
    await subscribe({ format: 'teams', payload: 'full' });
    scene.receiver.answer(500);
    const { id: orderId } = await place();
    const failed = () => scene.store.admin.db.webhookDelivery.findFirst({ where: { status: 'failed' } });
    await until(async () => (await failed()) !== null, 'the failure to be recorded');
    await speakGerman();
    (await scene.call('POST', `/admin/v1/orders/${orderId}/cancel`, {})).expect(200);
    scene.receiver.answer(200);

    const { id = '' } = (await failed()) ?? {};
    (await scene.call('POST', `/admin/v1/webhooks/deliveries/${id}/retry`)).expect(200);

    await scene.receiver.received(2);
    const [first, second] = scene.receiver.requests.map(({ body }) => body.toString());
    expect(second).to.equal(first);
    const shown = (await scene.call('GET', `/admin/v1/webhooks/deliveries/${id}`)).expect(200);
    expect(JSON.parse(shown.body).attachments[0].content.body).to.deep.equal(
      JSON.parse(first ?? '').attachments[0].content.body,
    );
    expect(shown.attemptRecords[0].requestHeaders['content-type']).to.equal('application/json');
  });

  it('have the language of the store when they are chosen, and none where nobody reads', async () => {
    await speakGerman();
    for (const format of SUBSCRIPTION_FORMATS) {
      const { id } = await subscribe({ format });
      const { locale } = (await scene.call('GET', `${SUBSCRIPTIONS}/${id}`)).expect(200);
      expect(locale).to.equal(CHAT_FORMATS.includes(format) ? 'de' : null);
    }
  });

  it('are changed, keep their language, and are cleared by a kind that has none', async () => {
    const { id } = await subscribe({ format: 'slack', locale: 'fr' });
    expect((await change(id, { format: 'discord' })).expect(200)).to.include({
      format: 'discord',
      locale: 'fr',
    });
    expect((await change(id, { description: 'x' })).expect(200)).to.include({
      format: 'discord',
      locale: 'fr',
    });
    expect((await change(id, { kind: 'pull' })).expect(200)).to.include({
      kind: 'pull',
      format: 'envelope',
      locale: null,
    });
  });

  it('are refused where they mean nothing, and nothing is written', async () => {
    const { id } = await subscribe({});
    const before = await scene.store.admin.db.webhookSubscription.findMany();
    const create = (body: object) => scene.call('POST', SUBSCRIPTIONS, { events: ['order.paid'], ...body });

    (await create({ kind: 'pull', format: 'slack' })).refused('validation_failed');
    (await create({ url: scene.receiver.url, locale: 'de' })).refused('validation_failed');
    (await create({ url: scene.receiver.url, format: 'cloudevents', locale: 'de' })).refused(
      'validation_failed',
    );
    (await create({ url: scene.receiver.url, format: 'xml' })).refused('validation_failed');
    (await change(id, { kind: 'pull', format: 'teams' })).refused('validation_failed');

    expect(await scene.store.admin.db.webhookSubscription.findMany()).to.deep.equal(before);
  });
});
