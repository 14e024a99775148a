import { access } from '@service/core';
import { MINUTE_MS } from '@service/jobs/primitives';
import { createClock, createStore, until, untilWaitedFor } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../../harness.ts';
import { snapshot } from '../../table-snapshot.ts';

const NEW = 'another long password';

describe('the password of an operator', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const store = useStoreOfEach(api);

  interface Login {
    accessToken: string;
    refreshToken: string;
  }
  const post = (path: string, body: object, token?: string) =>
    api.request('POST', `/admin/v1/auth/${path}`, { body, ...(token ? { token } : {}) });
  const login = (password = store.adminPassword, email = store.adminEmail) =>
    post('login', { email, password });
  const loggedIn = async (of = store): Promise<Login> =>
    (await login(of.adminPassword, of.adminEmail)).expect(200);
  const me = (token: string) => api.request('GET', '/admin/v1/auth/me', { token });
  const isOver = async ({ accessToken, refreshToken }: Login) => {
    (await me(accessToken)).refused('unauthenticated');
    (await post('refresh', { refreshToken })).refused('token_invalid');
  };
  const mails = (kind: string) => store.admin.db.mail.findMany({ where: { kind } });
  const audited = () => store.admin.db.auditRecord.count({ where: { action: 'user.password_changed' } });

  /** Asks for a reset and opens the message that it sends. */
  async function resetToken(): Promise<string> {
    const known = new Set((await mails('operator_password_reset')).map(({ id }) => id));
    (await post('reset/request', { email: store.adminEmail })).expect(202);
    const sent = async () => (await mails('operator_password_reset')).find(({ id }) => !known.has(id));
    await until(async () => (await sent()) !== undefined, 'the message');
    const mail = await sent();
    expect(mail?.recipient).to.equal(store.adminEmail);
    return api.env.services.sealer.open(mail?.tokenSealed ?? expect.fail('no token'));
  }

  it('is changed with the one before, and every session is over at once', async () => {
    const control = await createStore(api.env.system);
    const [first, second, other] = [await loggedIn(), await loggedIn(), await loggedIn(control)];

    const change = { currentPassword: store.adminPassword, newPassword: NEW };
    (await post('password', change, first.accessToken)).expect(204);

    for (const ended of [first, second]) await isOver(ended);
    (await me(other.accessToken)).expect(200);
    (await login()).refused('invalid_credentials');
    (await login(NEW)).expect(200);
    expect(await audited()).to.equal(1);
    expect(await mails('password_changed')).to.have.length(1);
  });

  it('is changed only with the current password, and only where there is one', async () => {
    const { accessToken } = await loggedIn();
    const before = await snapshot(api.env);

    const wrong = { currentPassword: 'not the password', newPassword: NEW };
    (await post('password', wrong, accessToken)).refused('step_up_failed');
    const program = { currentPassword: store.adminPassword, newPassword: NEW };
    (await post('password', program, store.token())).refused('permission_missing');

    expect(await snapshot(api.env)).to.deep.equal(before);
    (await me(accessToken)).expect(200);
  });

  it('is reset with the token of a message, which works once and ends every session', async () => {
    const ended = await loggedIn();
    const token = await resetToken();

    (await post('reset', { token, newPassword: NEW })).expect(204);

    await isOver(ended);
    (await login()).refused('invalid_credentials');
    (await login(NEW)).expect(200);
    expect(await audited()).to.equal(1);
    const before = await snapshot(api.env);
    (await post('reset', { token, newPassword: 'a third long password' })).refused('token_invalid');
    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('isn’t reset after 30 minutes, by an older token, or when the operator is disabled', async () => {
    const older = await resetToken();
    clock.advance(15 * MINUTE_MS);
    const newer = await resetToken();
    (await post('reset', { token: older, newPassword: NEW })).refused('token_invalid');
    clock.advance(30 * MINUTE_MS);
    (await post('reset', { token: newer, newPassword: NEW })).refused('token_invalid');

    const last = await resetToken();
    const where = { email: store.adminEmail };
    await store.admin.db.adminUser.updateMany({ where, data: { disabledAt: clock.now() } });
    (await post('reset', { token: last, newPassword: NEW })).refused('token_invalid');
    expect(await audited()).to.equal(0);
  });

  it('sends no reset for an unknown address, with the same response', async () => {
    const before = await snapshot(api.env);

    (await post('reset/request', { email: 'nobody@example.com' })).expect(202);

    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('is replaced from the command line, which ends a compromised session', async () => {
    const compromised = await loggedIn();

    const password = await access.replacePassword(api.env.system, store.adminEmail.toUpperCase());

    await isOver(compromised);
    (await login()).refused('invalid_credentials');
    (await login(password)).expect(200);
    expect(await audited()).to.equal(1);
    expect(await access.replacePassword(api.env.system, 'nobody@example.com')).to.equal(undefined);
  });

  it('opens no session to a login that had verified it before it was changed', async () => {
    const { database } = api.env;
    const logins = () => store.admin.db.adminLogin.count();
    const before = await logins();

    // In an object: a promise that is returned alone would be awaited before the commit.
    const { late } = await database.system.transaction(async (tx) => {
      const where = { tenantId: store.tenantId, email: store.adminEmail };
      await tx.adminUser.updateMany({ where, data: { passwordHash: 'of another password' } });
      const late = login();
      await untilWaitedFor({ db: tx }, api.env.system, 'the login');
      return { late };
    });

    (await late).refused('invalid_credentials');
    expect(await logins()).to.equal(before);
  });
});
