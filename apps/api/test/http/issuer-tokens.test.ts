import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createStore, TEST_SETTINGS, type TestStore, until } from '@service/testing';
import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import { createIssuerKeys } from '../../src/http/issuer-keys.ts';
import { startApi, type TestApi } from '../harness.ts';

const ISSUER = 'https://login.example/';
const AUDIENCE = 'commerce-service';

interface IssuerKey {
  kid: string;
  alg: 'RS256' | 'ES256';
  privateKey: KeyObject;
}

function createKey(kid: string, alg: 'RS256' | 'ES256'): IssuerKey {
  const { privateKey } =
    alg === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { kid, alg, privateKey };
}

const pemOf = ({ privateKey }: IssuerKey) =>
  createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }) as string;

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('tokens of another issuer', () => {
  const rsa = createKey('rsa-1', 'RS256');
  const ec = createKey('ec-1', 'ES256');
  let published: IssuerKey[] = [rsa, ec];
  let isUp = true;
  let isHanging = false;
  let asked = 0;
  let padding = '';
  let further: unknown[] = [];
  let jwks: Server;
  let api: TestApi;
  let store: TestStore;

  before(async () => {
    jwks = createServer((_req, res) => {
      asked += 1;
      if (isHanging) return;
      if (!isUp) return void res.writeHead(500).end();
      const keys = published.map(({ kid, alg, privateKey }) => ({
        ...createPublicKey(privateKey).export({ format: 'jwk' }),
        kid,
        alg,
        use: 'sig',
      }));
      res
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ keys: [...further, ...keys], padding }));
    });
    await new Promise<void>((resolve) => jwks.listen(0, '127.0.0.1', resolve));
  });
  after(() => {
    jwks.closeAllConnections();
    return new Promise((resolve) => jwks.close(resolve));
  });
  beforeEach(async () => {
    published = [rsa, ec];
    isUp = true;
    isHanging = false;
    padding = '';
    further = [];
    const { port } = jwks.address() as AddressInfo;
    // Anew for each test: an API remembers the keys it has seen.
    api = await startApi({
      settings: {
        adminJwksUrl: `http://127.0.0.1:${port}/jwks.json`,
        adminJwtIssuer: ISSUER,
        adminJwtAudience: AUDIENCE,
      },
    });
    store = await createStore(api.env.system);
  });
  afterEach(() => api.close());

  const claims = () => ({ sub: 'auth0|42', tenantId: store.tenantId, permissions: ['settings:read'] });
  const usual = { issuer: ISSUER, audience: AUDIENCE, expiresIn: 900 } as const;
  function sign(key: IssuerKey, options: jwt.SignOptions = {}, payload: object = claims()): string {
    const { alg: algorithm, kid: keyid, privateKey } = key;
    return jwt.sign(payload, privateKey, { algorithm, keyid, ...usual, ...options });
  }
  const read = (token: string) => api.request('GET', '/admin/v1/webhooks/subscriptions', { token });

  async function expectRefused(token: string): Promise<void> {
    const { status, body, headers } = await read(token);
    expect([status, body.code], JSON.stringify(body)).to.eql([401, 'unauthenticated']);
    expect(headers.get('www-authenticate')).to.equal('Bearer');
  }

  it('takes RS256 and ES256, and asks for the keys once', async () => {
    const before = asked;

    for (const token of [sign(rsa), sign(ec), sign(rsa)]) expect((await read(token)).status).to.equal(200);

    expect(asked - before).to.equal(1);
  });

  it('gives what the claims name and nothing more', async () => {
    const me = await api.request('GET', '/admin/v1/auth/me', { token: sign(rsa) });
    const write = await api.request('POST', '/admin/v1/products', {
      token: sign(rsa),
      body: { title: 'Tea' },
    });

    expect(me.body).to.include({ id: 'auth0|42', tenantId: store.tenantId });
    expect([write.status, write.body.code]).to.eql([403, 'permission_missing']);
  });

  it('still takes its own tokens, which never ask the issuer', async () => {
    const before = asked;
    const own = jwt.sign(claims(), TEST_SETTINGS.adminJwtSecrets[0] ?? '', {
      issuer: ISSUER,
      audience: AUDIENCE,
      expiresIn: 900,
    });

    expect((await read(own)).status).to.equal(200);
    expect(asked).to.equal(before);
  });

  it('notices a rotation: the new key counts at once', async () => {
    expect((await read(sign(rsa))).status).to.equal(200);
    const next = createKey('rsa-2', 'RS256');

    await expectRefused(sign(next));
    published = [next];

    expect((await read(sign(next))).status).to.equal(200);
  });

  it('refuses a key that the issuer has withdrawn before it was seen', async () => {
    published = [ec];

    await expectRefused(sign(rsa));
  });

  it('refuses a key ten minutes after the issuer has withdrawn it', async () => {
    const { port } = jwks.address() as AddressInfo;
    let now = 0;
    const findKey = createIssuerKeys(`http://127.0.0.1:${port}/jwks.json`, () => now);
    const isKnown = async () => (await findKey('rsa-1')) !== undefined;
    const before = await isKnown();
    published = [ec];

    now = 600_000 - 1;
    const justBefore = await isKnown();
    now = 600_000;

    expect([before, justBefore, await isKnown()]).to.deep.equal([true, true, false]);
  });

  it('takes a known key at once while the issuer hangs', async () => {
    const { port } = jwks.address() as AddressInfo;
    let now = 0;
    const findKey = createIssuerKeys(`http://127.0.0.1:${port}/jwks.json`, () => now);
    await findKey('rsa-1');
    isHanging = true;
    const before = asked;

    now = 60_000;
    const known = [await findKey('rsa-1'), await findKey('ec-1')];

    expect(known).not.to.include(undefined);
    await until(() => asked > before, 'the issuer is asked again');
    expect(asked - before).to.equal(1);
  });

  it('takes the keys that it understands, whatever others are in the set', async () => {
    further = [
      { kid: 'later', kty: 'AKP', alg: 'ML-DSA-65', pub: 'AAAA' },
      { kid: 'curve', kty: 'EC', crv: 'unknown', x: 'AAAA', y: 'AAAA' },
      { kid: 'broken', kty: 'RSA' },
      { kid: 'shared', kty: 'oct', k: 'AAAA' },
      null,
      'a text',
      [null],
    ];

    for (const token of [sign(rsa), sign(ec)]) expect((await read(token)).status).to.equal(200);
    for (const kid of ['later', 'curve', 'broken', 'shared']) await expectRefused(sign({ ...rsa, kid }));
  });

  it('refuses a stranger’s key under a known id', async () => {
    await expectRefused(sign({ ...createKey('rsa-1', 'RS256') }));
    await expectRefused(sign({ ...createKey('ec-1', 'ES256') }));
  });

  it('refuses critical extensions, even with a valid signature', async () => {
    const crit = ['b64'];
    await expectRefused(sign(rsa, { header: { alg: 'RS256', crit } }));
    const [own] = TEST_SETTINGS.adminJwtSecrets;
    await expectRefused(
      jwt.sign(claims(), own ?? '', { algorithm: 'HS256', header: { alg: 'HS256', crit }, ...usual }),
    );
  });

  it('refuses HS256 signed with the public key', async () => {
    for (const secret of [
      pemOf(rsa),
      pemOf(rsa).trim(),
      JSON.stringify(rsa.privateKey.export({ format: 'jwk' }).n),
    ]) {
      const head = base64({ alg: 'HS256', typ: 'JWT', kid: 'rsa-1' });
      const payload = base64({
        ...claims(),
        iss: ISSUER,
        aud: AUDIENCE,
        exp: Math.floor(Date.now() / 1000) + 900,
      });
      const signature = createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url');
      await expectRefused(`${head}.${payload}.${signature}`);
    }
  });

  for (const alg of ['none', 'None', 'NONE', ''])
    it(`refuses the algorithm "${alg}", with and without a signature`, async () => {
      const [, payload, signature] = sign(rsa).split('.');
      const head = base64({ alg, typ: 'JWT', kid: 'rsa-1' });
      await expectRefused(`${head}.${payload}.`);
      await expectRefused(`${head}.${payload}.${signature}`);
    });

  it('refuses algorithms that aren’t allowed', async () => {
    await expectRefused(sign(rsa, { algorithm: 'RS384' }));
    await expectRefused(sign(rsa, { algorithm: 'PS256' }));
    const secret = TEST_SETTINGS.adminJwtSecrets[0] ?? '';
    await expectRefused(
      jwt.sign(claims(), secret, { algorithm: 'HS512', issuer: ISSUER, audience: AUDIENCE, expiresIn: 900 }),
    );
  });

  const wrong: Record<string, () => string> = {
    'another issuer': () => sign(rsa, { issuer: 'https://evil.example/' }),
    'another audience': () => sign(rsa, { audience: 'another-service' }),
    'an expired token': () => sign(rsa, { expiresIn: -1 }),
    'a token that never expires': () =>
      jwt.sign(claims(), rsa.privateKey, {
        algorithm: 'RS256',
        keyid: 'rsa-1',
        issuer: ISSUER,
        audience: AUDIENCE,
      }),
    'a token that is not valid yet': () => sign(rsa, { notBefore: 60 }),
    'a token without a store': () => sign(rsa, {}, { sub: 'x', permissions: ['settings:read'] }),
    'a store that is no id': () => sign(rsa, {}, { ...claims(), tenantId: "' OR 1=1" }),
    'a store that does not exist': () => sign(rsa, {}, { ...claims(), tenantId: randomUUID() }),
    'permissions that are no list': () => sign(rsa, {}, { ...claims(), permissions: 'settings:read' }),
    'a token without an issuer': () =>
      jwt.sign(claims(), rsa.privateKey, {
        algorithm: 'RS256',
        keyid: 'rsa-1',
        audience: AUDIENCE,
        expiresIn: 900,
      }),
    'a changed payload': () => {
      const [head, , signature] = sign(rsa).split('.');
      return `${head}.${base64({ ...claims(), permissions: ['settings:read', 'users:write'] })}.${signature}`;
    },
    'no token at all': () => '',
    'what is no token': () => 'abc',
  };
  for (const [what, token] of Object.entries(wrong))
    it(`refuses ${what}`, async () => {
      await expectRefused(token());
    });

  it('responds with 503 while the issuer is away, except for keys that it has published', async () => {
    expect((await read(sign(rsa))).status).to.equal(200);
    isUp = false;

    expect((await read(sign(rsa))).status).to.equal(200);
    expect((await read(sign(ec))).status).to.equal(200);
    expect((await read(sign(createKey('rsa-2', 'RS256')))).status).to.equal(503);
  });

  it('responds with 503 where the issuer’s keys are larger than any set of keys', async () => {
    padding = 'x'.repeat(256 * 1024);

    expect((await read(sign(rsa))).status).to.equal(503);
  });

  it('takes genuine keys though made-up key ids have used up what may be read', async () => {
    expect((await read(sign(rsa))).status).to.equal(200);
    const before = asked;
    const statuses = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await read(sign({ ...ec, kid: `made-up-${n}` }))).status);

    expect(statuses).to.include.members([401, 503]);
    expect(asked - before).to.be.at.most(10);
    expect((await read(sign(ec))).status).to.equal(200);
    expect((await read(sign(rsa))).status).to.equal(200);
  });

  it('responds with 503, and says when to come again, where a key id can’t be looked for now', async () => {
    const unknown = () => read(sign({ ...ec, kid: randomUUID() }));
    for (let n = 0; n < 12; n += 1) await unknown();

    const { status, body, headers } = await unknown();

    expect([status, body.code]).to.eql([503, 'dependency_unavailable']);
    expect(headers.get('retry-after')).to.equal('5');
  });
});
