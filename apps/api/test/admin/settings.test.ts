import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../harness.ts';

describe('settings', () => {
  const api = useApi();
  const store = useStoreOfEach(api);

  const put = (body: unknown, token = store.token(['settings:write'])) =>
    api.request('PUT', '/admin/v1/settings', { token, body });
  const get = async (of = store) =>
    (await api.request('GET', '/admin/v1/settings', { token: of.token(['settings:read']) })).body;
  const host = () => `${randomUUID()}.example`;

  it('shows the settings of a new store', async () => {
    expect(await get()).to.eql({
      id: store.tenantId,
      name: 'Test Store',
      currency: 'EUR',
      country: 'DE',
      vatNumber: null,
      seller: null,
      locale: 'en',
      pricesIncludeTax: true,
      countries: [],
      storeHosts: [],
      hostProofs: [],
      allowedOrigins: [],
      captureLater: false,
      requireSecondFactor: false,
      invoiceIssuedWhen: 'paid',
      invoicePrefix: '',
      invoiceNumbersByYear: true,
      timeZone: 'UTC',
      publishableKey: store.publishableKey,
      version: 1,
    });
  });

  it('replaces them, in their one form', async () => {
    const name = host();
    const { status, body } = await put({
      name: 'Tea House',
      currency: 'chf',
      country: 'ch',
      pricesIncludeTax: false,
      countries: ['de', 'CH', 'DE'],
      storeHosts: [name.toUpperCase()],
      allowedOrigins: ['https://Tea.example:443', 'http://localhost:5173'],
    });

    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.include({
      name: 'Tea House',
      currency: 'CHF',
      country: 'CH',
      pricesIncludeTax: false,
      countries: ['CH', 'DE'],
      storeHosts: [name],
      allowedOrigins: ['http://localhost:5173', 'https://tea.example'],
    });
    expect(await get()).to.eql(body);

    await put({ name: 'Tea House', currency: 'CHF' });
    expect(await get()).to.deep.include({ countries: [], storeHosts: [], allowedOrigins: [], country: 'CH' });
  });

  it('keeps the store’s VAT number as VIES writes it, until it is replaced or cleared', async () => {
    const body = { name: 'Tea House', currency: 'EUR' };
    const given = [{ vatNumber: 'gr 094.259-216' }, {}, { vatNumber: null }];
    const stored: unknown[] = [];
    for (const change of given) stored.push((await put({ ...body, ...change })).expect(200).vatNumber);

    expect(stored).to.deep.equal(['EL094259216', 'EL094259216', null]);
    const { errors } = (await put({ ...body, vatNumber: 'DE12' })).refused('validation_failed');
    expect(errors?.map(({ path }) => path)).to.deep.equal(['/body/vatNumber']);
    expect(await get()).to.include({ vatNumber: null });
  });

  it('keeps the seller and the language of documents until they are replaced or cleared', async () => {
    const body = { name: 'Tea House', currency: 'EUR' };
    const address = { line1: 'Weg 1', postalCode: '10117', city: 'Berlin', country: 'de' };
    const seller = { name: 'Tea House GmbH', ...address, registration: 'HRB 12345' };
    const given = [{ seller, locale: 'de' }, {}, { seller: null, locale: 'fr' }];
    const stored: unknown[] = [];
    for (const change of given) {
      const settings = (await put({ ...body, ...change })).expect(200);
      stored.push([settings.seller, settings.locale]);
    }

    const kept = { ...seller, country: 'DE' };
    expect(stored).to.deep.equal([
      [kept, 'de'],
      [kept, 'de'],
      [null, 'fr'],
    ]);
    const refused = { seller: { ...seller, country: 'UK' }, locale: 'it' };
    const { errors } = (await put({ ...body, ...refused })).refused('validation_failed');
    expect(errors?.map(({ path }) => path)).to.have.members(['/body/seller/country', '/body/locale']);
    expect(await get()).to.include({ seller: null, locale: 'fr' });
  });

  it('keeps the lists of one of many replacements at once', async () => {
    const lists = Array.from({ length: 6 }, () => [host(), host()].sort());

    const answers = await Promise.all(
      lists.map((storeHosts) => put({ name: 'Tea', currency: 'EUR', storeHosts })),
    );

    expect(answers.map(({ status }) => status)).to.eql(Array(6).fill(200));
    expect(lists).to.deep.include((await get()).storeHosts);
  });

  it('keeps the currency while variants are priced in it', async () => {
    await store.variant();

    const { status, body } = await put({ name: 'Tea', currency: 'USD' });

    expect([status, body.code]).to.eql([409, 'currency_in_use']);
    expect(await get()).to.include({ name: 'Test Store', currency: 'EUR' });
  });

  const refused: Record<string, object> = {
    'no name': { currency: 'EUR' },
    'an empty name': { name: '', currency: 'EUR' },
    'a blank name': { name: ' ', currency: 'EUR' },
    'a long name': { name: 'a'.repeat(256), currency: 'EUR' },
    'a long currency': { name: 'T', currency: 'EURO' },
    'a currency that ISO 4217 doesn’t have': { name: 'T', currency: 'ZZQ' },
    'an unknown form of country': { name: 'T', currency: 'EUR', countries: ['DEU'] },
    'null for a list': { name: 'T', currency: 'EUR', countries: null },
    'a host with a port': { name: 'T', currency: 'EUR', storeHosts: ['tea.example:80'] },
    'a host with a path': { name: 'T', currency: 'EUR', storeHosts: ['tea.example/x'] },
    'any origin': { name: 'T', currency: 'EUR', allowedOrigins: ['*'] },
    'an origin with a star': { name: 'T', currency: 'EUR', allowedOrigins: ['https://*.example'] },
    'an origin with a path': { name: 'T', currency: 'EUR', allowedOrigins: ['https://tea.example/'] },
    'the null origin': { name: 'T', currency: 'EUR', allowedOrigins: ['null'] },
    'an origin that is none': { name: 'T', currency: 'EUR', allowedOrigins: ['https://a:b:c'] },
  };
  for (const [what, body] of Object.entries(refused))
    it(`refuses ${what}`, async () => {
      const answer = await put(body);

      expect([answer.status, answer.body.code], JSON.stringify(answer.body)).to.eql([
        400,
        'validation_failed',
      ]);
      expect((await get()).name).to.equal('Test Store');
    });
});
