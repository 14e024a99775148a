import { expect } from 'chai';
import { useWebhookScene } from '../scene.ts';

const SUBSCRIPTIONS = '/admin/v1/webhooks/subscriptions';
const HEADERS = { 'X-Gateway-Key': 'a key of the gateway', Authorization: 'Bearer of the gateway' };

describe('secrets of a subscription go only to the place that they were given for', () => {
  const scene = useWebhookScene();
  beforeEach(() => scene.moveToNewStore());

  const row = (id: string) => scene.system.db.webhookSubscription.findFirstOrThrow({ where: { id } });
  const patch = (id: string, body: object, token?: string) =>
    scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, body, token);
  const elsewhere = () => scene.receiver.url.replace('127.0.0.1', '127.0.0.2');

  async function openPortal(label: string): Promise<string> {
    const session = await scene.call('POST', '/admin/v1/webhooks/portal-sessions', {
      label,
      capabilities: ['manage', 'test'],
    });
    return new URL(session.expect(201).url).hash.replace('#token=', '');
  }

  async function refuses(id: string, body: object, members: string[], token?: string): Promise<void> {
    const before = await row(id);
    const refused = await patch(id, body, token);
    expect(refused.status, JSON.stringify(refused.body)).to.equal(400);
    expect(refused.body.errors.map(({ path }: { path: string }) => path)).to.deep.equal(members);
    expect(await row(id)).to.deep.equal(before);
  }

  it('needs custom headers again, or null, for another scheme, host or port', async () => {
    const { id } = await scene.subscribe({ headers: HEADERS });

    for (const url of [elsewhere(), 'https://127.0.0.1/', scene.receiver.url.replace(/:\d+/, ':9')])
      await refuses(id, { url }, ['/body/headers']);

    (await patch(id, { url: `${scene.receiver.url}/further` })).expect(200);
    (await patch(id, { url: elsewhere(), headers: { 'X-Other': 'a value' } })).expect(200);
    expect(
      (await patch(id, { url: scene.receiver.url, headers: null })).expect(200).headerNames,
    ).to.deep.equal([]);
    (await patch(id, { url: elsewhere() })).expect(200);
  });

  it('names all that is missing at once', async () => {
    const headers = { 'X-Gateway-Key': 'a key' };
    const { id } = await scene.subscribe({ headers, auth: { kind: 'bearer', token: 'a-token' } });

    await refuses(id, { url: elsewhere() }, ['/body/headers', '/body/auth']);
    await refuses(id, { url: elsewhere(), auth: null }, ['/body/headers']);
    await refuses(id, { url: elsewhere(), headers: null }, ['/body/auth']);
    (await patch(id, { url: elsewhere(), headers, auth: null })).expect(200);
  });

  it('carries no custom header to a claimer, or by way of one to another host', async () => {
    const { id } = await scene.subscribe({ headers: HEADERS });
    await refuses(id, { kind: 'pull' }, ['/body/headers']);

    (await patch(id, { kind: 'pull', headers: HEADERS })).expect(200);

    await refuses(id, { kind: 'push', url: elsewhere() }, ['/body/headers']);
  });

  it('tells brokers apart by their host', async () => {
    const amqp = { exchange: 'orders', username: 'tea', password: 'a password' };
    const { id } = await scene.subscribe({
      kind: 'amqp',
      url: 'amqps://127.0.0.1:5671',
      amqp,
      headers: { 'X-Key': 'k' },
    });

    await refuses(id, { url: 'amqps://127.0.0.2:5671', amqp }, ['/body/headers']);
  });

  it('lets a portal session replace what the store has set, and carry it to no other address', async () => {
    const { id } = await scene.subscribe({ label: 'kettle', headers: HEADERS });
    const token = await openPortal('kettle');

    await refuses(id, { url: elsewhere() }, ['/body/headers'], token);
    await refuses(id, { url: `${scene.receiver.url}/of-a-neighbour` }, ['/body/headers'], token);

    (await patch(id, { description: 'Ours' }, token)).expect(200);
    (await patch(id, { url: elsewhere(), headers: { 'X-Own': 'a value' } }, token)).expect(200);
    const test = await scene.call('POST', `${SUBSCRIPTIONS}/${id}/test`, {}, token);
    expect(JSON.stringify([test.body, scene.receiver.requests])).to.not.include('of the gateway');
  });
});
