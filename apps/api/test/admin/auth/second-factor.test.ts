import { access } from '@service/core';
import { createClock } from '@service/testing';
import { expect } from 'chai';
import { TOTP } from 'otpauth';
import { useApi, useStoreOfEach } from '../../harness.ts';
import { snapshot } from '../../table-snapshot.ts';
import { addOperator } from '../operators.ts';

const LOGIN = '/admin/v1/auth/login';
const FACTOR = '/admin/v1/auth/second-factor';
const SESSIONS = '/admin/v1/auth/sessions';
const PERIOD_MS = 30_000;

describe('the second factor of an operator', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const store = useStoreOfEach(api);

  const login = (code?: string) => {
    const { adminEmail: email, adminPassword: password } = store;
    return api.request('POST', LOGIN, { body: { email, password, ...(code ? { code } : {}) } });
  };
  const call = (token: string, method: string, path: string, body?: object) =>
    api.request(method, path, { token, ...(body ? { body } : {}) });
  const codeOf = (secret: string, periods = 0) =>
    new TOTP({ secret }).generate({ timestamp: clock.now().getTime() + periods * PERIOD_MS });

  async function enrol() {
    const token = (await login()).expect(200).accessToken;
    const { secret, uri } = (
      await call(token, 'POST', FACTOR, { currentPassword: store.adminPassword })
    ).expect(201);
    const { recoveryCodes } = (
      await call(token, 'POST', `${FACTOR}/confirm`, { code: codeOf(secret) })
    ).expect(200);
    clock.advance(PERIOD_MS);
    return { token, secret, uri, recoveryCodes };
  }

  it('is asked for at the login, once it is confirmed by a code', async () => {
    const token = (await login()).expect(200).accessToken;
    const begun = (await call(token, 'POST', FACTOR, { currentPassword: store.adminPassword })).expect(201);
    (await login()).expect(200);
    (await call(token, 'POST', `${FACTOR}/confirm`, { code: '000000' })).refused('second_factor_invalid');
    (await login()).expect(200);

    (await call(token, 'POST', `${FACTOR}/confirm`, { code: codeOf(begun.secret) })).expect(200);

    expect(begun.uri).to.include('otpauth://totp/Test%20Store:').and.to.include(begun.secret);
    (await login()).refused('second_factor_required');
    clock.advance(PERIOD_MS);
    (await login(codeOf(begun.secret))).expect(200);
    const { secondFactor } = (await call(token, 'GET', '/admin/v1/auth/me')).expect(200);
    expect(secondFactor).to.deep.equal({ isOn: true, isRequired: false, recoveryCodesLeft: 10 });
  });

  it('is sealed at rest, and its recovery codes are hashed', async () => {
    const { secret, recoveryCodes } = await enrol();

    const rows = JSON.stringify(await api.env.system.db.sql`SELECT row_to_json(u)::text FROM admin_users u`);
    for (const plain of [secret, ...recoveryCodes]) expect(rows).to.not.include(plain);
    const records = JSON.stringify(
      await store.admin.db.auditRecord.findMany().then((all) => all.map(({ after }) => after)),
    );
    for (const plain of [secret, ...recoveryCodes]) expect(records).to.not.include(plain);
  });

  it('takes each code once, of this period and the ones beside it, and none of before', async () => {
    const { secret } = await enrol();
    const code = codeOf(secret);

    const [one, other] = await Promise.all([login(code), login(code)]);
    expect([one.status, other.status].sort()).to.deep.equal([200, 401]);
    (await login(code)).refused('second_factor_invalid');
    (await login(codeOf(secret, -1))).refused('second_factor_invalid');
    (await login(codeOf(secret, 2))).refused('second_factor_invalid');
    (await login(codeOf(secret, 1))).expect(200);
  });

  it('takes each recovery code once, however it is typed', async () => {
    const { recoveryCodes } = await enrol();
    expect(new Set(recoveryCodes).size).to.equal(10);
    expect(recoveryCodes[0]).to.match(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
    const typed = recoveryCodes[0].toLowerCase().replaceAll('-', ' ');

    const answers = await Promise.all([login(typed), login(typed)]);

    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 401]);
    const token = answers.find(({ status }) => status === 200)?.body.accessToken;
    (await login(recoveryCodes[0])).refused('second_factor_invalid');
    const { secondFactor } = (await call(token, 'GET', '/admin/v1/auth/me')).expect(200);
    expect(secondFactor.recoveryCodesLeft).to.equal(9);
  });

  it('is throttled like passwords, also after the password is entered again', async () => {
    await enrol();
    const refused: string[] = [];
    for (let attempt = 0; attempt < 15 && !refused.includes('too_many_requests'); attempt += 1) {
      (await login()).refused('second_factor_required');
      refused.push((await login('000000')).body.code);
    }
    expect(refused.slice(0, 5)).to.deep.equal(Array(5).fill('second_factor_invalid'));
    expect(refused).to.include('too_many_requests');
  });

  it('discloses nothing with a wrong password', async () => {
    const { secret } = await enrol();
    const body = { email: store.adminEmail, password: 'not the right one' };

    (await api.request('POST', LOGIN, { body })).refused('invalid_credentials');
    (await api.request('POST', LOGIN, { body: { ...body, code: codeOf(secret) } })).refused(
      'invalid_credentials',
    );
    (await login(codeOf(secret))).expect(200);
  });

  it('is asked for by the console too', async () => {
    const { secret } = await enrol();
    const signIn = (more: object) =>
      fetch(`${api.url}/console/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ email: store.adminEmail, password: store.adminPassword, ...more }),
      });

    const refused = await signIn({});
    const problem = (await refused.json()) as { code: string };
    expect([refused.status, problem.code]).to.deep.equal([401, 'second_factor_required']);
    expect(refused.headers.getSetCookie()).to.deep.equal([]);
    expect((await signIn({ code: codeOf(secret) })).status).to.equal(204);
  });

  it('is begun and removed with the password only', async () => {
    const { token } = await enrol();
    const before = await snapshot(api.env);
    for (const path of [FACTOR, `${FACTOR}/remove`])
      (await call(token, 'POST', path, { currentPassword: 'not the right one' })).refused('step_up_failed');
    expect(await snapshot(api.env)).to.deep.equal(before);

    (await call(token, 'POST', `${FACTOR}/remove`, { currentPassword: store.adminPassword })).expect(204);
    (await login()).expect(200);
  });

  it('is required where the store says so: nothing else is permitted until there is one', async () => {
    const token = (await login()).expect(200).accessToken;
    const put = { name: 'Test Store', currency: 'EUR', requireSecondFactor: true };
    (await call(token, 'PUT', '/admin/v1/settings', put)).expect(200);

    expect((await call(token, 'GET', '/admin/v1/settings')).refused('permission_missing').detail).to.include(
      'second factor',
    );
    const me = (await call(token, 'GET', '/admin/v1/auth/me')).expect(200);
    expect(me).to.deep.include({
      permissions: [],
      secondFactor: { isOn: false, isRequired: true, recoveryCodesLeft: 0 },
    });
    await enrol();
    (await call(token, 'GET', '/admin/v1/settings')).expect(200);
  });

  it('is reset by an owner and from the command line, which ends all sessions', async () => {
    const { id, accessToken, email } = await addOperator(api, store, 'manager');
    const path = `/admin/v1/users/${id}/reset-second-factor`;
    const begin = async (token: string) => {
      const { secret } = (await call(token, 'POST', FACTOR, { currentPassword: store.adminPassword })).expect(
        201,
      );
      (await call(token, 'POST', `${FACTOR}/confirm`, { code: codeOf(secret) })).expect(200);
    };
    const signIn = (password = store.adminPassword) =>
      api.request('POST', LOGIN, { body: { email, password } });
    await begin(accessToken);
    (await signIn()).refused('second_factor_required');
    const support = await addOperator(api, store, 'support');
    (await call(support.accessToken, 'POST', path)).refused('permission_missing');

    (await call(store.token(), 'POST', path)).expect(204);

    expect((await call(accessToken, 'GET', '/admin/v1/auth/me')).status).to.equal(401);
    const again = (await signIn()).expect(200).accessToken;
    clock.advance(PERIOD_MS);
    await begin(again);
    const kept = await access.replacePassword(api.env.system, email);
    (await signIn(kept)).refused('second_factor_required');
    const fresh = await access.replacePassword(api.env.system, email, { resetSecondFactor: true });
    (await signIn(fresh)).expect(200);
  });

  describe('the sessions of an operator', () => {
    it('are listed, ended one by one, and all at once', async () => {
      const tokens: string[] = [];
      for (let made = 0; made < 3; made += 1) {
        tokens.push((await login()).expect(200).accessToken);
        clock.advance(1000);
      }
      const [one = '', two = '', three = ''] = tokens;
      const other = await addOperator(api, store, 'viewer');
      const { items } = (await call(three, 'GET', SESSIONS)).expect(200);
      expect(items.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).to.have.length(1);
      const oldest = items.find(
        ({ id }: { id: string }) => id === JSON.parse(atob(one.split('.')[1] ?? '')).session,
      );
      expect(oldest).to.include({ isCurrent: false, startedFrom: '127.0.0.1' });
      const before = await snapshot(api.env);
      (await call(other.accessToken, 'DELETE', `${SESSIONS}/${oldest.id}`)).refused('not_found');
      expect(await snapshot(api.env)).to.deep.equal(before);

      (await call(three, 'DELETE', `${SESSIONS}/${oldest.id}`)).expect(204);
      const statuses = () =>
        Promise.all(
          [...tokens, other.accessToken].map(async (each) => (await call(each, 'GET', SESSIONS)).status),
        );
      expect(await statuses()).to.deep.equal([401, 200, 200, 200]);
      (await call(two, 'POST', `${SESSIONS}/end-all`)).expect(204);
      expect(await statuses()).to.deep.equal([401, 401, 401, 200]);
    });
  });
});
