import { expect } from 'chai';
import { useApi, useStore } from '../../harness.ts';
import { snapshot } from '../../table-snapshot.ts';

const PATH = '/admin/v1/settings/notifications';

describe('/admin/v1/settings/notifications', () => {
  const api = useApi();
  const store = useStore(api);

  const call = (method: string, body?: object) =>
    api.request(method, PATH, { token: store.token(), ...(body ? { body } : {}) });

  it('keeps the URL sealed, shows its host alone, and is taken away by null', async () => {
    const slackUrl = 'http://127.0.0.1:1/services/T0/B0/key-of-the-channel';
    expect((await call('GET')).expect(200)).to.deep.equal({ slackHost: null, version: 0 });

    expect((await call('PUT', { slackUrl })).expect(200)).to.deep.equal({
      slackHost: '127.0.0.1:1',
      version: 1,
    });
    expect((await call('PUT', { slackUrl })).expect(200), 'the same again').to.include({ version: 1 });
    expect(JSON.stringify(await snapshot(api.env))).not.to.include('key-of-the-channel');

    expect((await call('PUT', { slackUrl: null })).expect(200)).to.deep.equal({
      slackHost: null,
      version: 2,
    });
    const audited = await store.admin.db.auditRecord.findMany({
      where: { action: 'notification_settings.replaced' },
    });
    expect(audited.map(({ after }) => after)).to.have.deep.members([
      { slackHost: '127.0.0.1:1' },
      { slackHost: null },
    ]);
  });

  it('is refused where a subscription’s URL would be, and writes nothing', async () => {
    const before = await snapshot(api.env);

    for (const [slackUrl, code] of [
      ['http://169.254.169.254/latest', 'refused_address'],
      ['https://me:secret@example.com/', 'credentials_in_url'],
      ['ftp://example.com/', 'invalid_url'],
    ] as const)
      (await call('PUT', { slackUrl })).refused(code);

    expect(await snapshot(api.env)).to.deep.equal(before);
  });
});
