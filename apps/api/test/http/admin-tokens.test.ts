import { randomUUID } from 'node:crypto';
import { signAdminToken, TEST_SETTINGS } from '@service/testing';
import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import { startApi, useApi, useStore } from '../harness.ts';
import { snapshot } from '../table-snapshot.ts';

const PATH = '/admin/v1/webhooks/subscriptions';

describe('the admin token', () => {
  const api = useApi();
  const store = useStore(api);

  const claims = () => ({ sub: randomUUID(), tenantId: store.tenantId, permissions: ['settings:read'] });
  const list = (headers: Record<string, string>) => api.request('GET', PATH, { headers });
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

  it('is accepted when the first secret signed it, and when an older one of the list did', async () => {
    for (const secret of TEST_SETTINGS.adminJwtSecrets) {
      const token = signAdminToken(claims(), { secret });

      (await api.request('GET', PATH, { token })).expect(200);
    }
  });

  const signed = () => signAdminToken(claims());
  const refused: Record<string, () => Record<string, string>> = {
    'no header': () => ({}),
    'an empty header': () => ({ Authorization: '' }),
    'no token behind Bearer': () => ({ Authorization: 'Bearer' }),
    'another scheme': () => ({ Authorization: `Basic ${signed()}` }),
    'no scheme': () => ({ Authorization: signed() }),
    'a token that is no JWT': () => bearer('not-a-token'),
    'two parts instead of three': () => bearer(signed().split('.').slice(0, 2).join('.')),
    'a signature that was cut': () => bearer(signed().slice(0, -1)),
    'claims that were changed': () => {
      const [header, , signature] = signed().split('.');
      return bearer([header, encode({ ...claims(), permissions: ['settings:write'] }), signature].join('.'));
    },
    'alg none': () => bearer(`${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims())}.`),
    'alg none with a signature': () => {
      const signature = signed().split('.')[2];
      return bearer(`${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims())}.${signature}`);
    },
    'another algorithm with the right secret': () => bearer(signAdminToken(claims(), { algorithm: 'HS512' })),
    'another secret': () => bearer(signAdminToken(claims(), { secret: 'not the secret of this deployment' })),
    'the setup token': () => bearer(TEST_SETTINGS.setupToken),
    'the publishable key': () => bearer(store.publishableKey),
    'a token that has expired': () => bearer(signAdminToken(claims(), { expiresIn: -1 })),
    'a token that never expires': () =>
      bearer(jwt.sign(claims(), TEST_SETTINGS.adminJwtSecrets[0] ?? '', { algorithm: 'HS256' })),
    'a token that is not valid yet': () => bearer(signAdminToken(claims(), { notBefore: 60 })),
    'no tenantId': () => bearer(signAdminToken({ ...claims(), tenantId: undefined })),
    'a tenantId that is no UUID': () => bearer(signAdminToken({ ...claims(), tenantId: "' OR true --" })),
    'a list of tenantIds': () => bearer(signAdminToken({ ...claims(), tenantId: [store.tenantId] })),
    'no subject': () => bearer(signAdminToken({ ...claims(), sub: undefined })),
    'no permissions': () => bearer(signAdminToken({ ...claims(), permissions: undefined })),
    'permissions that are no list': () =>
      bearer(signAdminToken({ ...claims(), permissions: 'settings:read' })),
  };

  for (const [what, headers] of Object.entries(refused)) {
    it(`is refused: ${what}`, async () => {
      const before = await snapshot(api.env);

      (await list(headers())).refused('unauthenticated');

      const body = { url: 'http://127.0.0.1/hook', events: ['order.paid'] };
      (await api.request('POST', PATH, { headers: headers(), body })).refused('unauthenticated');
      expect(await snapshot(api.env)).to.deep.equal(before);
    });
  }

  it('says whether it is missing, malformed, expired or not valid', async () => {
    const detailOf = async (headers: Record<string, string>) =>
      (await list(headers)).refused('unauthenticated').detail;

    expect(await detailOf({})).to.equal('The admin token is missing.');
    expect(await detailOf(bearer('not-a-token'))).to.include('malformed');
    expect(await detailOf(bearer(signAdminToken(claims(), { expiresIn: -1 })))).to.include('expired');
    const forged = { secret: 'not the secret of this deployment', expiresIn: -1 };
    expect(await detailOf(bearer(signAdminToken(claims(), forged))))
      .to.include('not valid')
      .and.not.include('expired');
  });

  it('grants nothing by a permission that does not exist', async () => {
    const token = signAdminToken({ ...claims(), permissions: ['*', 'settings', 'settings:*', 'admin'] });

    const answer = await api.request('GET', PATH, { token });

    expect(answer.refused('permission_missing').detail).to.include('settings:read');
  });

  it('is checked for issuer and audience when they are set', async () => {
    const strict = await startApi({ settings: { adminJwtIssuer: 'shop', adminJwtAudience: 'admin' } });
    const tokens = {
      both: signAdminToken(claims(), { issuer: 'shop', audience: 'admin' }),
      none: signAdminToken(claims()),
      issuerOnly: signAdminToken(claims(), { issuer: 'shop' }),
      otherAudience: signAdminToken(claims(), { issuer: 'shop', audience: 'store' }),
    };

    const answers = await Promise.all(
      Object.values(tokens).map((token) => strict.request('GET', PATH, { token })),
    );

    expect(answers.map(({ status }) => status)).to.deep.equal([200, 401, 401, 401]);
    const body = { email: store.adminEmail, password: store.adminPassword };
    const { accessToken } = (await strict.request('POST', '/admin/v1/auth/login', { body })).expect(200);
    (await strict.request('GET', PATH, { token: accessToken })).expect(200);
    await strict.close();
  });
});

function bearer(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}
