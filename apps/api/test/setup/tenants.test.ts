import { randomUUID } from 'node:crypto';
import { TEST_SETTINGS } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../harness.ts';
import { snapshot } from '../table-snapshot.ts';

const token = TEST_SETTINGS.setupToken;

describe('POST /setup/v1/tenants', () => {
  const api = useApi();

  const create = (body: unknown) => api.request('POST', '/setup/v1/tenants', { token, body });
  const newTenant = () => ({
    name: 'Tea House',
    currency: 'eur',
    country: 'de',
    admin: { email: `owner-${randomUUID()}@example.com`, password: 'a long enough password', name: 'Ada' },
  });

  it('returns 201 with a store that works at once: its owner logs in, a shopper starts a cart', async () => {
    const input = newTenant();

    const tenant = (await create(input)).expect(201);

    expect(tenant).to.include({ name: 'Tea House', currency: 'EUR', country: 'DE' });
    const login = await api.request('POST', '/admin/v1/auth/login', { body: input.admin });
    const me = await api.request('GET', '/admin/v1/auth/me', { token: login.expect(200).accessToken });
    expect(me.expect(200).tenantId).to.equal(tenant.id);
    const cart = await api.request('POST', '/store/v1/carts', { key: tenant.publishableKey });
    expect(cart.expect(201)).to.include({ currency: 'EUR', total: 0 });
  });

  it('stores the password as an argon2id hash, and the e-mail in lower case', async () => {
    const input = newTenant();
    input.admin.password = 'correct horse battery';
    input.admin.email = `  Owner-${randomUUID()}@Example.COM `;

    const { id } = (await create(input)).expect(201);

    const owner = await api.env.database.system.adminUser.findFirst({ where: { tenantId: id } });
    expect(owner).to.include({ email: input.admin.email.trim().toLowerCase(), role: 'owner', name: 'Ada' });
    expect(owner?.passwordHash).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  for (const [what, headers] of Object.entries({
    'no token': {},
    'another token': { Authorization: 'Bearer test-setup-tokem' },
    'the token without its scheme': { Authorization: token },
    'another scheme': { Authorization: `Basic ${token}` },
  })) {
    it(`refuses ${what} with 401 and writes nothing`, async () => {
      const before = await snapshot(api.env);

      const answer = await api.request('POST', '/setup/v1/tenants', { headers, body: newTenant() });

      answer.refused('unauthenticated');
      expect(await snapshot(api.env)).to.deep.equal(before);
    });
  }

  it('refuses an e-mail that is taken, in whatever case, with 409 and writes nothing', async () => {
    const input = newTenant();
    (await create(input)).expect(201);
    const before = await snapshot(api.env);
    const again = { ...newTenant(), admin: { ...input.admin, email: input.admin.email.toUpperCase() } };

    const answer = await create(again);

    answer.refused('duplicate_email');
    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('makes one store of two requests at once with one e-mail, and nothing of the other', async () => {
    const input = newTenant();
    const tenants = () => api.env.database.system.tenant.count();
    const before = await tenants();

    const answers = await Promise.all([create(input), create(input)]);

    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409]);
    answers.find(({ status }) => status === 409)?.refused('duplicate_email');
    expect(await tenants()).to.equal(before + 1);
  });

  const valid = newTenant();
  const text = (length: number) => 'x'.repeat(length);
  const refusals: [path: string, what: string, body: object][] = [
    ['/body/name', 'missing', { ...valid, name: undefined }],
    ['/body/name', 'empty', { ...valid, name: '' }],
    ['/body/name', 'null', { ...valid, name: null }],
    ['/body/name', '256 characters', { ...valid, name: text(256) }],
    ['/body/currency', 'missing', { ...valid, currency: undefined }],
    ['/body/currency', 'two letters', { ...valid, currency: 'EU' }],
    ['/body/currency', 'four letters', { ...valid, currency: 'EURO' }],
    ['/body/currency', 'a code that ISO 4217 doesn’t have', { ...valid, currency: 'ZZQ' }],
    ['/body/currency', 'a digit', { ...valid, currency: 'EU1' }],
    ['/body/currency', 'a line break behind', { ...valid, currency: 'EUR\n' }],
    ['/body/country', 'missing', { ...valid, country: undefined }],
    ['/body/country', 'three letters', { ...valid, country: 'DEU' }],
    ['/body/country', 'other letters', { ...valid, country: 'ÄÖ' }],
    ['/body/admin', 'missing', { ...valid, admin: undefined }],
    ['/body/admin/email', 'missing', { ...valid, admin: { ...valid.admin, email: undefined } }],
    ['/body/admin/email', 'no address', { ...valid, admin: { ...valid.admin, email: 'ada..l@example.com' } }],
    ['/body/admin/email', '321 characters', { ...valid, admin: { ...valid.admin, email: longEmail(321) } }],
    ['/body/admin/password', 'missing', { ...valid, admin: { ...valid.admin, password: undefined } }],
    ['/body/admin/password', '11 characters', { ...valid, admin: { ...valid.admin, password: text(11) } }],
    [
      '/body/admin/password',
      '1025 characters',
      { ...valid, admin: { ...valid.admin, password: text(1025) } },
    ],
    ['/body/admin/password', 'a number', { ...valid, admin: { ...valid.admin, password: 123456789012 } }],
    ['/body/admin/name', 'empty', { ...valid, admin: { ...valid.admin, name: '' } }],
    ['/body/admin/name', '256 characters', { ...valid, admin: { ...valid.admin, name: text(256) } }],
  ];

  for (const [path, what, body] of refusals) {
    it(`refuses ${path.replace('/body/', '')}: ${what}`, async () => {
      const before = await snapshot(api.env);

      const { errors } = (await create(body)).refused('validation_failed');

      expect(errors?.map((error) => error.path)).to.deep.equal([path]);
      expect(await snapshot(api.env)).to.deep.equal(before);
    });
  }

  it('accepts each field at its limit', async () => {
    const email = longEmail(320);
    const input = {
      name: text(255),
      currency: 'EUR',
      country: 'DE',
      admin: { email, password: text(1024), name: text(255) },
    };

    const tenant = (await create(input)).expect(201);

    expect(tenant.name).to.have.length(255);
    const shortest = newTenant();
    (
      await create({ ...shortest, name: 'x', admin: { ...shortest.admin, password: text(12), name: 'x' } })
    ).expect(201);
  });

  it('names every wrong field at once, and never says a value', async () => {
    const input = {
      ...newTenant(),
      name: '',
      currency: 'x',
      admin: { email: 'secretive', password: 'tooshort' },
    };

    const answer = await create(input);

    const { errors } = answer.refused('validation_failed');
    expect(errors?.map(({ path }) => path)).to.have.members([
      '/body/name',
      '/body/currency',
      '/body/admin/email',
      '/body/admin/password',
    ]);
    expect(JSON.stringify(answer.body)).to.not.match(/secretive|tooshort/);
  });
});

function longEmail(length: number): string {
  const local = randomUUID();
  const labels = 'a'
    .repeat(60)
    .concat('.')
    .repeat(5)
    .slice(0, length - local.length - 1 - '.com'.length);
  return `${local}@${labels.replace(/\.$/, 'b')}.com`;
}
