import { createClock, until } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../../harness.ts';
import { snapshot } from '../../table-snapshot.ts';

const NETWORKS = Array.from({ length: 12 }, (_, index) => `198.51.100.${index + 1}`);
const OWN_ADDRESS = '203.0.113.1';

describe('strangers who try to keep an operator out', () => {
  const clock = createClock();
  const settings = { trustedProxies: ['loopback'], throttleDelaySeconds: 60 };
  const api = useApi({ settings, now: clock.now });
  const store = useStoreOfEach(api);

  const post = (path: string, body: object, from: string) =>
    api.request('POST', `/admin/v1/auth/${path}`, { body, headers: { 'X-Forwarded-For': from } });
  const logIn = (password: string, from: string) =>
    post('login', { email: store.adminEmail, password }, from);
  const requestReset = (from: string) => post('reset/request', { email: store.adminEmail }, from);
  const resets = () => store.admin.db.mail.findMany({ where: { kind: 'operator_password_reset' } });

  it('don’t, however many wrong passwords they send', async () => {
    for (const network of NETWORKS)
      await Promise.all(Array.from({ length: 7 }, () => logIn('not the password', network)));
    const before = await snapshot(api.env);
    (await logIn('not the password', NETWORKS[0] ?? '')).refused('too_many_requests');
    expect(await snapshot(api.env)).to.deep.equal(before);

    (await logIn(store.adminPassword, OWN_ADDRESS)).expect(200);
  });

  it('don’t, however many resets they request: one token is out, and it works', async () => {
    (await requestReset(OWN_ADDRESS)).expect(202);
    await until(async () => (await resets()).length === 1, 'the message');
    for (const answer of await Promise.all(NETWORKS.map(requestReset))) answer.expect(202);
    (await requestReset(OWN_ADDRESS)).expect(202);

    const [mail] = await resets();
    const token = api.env.services.sealer.open(mail?.tokenSealed ?? expect.fail('no token'));
    (await post('reset', { token, newPassword: 'another long password' }, OWN_ADDRESS)).expect(204);
    expect(await resets()).to.have.length(1);
  });
});
