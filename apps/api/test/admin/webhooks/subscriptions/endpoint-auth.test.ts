import { generateKeyPairSync } from 'node:crypto';
import { CLIENT } from '@service/testing';
import { expect } from 'chai';
import { useWebhookScene } from '../scene.ts';

const SUBSCRIPTIONS = '/admin/v1/webhooks/subscriptions';

const rsa = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength }).privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;

describe('auth of a subscription', () => {
  const scene = useWebhookScene();
  beforeEach(() => scene.moveToNewStore());

  const row = (id: string) => scene.system.db.webhookSubscription.findFirstOrThrow({ where: { id } });
  const patch = (id: string, body: object) => scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, body);
  /** What any response, audit record or row says of a subscription. */
  async function everythingOf(id: string): Promise<string> {
    const answers = await Promise.all([
      scene.call('GET', `${SUBSCRIPTIONS}/${id}`),
      scene.call('GET', SUBSCRIPTIONS),
      scene.call('GET', `/admin/v1/audit?subjectId=${id}`),
    ]);
    return JSON.stringify([answers.map(({ body }) => body), await row(id)]);
  }
  const client = () => ({
    kind: 'oauth2',
    tokenUrl: scene.receiver.url,
    clientId: 'tea',
    clientSecret: 'secret of the client',
  });
  const mtls = { kind: 'mtls', certificate: CLIENT.certificate, privateKey: CLIENT.key };

  it('is kept sealed, and shown without its secrets, from one kind to the next', async () => {
    const { id } = await scene.subscribe({
      auth: { kind: 'basic', username: 'tea', password: 'a password' },
    });
    const steps: [auth: object | null, shown: object | null, ...secrets: string[]][] = [
      [{ kind: 'bearer', token: 'a-fixed-token' }, { kind: 'bearer' }, 'a-fixed-token'],
      [
        { ...client(), scope: 'orders' },
        {
          kind: 'oauth2',
          tokenUrl: scene.receiver.url,
          clientId: 'tea',
          method: 'client_secret_basic',
          scope: 'orders',
        },
        'secret of the client',
      ],
      [null, null],
    ];

    const secrets = ['a password'];
    for (const [auth, shown, ...more] of steps) {
      secrets.push(...more);
      const { body } = await patch(id, { auth });
      expect(body.auth).to.deep.equal(shown);
      const said = await everythingOf(id);
      for (const secret of secrets) expect(said).to.not.include(secret);
    }
    expect((await row(id)).authSealed).to.equal(null);
  });

  it('shows names and dates of a certificate, and never the key', async () => {
    const { id } = await scene.subscribe({ url: 'https://127.0.0.1:9/hook', auth: mtls });

    const { certificate, ...auth } = (await scene.call('GET', `${SUBSCRIPTIONS}/${id}`)).expect(200).auth;

    expect(auth).to.deep.equal({ kind: 'mtls' });
    expect(certificate).to.include({
      subject: 'O=Tea House, CN=deliveries.tea-house.test',
      issuer: 'CN=clients.test authority',
      validTo: '2126-10-29T17:11:06.000Z',
    });
    expect(certificate.names).to.deep.equal(['DNS:deliveries.tea-house.test']);
    expect(await everythingOf(id))
      .to.not.include('PRIVATE KEY')
      .and.not.include(CLIENT.key.split('\n')[1]);
  });

  it('stays as it is, without a new version, when the same is given again', async () => {
    const { id } = await scene.subscribe({ auth: client() });
    const before = await row(id);

    (await patch(id, { auth: client() })).expect(200);

    expect(await row(id)).to.deep.equal(before);
  });

  it('is sent to no other host than it was given for', async () => {
    const { id } = await scene.subscribe({ auth: client() });
    const before = await row(id);
    const url = scene.receiver.url.replace('127.0.0.1', '127.0.0.2');

    const refused = await patch(id, { url });

    expect(refused.status).to.equal(400);
    expect(refused.body.errors).to.deep.include({
      path: '/body/auth',
      code: 'required',
      message: 'must be given again, or be null, for another host',
    });
    expect(await row(id)).to.deep.equal(before);
    (await patch(id, { url: `${scene.receiver.url}/further` })).expect(200);
    (await patch(id, { url, auth: client() })).expect(200);
    (await patch(id, { url: scene.receiver.url, auth: null })).expect(200);
    const secure = { url: 'https://127.0.0.1:9/hook', auth: mtls };
    (await patch(id, secure)).expect(200);
    (await patch(id, { url: 'https://127.0.0.2:9/hook' })).expect(200);
  });

  const refusals: [what: string, path: string, body: () => object][] = [
    ['a member is missing', '/body/auth/password', () => ({ auth: { kind: 'basic', username: 'tea' } })],
    [
      'a member is of another kind',
      '/body/auth/token',
      () => ({ auth: { kind: 'basic', username: 'tea', password: 'x', token: 'y' } }),
    ],
    [
      'an OAuth client has neither secret nor key',
      '/body/auth/clientSecret',
      () => ({
        auth: { ...client(), clientSecret: undefined },
      }),
    ],
    [
      'an OAuth client has both',
      '/body/auth/privateKey',
      () => ({
        auth: { ...client(), method: 'client_secret_post', privateKey: rsa(2048) },
      }),
    ],
    [
      'its key is too short',
      '/body/auth/privateKey',
      () => ({
        auth: { ...client(), clientSecret: undefined, privateKey: rsa(1024) },
      }),
    ],
    [
      'its key is none',
      '/body/auth/privateKey',
      () => ({
        auth: { ...client(), clientSecret: undefined, privateKey: 'no key' },
      }),
    ],
    [
      'the token server isn’t public',
      '/body/auth/tokenUrl',
      () => ({
        auth: { ...client(), tokenUrl: 'https://10.0.0.7/token' },
      }),
    ],
    [
      'the certificate is none',
      '/body/auth/certificate',
      () => ({
        url: 'https://127.0.0.1:9/hook',
        auth: { ...mtls, certificate: 'no certificate' },
      }),
    ],
    [
      'the key is another one',
      '/body/auth/privateKey',
      () => ({
        url: 'https://127.0.0.1:9/hook',
        auth: { ...mtls, privateKey: rsa(2048) },
      }),
    ],
    ['a certificate could be shown to nobody', '/body/auth/kind', () => ({ auth: mtls })],
    [
      'a custom header sets Authorization too',
      '/body/auth/kind',
      () => ({
        headers: { authorization: 'Bearer mine' },
        auth: { kind: 'bearer', token: 'yours' },
      }),
    ],
  ];
  for (const [what, path, body] of refusals) {
    it(`is refused when ${what}, and nothing is written`, async () => {
      const { id } = await scene.subscribe();
      const before = await row(id);

      const created = await scene.call('POST', SUBSCRIPTIONS, {
        url: scene.receiver.url,
        events: ['order.paid'],
        ...body(),
      });
      const changed = await patch(id, body());

      for (const answer of [created, changed]) {
        expect(answer.status).to.equal(400);
        expect(answer.body.errors.map((error: { path: string }) => error.path)).to.deep.equal([path]);
      }
      expect(await row(id)).to.deep.equal(before);
      expect(
        await scene.system.db.webhookSubscription.count({ where: { tenantId: scene.store.tenantId } }),
      ).to.equal(1);
    });
  }

  it('is refused for a pull subscription, and a certificate keeps its URL https', async () => {
    const pull = await scene.call('POST', SUBSCRIPTIONS, {
      kind: 'pull',
      events: ['order.paid'],
      auth: { kind: 'bearer', token: 'x' },
    });
    const { id } = await scene.subscribe({ url: 'https://127.0.0.1:9/hook', auth: mtls });

    expect([pull.status, (await patch(id, { url: scene.receiver.url })).status]).to.deep.equal([400, 400]);
    expect((await row(id)).url).to.equal('https://127.0.0.1:9/hook');
  });
});
