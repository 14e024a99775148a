import { randomUUID } from 'node:crypto';
import { until } from '@service/testing';
import { expect } from 'chai';
import { useWebhookScene } from '../scene.ts';

const SUBSCRIPTIONS = '/admin/v1/webhooks/subscriptions';

describe('ordered subscriptions', () => {
  const scene = useWebhookScene();
  before(async () => {
    await Promise.all([1, 2].map(() => scene.startWorker({ WEBHOOK_RETRY_DELAYS: '1s,1s,1s,1s,1s,1s' })));
  });
  beforeEach(() => scene.moveToNewStore());
  afterEach(() => scene.receiver.answer(200));

  const ordersReceived = (orderIds: readonly string[]) =>
    scene.receiver.envelopes().filter(({ data }) => orderIds.includes(String(data.orderId)));
  const delivered = async (subscriptionId: string): Promise<number> => {
    const path = `/admin/v1/webhooks/deliveries?subscriptionId=${subscriptionId}&status=delivered`;
    return (await scene.call('GET', path)).body.total;
  };

  it('are off unless chosen, and shown everywhere', async () => {
    const plain = await scene.subscribe();
    const { id } = await scene.subscribe({ ordered: true });

    expect((await scene.call('GET', `${SUBSCRIPTIONS}/${plain.id}`)).body.ordered).to.equal(false);
    expect((await scene.call('GET', `${SUBSCRIPTIONS}/${id}`)).body.ordered).to.equal(true);
    const { body } = await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, { ordered: false });
    expect(body).to.include({ ordered: false, version: 2 });
    const refused = await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, { ordered: null });
    expect(refused.status).to.equal(400);
    const list = await scene.call('GET', SUBSCRIPTIONS);
    expect(list.body.map(({ ordered }: { ordered: boolean }) => ordered)).to.deep.equal([false, false]);
  });

  it('get events of one order in sequence despite failures, while other orders go on', async () => {
    const [troubled, well] = [randomUUID(), randomUUID()];
    const { id } = await scene.subscribe({ ordered: true });
    let refusals = 2;
    scene.receiver.answer(({ body }, response) => {
      const isRefused = body.includes(troubled) && refusals > 0;
      if (isRefused) refusals -= 1;
      response.writeHead(isRefused ? 503 : 200).end();
    });

    for (const orderId of [troubled, well, troubled, well, troubled]) await scene.recordPaid(orderId);

    await until(async () => (await delivered(id)) === 5, 'all of them');
    const sequence = await scene.system.db.webhookDelivery.findMany({
      where: { subscriptionId: id, resourceId: troubled },
      orderBy: { position: 'asc' },
    });
    const [first, second, third] = sequence.map((each) => each.id);
    expect(ordersReceived([troubled]).map((each) => each.id)).to.deep.equal([
      first,
      first,
      first,
      second,
      third,
    ]);
    expect(ordersReceived([well])).to.have.length(2);
  });

  it('send what waited for its turn when they are switched off', async () => {
    const orderId = randomUUID();
    const { id } = await scene.subscribe({ ordered: true });
    scene.receiver.answer((_request, response) => {
      if (ordersReceived([orderId]).length > 1) response.writeHead(200).end();
    });
    await scene.recordPaid(orderId, orderId, orderId);
    await until(() => ordersReceived([orderId]).length === 1, 'the first, which hangs');

    await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, { ordered: false });

    await until(async () => (await delivered(id)) === 2, 'the others');
  });
});
