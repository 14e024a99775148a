import { EVENT_NAMES } from '@service/contract';
import { expect } from 'chai';
import { startApi, type TestApi, useApi, useStore } from '../../../harness.ts';
import { snapshot } from '../../../table-snapshot.ts';

const PATH = '/admin/v1/webhooks/subscriptions';
/** An address of the public internet, so that nothing is looked up. */
const PUBLIC = 'https://8.8.8.8';

describe('POST /admin/v1/webhooks/subscriptions', () => {
  const api = useApi({ settings: { allowInsecureSubscribers: false, allowedPrivateCidrs: [] } });
  const store = useStore(api);

  const create = (body: unknown) => api.request('POST', PATH, { token: store.token(), body });

  it('returns 201 and shows the secret once', async () => {
    const url = `${PUBLIC}/hooks?shop=1`;

    const created = (await create({ url, events: ['order.paid', 'order.created'] })).expect(201);

    expect(created).to.deep.include({ url, events: ['order.paid', 'order.created'], active: true });
    expect(created.secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const list = await api.request('GET', PATH, { token: store.token() });
    const { secret, warnings, ...shown } = created;
    expect(warnings).to.deep.equal([]);
    expect(list.expect(200)).to.deep.include(shown);
    expect(JSON.stringify(list.body)).to.not.include(secret.slice(6));
  });

  it('stores the secret encrypted, differently each time', async () => {
    const { id, secret } = (await create({ url: PUBLIC, events: ['order.paid'] })).expect(201);

    const row = await store.admin.db.webhookSubscription.findFirst({ where: { id } });

    expect(JSON.stringify(row)).to.not.include(secret.slice(6));
    const { sealer } = api.env.services;
    expect(sealer.open(row?.secretSealed ?? '')).to.equal(secret);
    expect(sealer.seal(secret)).to.not.equal(row?.secretSealed);
  });

  it('takes every event of the catalogue, and one that is named twice once', async () => {
    const all = (await create({ url: PUBLIC, events: EVENT_NAMES })).expect(201);
    const twice = (await create({ url: PUBLIC, events: ['order.paid', 'order.paid'] })).expect(201);

    expect(all.events).to.deep.equal(EVENT_NAMES);
    expect(twice.events).to.deep.equal(['order.paid']);
  });

  it('drops members that it doesn’t know', async () => {
    const body = { url: PUBLIC, events: ['order.paid'], version: 7, secret: 'whsec_mine', tenantId: 'x' };

    const created = (await create(body)).expect(201);

    expect(created.version).to.equal(1);
    expect(created.secret).to.not.equal('whsec_mine');
  });

  it('takes a URL of 2048 characters and refuses one of 2049', async () => {
    const url = (length: number) => `${PUBLIC}/`.padEnd(length, 'a');

    (await create({ url: url(2048), events: ['order.paid'] })).expect(201);
    const { errors } = (await create({ url: url(2049), events: ['order.paid'] })).refused(
      'validation_failed',
    );

    expect(errors?.map(({ path }) => path)).to.deep.equal(['/body/url']);
  });

  /** The specification, section Errors; and decisions, section Webhooks. */
  const refusals: Record<
    string,
    [code: Parameters<typeof assertRefused>[1], url: unknown, events?: unknown]
  > = {
    'no url': ['validation_failed', undefined],
    'a url that is null': ['validation_failed', null],
    'a url that is none': ['validation_failed', 'not a url'],
    'a url without a scheme': ['validation_failed', '8.8.8.8/hook'],
    'another scheme': ['invalid_url', 'ftp://8.8.8.8/hook'],
    'a script': ['invalid_url', 'javascript:alert(1)'],
    'a file': ['invalid_url', 'file:///etc/passwd'],
    'plain HTTP': ['insecure_url', 'http://8.8.8.8/hook'],
    'a user name in the URL': ['credentials_in_url', 'https://ada@8.8.8.8/hook'],
    'a password in the URL': ['credentials_in_url', 'https://ada:secret@8.8.8.8/hook'],
    'no events': ['validation_failed', PUBLIC, undefined],
    'an empty list of events': ['validation_failed', PUBLIC, []],
    'an unknown event': ['validation_failed', PUBLIC, ['order.paid', 'order.lost']],
    'an event of the module bus': ['validation_failed', PUBLIC, ['product.price_changed']],
    'a pattern of no family': ['validation_failed', PUBLIC, ['orders.*']],
    'a pattern within a name': ['validation_failed', PUBLIC, ['order.p*']],
    'events that are no list': ['validation_failed', PUBLIC, 'order.paid'],
    '101 events': ['validation_failed', PUBLIC, Array(101).fill('order.paid')],
    'a host that doesn’t resolve': ['unresolvable_host', 'https://nowhere.invalid/hook'],
    localhost: ['refused_address', 'https://localhost/hook'],
    loopback: ['refused_address', 'https://127.0.0.1/hook'],
    'loopback, another number': ['refused_address', 'https://127.8.8.8/hook'],
    'loopback as one decimal number': ['refused_address', 'https://2130706433/hook'],
    'loopback in octal': ['refused_address', 'https://0177.0.0.1/hook'],
    'loopback in hexadecimal': ['refused_address', 'https://0x7f.1/hook'],
    'loopback, IPv6': ['refused_address', 'https://[::1]/hook'],
    'loopback, IPv4 in IPv6': ['refused_address', 'https://[::ffff:127.0.0.1]/hook'],
    'the unspecified address': ['refused_address', 'https://0.0.0.0/hook'],
    'private, 10/8': ['refused_address', 'https://10.1.2.3/hook'],
    'private, 172.16/12': ['refused_address', 'https://172.31.255.255/hook'],
    'private, 192.168/16': ['refused_address', 'https://192.168.0.1/hook'],
    'carrier-grade NAT': ['refused_address', 'https://100.64.0.1/hook'],
    'unique local, IPv6': ['refused_address', 'https://[fd12::1]/hook'],
    'link-local': ['refused_address', 'https://169.254.1.1/hook'],
    'link-local, IPv6': ['refused_address', 'https://[fe80::1]/hook'],
    'cloud metadata': ['refused_address', 'https://169.254.169.254/latest/meta-data'],
    'cloud metadata as one decimal number': ['refused_address', 'https://2852039166/'],
    'cloud metadata, IPv4 in IPv6': ['refused_address', 'https://[::ffff:a9fe:a9fe]/'],
    'cloud metadata, NAT64': ['refused_address', 'https://[64:ff9b::a9fe:a9fe]/'],
    'cloud metadata, 6to4': ['refused_address', 'https://[2002:a9fe:a9fe::]/'],
    'cloud metadata of AWS, IPv6': ['refused_address', 'https://[fd00:ec2::254]/'],
  };

  for (const [what, [code, url, ...events]] of Object.entries(refusals)) {
    it(`refuses ${what} and writes nothing`, async () => {
      const body = { url, events: events.length > 0 ? events[0] : ['order.paid'] };
      const before = await snapshot(api.env);

      assertRefused(await create(body), code);

      expect(await snapshot(api.env)).to.deep.equal(before);
    });
  }

  it('takes plain HTTP and an opened private range where both are allowed, never the metadata', async () => {
    const open = await startApi({
      settings: { allowInsecureSubscribers: true, allowedPrivateCidrs: ['127.0.0.0/8', '169.254.0.0/16'] },
    });
    const createThere = (url: string) =>
      open.request('POST', PATH, { token: store.token(), body: { url, events: ['order.paid'] } });

    (await createThere('http://127.0.0.1:8080/hook')).expect(201);
    (await createThere('http://10.0.0.1/hook')).refused('refused_address');
    (await createThere('http://169.254.169.254/hook')).refused('refused_address');

    await open.close();
  });
});

function assertRefused(
  answer: Awaited<ReturnType<TestApi['request']>>,
  code:
    | 'validation_failed'
    | 'invalid_url'
    | 'insecure_url'
    | 'credentials_in_url'
    | 'unresolvable_host'
    | 'refused_address',
): void {
  const { errors } = answer.refused(code);
  expect(errors, JSON.stringify(answer.body)).to.not.be.empty;
  for (const { path } of errors ?? []) expect(path).to.match(/^\/body\/(url|events)/);
}
