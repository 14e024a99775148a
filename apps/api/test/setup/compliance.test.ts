import { operations } from '@service/contract';
import { createClock, createStore } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../harness.ts';

const WHOLE = {
  cookieConsent: true,
  analytics: {
    lightAnalytics: true,
    lightAnalyticsDomain: 'a.tea.example,b.tea-house.example',
    webAnalytics: { id: 'G-ABC123' },
    socialPixel: { pixelId: '1234567890' },
  },
};

describe('compliance', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const store = useStoreOfEach(api);

  const configure = (body: unknown, token = store.token(['settings:write'])) =>
    api.request('POST', '/setup/v1/compliance/configure', { token, body });
  const read = (token = store.token(['settings:read'])) =>
    api.request('GET', '/setup/v1/compliance', { token });

  it('has the operation id of the specification', () => {
    expect(operations.configureCompliance.id).to.equal('SetupOnboardingController_complianceConfigure');
  });

  it('asks for consent and runs no tracker before it is configured', async () => {
    const { status, body } = await read();

    expect(status).to.equal(200);
    expect(body).to.eql({ cookieConsent: true, configuredAt: null, version: 0 });
  });

  it('returns and keeps the whole configuration', async () => {
    const { status, body } = await configure(WHOLE);

    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.eql({ ...WHOLE, configuredAt: clock.now().toISOString(), version: 1 });
    expect((await read()).body).to.eql(body);
  });

  it('replaces all of it: what is left out is gone', async () => {
    await configure(WHOLE);

    await configure({ cookieConsent: false, analytics: { webAnalytics: { id: 'G-2' } } });
    const second = (await read()).body;
    await configure({ cookieConsent: true });
    const third = (await read()).body;

    expect(second.analytics).to.eql({ webAnalytics: { id: 'G-2' } });
    expect(second.cookieConsent).to.equal(false);
    expect(third).to.have.keys('cookieConsent', 'configuredAt', 'version');
  });

  it('drops members that it does not know, also inside', async () => {
    await configure({
      ...WHOLE,
      tenantId: 'x',
      analytics: { webAnalytics: { id: 'G', secret: 's' }, more: 1 },
    });

    expect((await read()).body).to.eql({
      cookieConsent: true,
      analytics: { webAnalytics: { id: 'G' } },
      configuredAt: clock.now().toISOString(),
      version: 1,
    });
  });

  const edges: [object, boolean][] = [
    [{ lightAnalyticsDomain: 'a' }, true],
    [{ lightAnalyticsDomain: 'a'.repeat(253) }, true],
    [{ lightAnalyticsDomain: 'a'.repeat(254) }, false],
    [{ lightAnalyticsDomain: '' }, false],
    [{ lightAnalyticsDomain: 'tea_house.example' }, false],
    [{ lightAnalyticsDomain: 'tea.example/x' }, false],
    [{ lightAnalyticsDomain: 'tee-häuschen.example' }, false],
    [{ lightAnalyticsDomain: 'tea.example\n' }, false],
    [{ lightAnalyticsDomain: null }, false],
    [{ lightAnalytics: 'true' }, false],
    [{ lightAnalytics: null }, false],
    [{ webAnalytics: {} }, false],
    [{ webAnalytics: null }, false],
    [{ webAnalytics: { id: 'a'.repeat(64) } }, true],
    [{ webAnalytics: { id: 'a'.repeat(65) } }, false],
    [{ webAnalytics: { id: '' } }, false],
    [{ webAnalytics: { id: 1 } }, false],
    [{ socialPixel: {} }, false],
    [{ socialPixel: { pixelId: 'p' } }, true],
    [{ socialPixel: { pixelId: 'p'.repeat(65) } }, false],
    [{}, true],
  ];
  for (const [analytics, isTaken] of edges)
    it(`${isTaken ? 'takes' : 'refuses'} analytics ${JSON.stringify(analytics).slice(0, 70)}`, async () => {
      const { status, body } = await configure({ cookieConsent: true, analytics });

      expect(status, JSON.stringify(body)).to.equal(isTaken ? 200 : 400);
      expect(await store.admin.db.complianceConfiguration.count()).to.equal(isTaken ? 1 : 0);
    });

  for (const body of [
    {},
    { cookieConsent: 'yes' },
    { cookieConsent: null },
    [],
    { cookieConsent: true, analytics: [] },
  ])
    it(`refuses ${JSON.stringify(body)}`, async () => {
      const answer = await configure(body);

      expect([answer.status, answer.body.code]).to.eql([400, 'validation_failed']);
    });

  it('needs settings:write of an admin token', async () => {
    const anonymous = await api.request('POST', '/setup/v1/compliance/configure', { body: WHOLE });
    const setup = await configure(WHOLE, 'test-setup-token');
    const reader = await configure(WHOLE, store.token(['settings:read']));

    expect([anonymous.status, setup.status, reader.status]).to.eql([401, 401, 403]);
    expect(await store.admin.db.complianceConfiguration.count()).to.equal(0);
  });

  it('keeps stores apart, also when both configure for the first time many times at once', async () => {
    const other = await createStore(api.env.system);

    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2
          ? configure({ cookieConsent: true })
          : configure({ cookieConsent: false }, other.token(['settings:write'])),
      ),
    );

    expect(answers.map(({ status }) => status)).to.eql(Array(8).fill(200));
    expect((await read()).body.cookieConsent).to.equal(true);
    expect((await read(other.token())).body.cookieConsent).to.equal(false);
  });
});
