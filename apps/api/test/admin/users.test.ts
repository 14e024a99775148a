import { randomUUID } from 'node:crypto';
import { PERMISSIONS, type Role } from '@service/contract';
import { access, inTransaction } from '@service/core';
import { DAY_MS } from '@service/jobs/primitives';
import { createClock, createStore, openTestEnv, untilWaitedFor } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../harness.ts';
import { addOperator, login, ownerToken, PASSWORD, replaceInvitationToken } from './operators.ts';

describe('admin users', () => {
  const clock = createClock();
  // No test takes as long, however busy the machine is.
  const api = useApi({ now: clock.now, settings: { throttleDelaySeconds: 60 } });
  const store = useStoreOfEach(api);
  let owner: string;
  beforeEach(async () => {
    owner = await ownerToken(api, store);
  });

  const invite = (email: string, role: Role, token = owner) =>
    api.request('POST', '/admin/v1/users', { token, body: { email, role } });
  const accept = (token: string) =>
    api.request('POST', '/admin/v1/auth/accept-invitation', { body: { token, password: PASSWORD } });
  const change = (id: string, body: object, token = owner) =>
    api.request('PATCH', `/admin/v1/users/${id}`, { token, body });
  const ownerId = async () => (await api.request('GET', '/admin/v1/auth/me', { token: owner })).body.id;

  describe('inviting', () => {
    it('returns 202 without the token, and stores only its hash', async () => {
      const answer = await invite('Grace@Example.com ', 'support');

      expect(answer.status, JSON.stringify(answer.body)).to.equal(202);
      expect(answer.body).to.include({ email: 'grace@example.com', role: 'support' });
      expect(JSON.stringify(answer.body)).not.to.match(/inv_|token/i);
      const row = await api.env.system.db.adminInvitation.findFirstOrThrow({
        where: { id: answer.body.id },
      });
      expect(row.tokenHash).to.have.length(32);
    });

    it('makes an operator who can log in, with the permissions of the role', async () => {
      const operator = await addOperator(api, store, 'support');

      const me = await api.request('GET', '/admin/v1/auth/me', { token: operator.accessToken });
      expect(me.body).to.include({ id: operator.id, tenantId: store.tenantId, role: 'support' });
      expect(me.body.permissions).to.include('orders:write').and.not.include('users:read');
    });

    it('lets one of twenty uses of a token at once make the operator', async () => {
      const { body } = await invite(`${randomUUID()}@example.com`, 'viewer');
      const token = await replaceInvitationToken(api, body.id);

      const answers = await Promise.all(Array.from({ length: 20 }, () => accept(token)));

      expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
      expect(answers.filter(({ body }) => body.code === 'token_invalid')).to.have.length(19);
      expect(await api.env.system.db.adminUser.count({ where: { email: body.email } })).to.equal(1);
    });

    it('creates no operator when the invitation is withdrawn meanwhile', async () => {
      const { body: invitation } = await invite(`${randomUUID()}@example.com`, 'viewer');
      const token = await replaceInvitationToken(api, invitation.id);
      const withdrawing = await openTestEnv();
      const principal = { kind: 'admin', id: await ownerId(), permissions: PERMISSIONS } as const;
      const ctx = withdrawing.system.forTenant(store.tenantId, principal);

      const { answer } = await inTransaction(ctx, async (tx) => {
        await access.withdrawInvitation(tx, invitation.id);
        const accepting = accept(token);
        await untilWaitedFor(tx, api.env.system, 'the request');
        return { answer: accepting };
      });

      const { status, body } = await answer;
      expect([status, body.code]).to.eql([400, 'token_invalid']);
      expect(await api.env.system.db.adminUser.count({ where: { email: invitation.email } })).to.equal(0);
      await withdrawing.close();
    });

    it('refuses an expired, a withdrawn, a replaced and a made-up token alike', async () => {
      const email = () => `${randomUUID()}@example.com`;
      const expired = await replaceInvitationToken(api, (await invite(email(), 'viewer')).body.id);
      clock.advance(7 * DAY_MS);
      owner = await ownerToken(api, store);
      const withdrawnId = (await invite(email(), 'viewer')).body.id;
      const withdrawn = await replaceInvitationToken(api, withdrawnId);
      const removal = await api.request('DELETE', `/admin/v1/invitations/${withdrawnId}`, { token: owner });
      const twice = email();
      const replaced = await replaceInvitationToken(api, (await invite(twice, 'viewer')).body.id);
      await invite(twice, 'viewer');

      const answers = await Promise.all([expired, withdrawn, replaced, 'inv_made-up'].map(accept));

      expect(removal.status).to.equal(204);
      for (const { status, body } of answers) expect([status, body.code]).to.eql([400, 'token_invalid']);
    });

    it('keeps one invitation when an address is invited many times at once', async () => {
      const email = `${randomUUID()}@example.com`;

      const answers = await Promise.all(Array.from({ length: 8 }, () => invite(email, 'viewer')));

      expect(answers.map(({ status }) => status)).to.eql(Array(8).fill(202));
      expect(await store.admin.db.adminInvitation.count()).to.equal(1);
    });

    it('of one address again and again is throttled', async () => {
      const email = `${randomUUID()}@example.com`;

      const answers = await Promise.all(Array.from({ length: 12 }, () => invite(email, 'viewer')));

      expect(answers.map(({ status }) => status).sort()).to.deep.equal([...Array(11).fill(202), 429]);
      expect(await api.env.system.db.mail.count({ where: { recipient: email } })).to.equal(11);
    });

    it('lists open invitations only', async () => {
      const { body: open } = await invite(`${randomUUID()}@example.com`, 'viewer');
      await addOperator(api, store, 'viewer');

      const { body } = await api.request('GET', '/admin/v1/invitations', { token: owner });

      expect(body.items.map(({ id }: { id: string }) => id)).to.eql([open.id]);
      expect(body.total).to.equal(1);
    });

    it('refuses an operator of this store, and does not reveal those of another', async () => {
      const other = await createStore(api.env.system);

      const own = await invite(store.adminEmail.toUpperCase(), 'viewer');
      const foreign = await invite(other.adminEmail, 'viewer');
      const accepted = await accept(await replaceInvitationToken(api, foreign.body.id));

      expect([own.status, own.body.code]).to.eql([409, 'duplicate_email']);
      expect(foreign.status).to.equal(202);
      expect([accepted.status, accepted.body.code]).to.eql([409, 'duplicate_email']);
      expect((await login(api, other.adminEmail)).status).to.equal(200);
    });

    it('refuses a role with more permissions than the inviting operator', async () => {
      const token = store.token(['users:write']);

      const answer = await invite(`${randomUUID()}@example.com`, 'viewer', token);

      expect([answer.status, answer.body.code]).to.eql([403, 'permission_missing']);
      expect(answer.body.detail).to.contain('catalog:read');
      expect(await store.admin.db.adminInvitation.count()).to.equal(0);
    });
  });

  describe('changing', () => {
    it('narrows tokens that were given before at once', async () => {
      const operator = await addOperator(api, store, 'manager');

      const answer = await change(operator.id, { role: 'viewer' });

      expect(answer.body).to.include({ role: 'viewer', disabled: false });
      const write = await api.request('POST', '/admin/v1/products', {
        token: operator.accessToken,
        body: { title: 'Tea' },
      });
      expect([write.status, write.body.code]).to.eql([403, 'permission_missing']);
      const read = await api.request('GET', '/admin/v1/auth/me', { token: operator.accessToken });
      expect(read.status).to.equal(200);
    });

    it('ends login, refresh and access token of a disabled operator, until they are enabled', async () => {
      const operator = await addOperator(api, store, 'manager');

      const disabled = await change(operator.id, { disabled: true });

      expect(disabled.body.disabled).to.equal(true);
      const me = await api.request('GET', '/admin/v1/auth/me', { token: operator.accessToken });
      const refresh = await api.request('POST', '/admin/v1/auth/refresh', {
        body: { refreshToken: operator.refreshToken },
      });
      const again = await login(api, operator.email);
      expect([me.status, me.body.code]).to.eql([401, 'unauthenticated']);
      expect([refresh.status, refresh.body.code]).to.eql([400, 'token_invalid']);
      expect([again.status, again.body.code]).to.eql([401, 'invalid_credentials']);

      await change(operator.id, { disabled: false });

      expect((await login(api, operator.email)).status).to.equal(200);
      const old = await api.request('POST', '/admin/v1/auth/refresh', {
        body: { refreshToken: operator.refreshToken },
      });
      expect(old.status).to.equal(400);
    });

    it('keeps the last owner, who is neither disabled nor demoted', async () => {
      const id = await ownerId();

      for (const body of [{ disabled: true }, { role: 'manager' }]) {
        const answer = await change(id, body);
        expect([answer.status, answer.body.code]).to.eql([409, 'last_owner']);
      }
      const { body } = await api.request('GET', `/admin/v1/users/${id}`, { token: owner });
      expect(body).to.include({ role: 'owner', disabled: false });
    });

    it('keeps one owner when all are demoted or disabled at once', async () => {
      const others = [];
      for (let number = 0; number < 4; number += 1) others.push(await addOperator(api, store, 'owner'));
      const ids = [await ownerId(), ...others.map(({ id }) => id)];
      // A token of another issuer, so that nobody loses the permission half way.
      const token = store.token();

      const answers = await Promise.all(
        ids.map((id, index) => change(id, index % 2 ? { disabled: true } : { role: 'viewer' }, token)),
      );

      expect(answers.map(({ status }) => status).sort()).to.eql([200, 200, 200, 200, 409]);
      const left = await store.admin.db.adminUser.count({ where: { role: 'owner', disabledAt: null } });
      expect(left).to.equal(1);
    });

    it('refuses changes to an operator with more permissions', async () => {
      const operator = await addOperator(api, store, 'manager');
      const token = store.token(['users:write', 'settings:read']);

      const answer = await change(operator.id, { disabled: true }, token);

      expect([answer.status, answer.body.code]).to.eql([403, 'permission_missing']);
      expect((await login(api, operator.email)).status).to.equal(200);
    });

    it('does not know the operators of another store', async () => {
      const stranger = await (await createStore(api.env.system)).admin.db.adminUser.findFirstOrThrow();

      const answers = [
        await change(stranger.id, { role: 'viewer' }),
        await api.request('GET', `/admin/v1/users/${stranger.id}`, { token: owner }),
      ];

      for (const { status } of answers) expect(status).to.equal(404);
      expect(
        (await api.env.system.db.adminUser.findFirstOrThrow({ where: { id: stranger.id } })).role,
      ).to.equal('owner');
      const { body } = await api.request('GET', '/admin/v1/users', { token: owner });
      expect(body.items.map(({ email }: { email: string }) => email)).to.eql([store.adminEmail]);
    });
  });
});
