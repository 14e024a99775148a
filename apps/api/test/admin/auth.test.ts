import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@service/jobs/primitives';
import { createClock, queryAsOwner, signAdminToken, until } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStore } from '../harness.ts';
import { snapshot } from '../table-snapshot.ts';

describe('/admin/v1/auth', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now, settings: { trustedProxies: ['loopback'] } });
  const store = useStore(api);

  const post = (path: string, body: unknown) => api.request('POST', `/admin/v1/auth/${path}`, { body });
  const login = async () =>
    (await post('login', { email: store.adminEmail, password: store.adminPassword })).expect(200);
  const refresh = (refreshToken: string, from = '127.0.0.1') =>
    api.request('POST', '/admin/v1/auth/refresh', {
      body: { refreshToken },
      headers: { 'x-forwarded-for': from },
    });

  describe('POST /login', () => {
    it('returns tokens that work on an admin operation', async () => {
      const tokens = await login();

      expect(tokens).to.include({ tokenType: 'Bearer', expiresIn: 900 });
      const answer = await api.request('GET', '/admin/v1/webhooks/subscriptions', {
        token: tokens.accessToken,
      });
      expect(answer.expect(200)).to.deep.equal([]);
    });

    it('takes the e-mail in any case and with spaces around it', async () => {
      const email = `  ${store.adminEmail.toUpperCase()} `;

      const answer = await post('login', { email, password: store.adminPassword });

      answer.expect(200);
    });

    it('responds to a wrong password and an unknown e-mail alike, and writes nothing', async () => {
      const before = await snapshot(api.env);

      const wrong = await post('login', { email: store.adminEmail, password: 'not the password' });
      const unknown = await post('login', { email: 'nobody@example.com', password: 'not the password' });

      wrong.refused('invalid_credentials');
      unknown.refused('invalid_credentials');
      const { requestId: _, ...told } = wrong.body;
      expect(unknown.body).to.deep.include(told);
      expect(await snapshot(api.env)).to.deep.equal(before);
    });

    it('stores the refresh token as a hash only', async () => {
      const { refreshToken } = await login();

      const sessions = await api.env.database.system.adminSession.findMany();

      const stored = sessions.map(({ tokenHash }) => Buffer.from(tokenHash).toString('latin1')).join();
      expect(stored).to.not.be.empty.and.not.include(refreshToken);
    });
  });

  describe('POST /refresh', () => {
    it('exchanges a refresh token for new tokens', async () => {
      const first = await login();

      const second = (await refresh(first.refreshToken)).expect(200);

      expect(second.refreshToken).to.not.equal(first.refreshToken);
      const me = await api.request('GET', '/admin/v1/auth/me', { token: second.accessToken });
      expect(me.expect(200).tenantId).to.equal(store.tenantId);
      (await refresh(second.refreshToken)).expect(200);
    });

    it('revokes the whole login when an old token is used again, and no other login', async () => {
      const first = await login();
      const control = await login();
      const second = (await refresh(first.refreshToken)).expect(200);
      clock.advance(20_000);

      (await refresh(first.refreshToken)).refused('token_invalid');

      (await refresh(second.refreshToken)).refused('token_invalid');
      (await refresh(control.refreshToken)).expect(200);
    });

    it('keeps a login alive whose two tabs use one token together', async () => {
      const { refreshToken } = await login();

      const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(refreshToken)));
      clock.advance(19_999);
      answers.push(await refresh(refreshToken));

      const successors = new Set(answers.map((answer) => answer.expect(200).refreshToken));
      expect(successors.size).to.equal(1);
      const [successor = ''] = successors;
      expect(successor).to.not.equal(refreshToken);
      (await refresh(successor)).expect(200);
    });

    it('gives the successor to no other client: its use of a used token ends the login', async () => {
      const { refreshToken } = await login();
      const second = (await refresh(refreshToken)).expect(200);

      (await refresh(refreshToken, '203.0.113.7')).refused('token_invalid');

      (await refresh(second.refreshToken)).refused('token_invalid');
    });

    it('issues no successor token of a login that has ended', async () => {
      const { refreshToken } = await login();
      (await refresh(refreshToken)).expect(200);
      (await post('logout', { refreshToken })).expect(204);

      (await refresh(refreshToken)).refused('token_invalid');
    });

    it('revokes also the token that is being issued while the old one is used again', async () => {
      const { system } = api.env.database;
      const { refreshToken } = await login();
      const waiting = async () => {
        const [row] = await queryAsOwner<{ waiting: string }>(
          `SELECT count(*) AS waiting FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return Number(row?.waiting);
      };
      let answered = 0;
      const useToken = (from?: string) => refresh(refreshToken, from).finally(() => answered++);

      const answers = await system.transaction(async (tx) => {
        // The first refresh can't write its new token while its login is locked here.
        await tx.sql`
          SELECT l.id FROM admin_logins l JOIN admin_users u ON u.tenant_id = l.tenant_id AND u.id = l.admin_user_id
          WHERE u.email = ${store.adminEmail} FOR UPDATE OF l`;
        const first = useToken();
        await until(async () => (await waiting()) === 1, 'the first refresh to wait');
        const second = useToken('203.0.113.7');
        await until(async () => answered === 1 || (await waiting()) === 2, 'the second use');
        return [first, second];
      });

      const winner = (await answers[0])?.expect(200);
      (await answers[1])?.refused('token_invalid');
      (await refresh(winner.refreshToken)).refused('token_invalid');
    });

    it('ends after 30 days', async () => {
      const [kept, expired] = [await login(), await login()];
      clock.advance(30 * DAY_MS - 1);
      (await refresh(kept.refreshToken)).expect(200);
      clock.advance(1);

      const answer = await refresh(expired.refreshToken);

      answer.refused('token_invalid');
    });

    it('ends with its login after 90 days, however often it is refreshed', async () => {
      let { refreshToken } = await login();
      for (let month = 0; month < 3; month += 1) {
        clock.advance(30 * DAY_MS - 1);
        ({ refreshToken } = (await refresh(refreshToken)).expect(200));
      }
      const { accessToken } = (await refresh(refreshToken)).expect(200);
      clock.advance(3);

      (await refresh(refreshToken)).refused('token_invalid');
      (await api.request('GET', '/admin/v1/auth/me', { token: accessToken })).refused('unauthenticated');
    });

    for (const [what, token] of Object.entries({ unknown: 'rt_unknown', 'an access token': 'eyJ.eyJ.x' })) {
      it(`refuses a token that is ${what}, and writes nothing`, async () => {
        const before = await snapshot(api.env);

        (await refresh(token)).refused('token_invalid');

        expect(await snapshot(api.env)).to.deep.equal(before);
      });
    }
  });

  describe('POST /logout', () => {
    it('ends the login with all its tokens, and no other login', async () => {
      const first = await login();
      const control = await login();
      const second = (await refresh(first.refreshToken)).expect(200);

      (await post('logout', { refreshToken: first.refreshToken })).expect(204);

      (await refresh(second.refreshToken)).refused('token_invalid');
      (await refresh(control.refreshToken)).expect(200);
    });

    it('ends the access tokens of the login at once, and no other’s', async () => {
      const [first, control] = [await login(), await login()];
      const second = (await refresh(first.refreshToken)).expect(200);
      const me = ({ accessToken: token }: { accessToken: string }) =>
        api.request('GET', '/admin/v1/auth/me', { token });
      (await me(second)).expect(200);

      (await post('logout', { refreshToken: second.refreshToken })).expect(204);

      for (const ended of [first, second]) (await me(ended)).refused('unauthenticated');
      (await me(control)).expect(200);
    });

    it('ends a login for good, also while it is being refreshed', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { refreshToken } = await login();

        const [refreshed] = await Promise.all([refresh(refreshToken), post('logout', { refreshToken })]);

        if (refreshed.status === 200) (await refresh(refreshed.body.refreshToken)).refused('token_invalid');
      }
    });

    it('returns 204 for a token that is unknown, and writes nothing', async () => {
      const before = await snapshot(api.env);

      (await post('logout', { refreshToken: 'rt_unknown' })).expect(204);

      expect(await snapshot(api.env)).to.deep.equal(before);
    });
  });

  describe('GET /me', () => {
    it('says who the token names', async () => {
      const token = store.token(['settings:read', 'orders:read']);

      const answer = await api.request('GET', '/admin/v1/auth/me', { token });

      expect(answer.expect(200)).to.deep.include({
        tenantId: store.tenantId,
        permissions: ['settings:read', 'orders:read'],
      });
    });

    it('says which operator of the store it is', async () => {
      const { accessToken: token } = await login();

      const answer = await api.request('GET', '/admin/v1/auth/me', { token });

      expect(answer.expect(200)).to.include({ email: store.adminEmail, role: 'owner' });
    });

    it('takes a token that an older secret signed, and drops permissions that nobody knows', async () => {
      const claims = { sub: 'ci', tenantId: store.tenantId, permissions: ['settings:read', 'root:all'] };
      const token = signAdminToken(claims, { secret: 'test-older-admin-jwt-secret' });

      const answer = await api.request('GET', '/admin/v1/auth/me', { token });

      const { permissions, ...who } = answer.expect(200);
      expect(who).to.include({ id: 'ci', email: null, role: null });
      expect(permissions).to.eql(['settings:read']);
    });

    it('refuses the token of a store that does not exist', async () => {
      const token = signAdminToken({ sub: 'x', tenantId: randomUUID(), permissions: ['settings:read'] });

      (await api.request('GET', '/admin/v1/auth/me', { token })).refused('unauthenticated');
    });
  });
});
