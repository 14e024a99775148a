import { customers } from '@service/core';
import { MINUTE_MS } from '@service/jobs/primitives';
import { expect } from 'chai';
import { snapshot } from '../../table-snapshot.ts';
import { newEmail, PASSWORD, useCustomerScene } from './scene.ts';

const NEW_PASSWORD = 'another long password';

describe('resetting a password', () => {
  const scene = useCustomerScene();

  const request = (email: string) => scene.ask('POST', '/customers/reset/request', { email });
  const reset = (token: string, newPassword = NEW_PASSWORD) =>
    scene.api.request('POST', '/store/v1/customers/reset', { body: { token, newPassword } });
  const me = (token: string) => scene.ask('GET', '/customers/me', undefined, token);

  async function tokenFor(email: string): Promise<string> {
    (await request(email)).expect(202);
    return scene.tokenTo(email);
  }

  it('ends every session within the request, and the new password is the only one', async () => {
    const { email, token: first } = await scene.shopper();
    const second = await scene.logIn(email, PASSWORD);
    const control = await scene.shopper();
    const token = await tokenFor(email);

    (await reset(token)).expect(204);

    for (const session of [first, second]) (await me(session)).refused('unauthenticated');
    (await me(control.token)).expect(200);
    (await scene.ask('POST', '/customers/login', { email, password: PASSWORD })).refused(
      'invalid_credentials',
    );
    await scene.logIn(email, NEW_PASSWORD);
    expect((await scene.mailTo(email)).subject).to.include('was changed');
  });

  it('is public: it needs no key', async () => {
    const { email } = await scene.shopper();

    (await reset(await tokenFor(email))).expect(204);
  });

  it('lets one of twenty uses at once through', async () => {
    const { email } = await scene.shopper();
    const token = await tokenFor(email);

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => reset(token, `another long password ${index}`)),
    );

    const won = answers.findIndex(({ status }) => status === 204);
    expect(answers.filter(({ status }) => status === 204)).to.have.length(1);
    for (const [index, answer] of answers.entries()) if (index !== won) answer.refused('token_invalid');
    await scene.logIn(email, `another long password ${won}`);
  });

  it('lets one of two different tokens at once through', async () => {
    const { email } = await scene.shopper();
    const tokens = [await tokenFor(email), await tokenFor(email)];

    const answers = await Promise.all(tokens.map((token) => reset(token)));

    expect(answers.map(({ status }) => status).sort()).to.deep.equal([204, 400]);
  });

  it('leaves no session to a login that was under way', async () => {
    const { email, id } = await scene.shopper();
    const token = await tokenFor(email);

    const [, ...logins] = await Promise.all([
      reset(token),
      ...Array.from({ length: 4 }, () =>
        scene.ask('POST', '/customers/login', { email, password: PASSWORD }),
      ),
    ]);

    for (const { status, body } of logins)
      if (status === 200) (await me(body.token)).refused('unauthenticated');
    const sessions = await scene.api.env.database.system.customerSession.count({
      where: { customerId: id },
    });
    expect(sessions).to.equal(0);
  });

  it('works for 30 minutes', async () => {
    const { email } = await scene.shopper();
    const token = await tokenFor(email);
    const late = await tokenFor(email);

    scene.clock.advance(30 * MINUTE_MS - 1);
    (await reset(token)).expect(204);
    scene.clock.advance(1);
    (await reset(late)).refused('token_invalid');
  });

  it('returns one refusal for every token that is no good, and writes nothing', async () => {
    const { email } = await scene.shopper();
    const used = await tokenFor(email);
    (await reset(used)).expect(204);
    const disabled = await scene.shopper();
    const ofDisabled = await tokenFor(disabled.email);
    (await scene.admin('POST', `/customers/${disabled.id}/disable`)).expect(200);
    const verification = await scene.shopper().then(({ email: address }) => scene.tokenTo(address));
    const before = await snapshot(scene.api.env);

    const problems = [];
    for (const token of [used, ofDisabled, verification, 'pt_unknown', 'x'])
      problems.push((await reset(token)).refused('token_invalid').detail);

    expect(new Set(problems).size).to.equal(1);
    expect(await snapshot(scene.api.env)).to.deep.equal(before);
  });

  it('returns 202 and writes the same rows for an address without an account, and sends nothing', async () => {
    const { email } = await scene.shopper();
    const stranger = newEmail();
    await scene.sendMails();
    const db = scene.api.env.database.system;
    const counts = async () => [await db.customerToken.count(), await db.mail.count()];
    const [tokens = 0, mails = 0] = await counts();

    const known = await request(email);
    const afterKnown = await counts();
    const unknown = await request(stranger);
    const afterUnknown = await counts();

    expect([known.status, unknown.status]).to.deep.equal([202, 202]);
    expect([known.body, unknown.body]).to.deep.equal([undefined, undefined]);
    expect(afterKnown).to.deep.equal([tokens + 1, mails + 1]);
    expect(afterUnknown).to.deep.equal([tokens + 2, mails + 2]);
    await scene.sendMails();
    expect(scene.inbox.mails.some(({ recipient }) => recipient === stranger)).to.equal(false);
  });

  it('sends nothing to a disabled customer, with the same response', async () => {
    const { email, id } = await scene.shopper();
    await scene.sendMails();
    (await scene.admin('POST', `/customers/${id}/disable`)).expect(200);
    const before = scene.inbox.mails.filter(({ recipient }) => recipient === email).length;

    const answer = await request(email);
    await scene.sendMails();

    expect([answer.status, answer.body]).to.deep.equal([202, undefined]);
    expect(scene.inbox.mails.filter(({ recipient }) => recipient === email)).to.have.length(before);
    const tokens = await scene.api.env.database.system.customerToken.count({
      where: { customerId: id, purpose: 'reset' },
    });
    expect(tokens).to.equal(0);
  });

  it('gives a customer that an operator made a first password', async () => {
    const email = newEmail();
    (await scene.admin('POST', '/customers', { email })).expect(201);

    (await reset(await tokenFor(email))).expect(204);

    await scene.logIn(email, NEW_PASSWORD);
  });

  it('is no way in for a message to an address that was left behind', async () => {
    const shopper = await scene.shopper();
    const toOldAddress = await tokenFor(shopper.email);
    const address = newEmail();
    const body = { newEmail: address, currentPassword: PASSWORD };
    (await scene.ask('POST', '/customers/me/email/change', body, shopper.token)).expect(202);
    await customers.confirmEmailChange(scene.api.env.system, await scene.tokenTo(address));

    (await reset(toOldAddress)).refused('token_invalid');
  });

  it('throttles requests for one address, known or not', async () => {
    const { email } = await scene.shopper();
    for (const address of [email, newEmail()]) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => request(address)));

      expect(answers.filter(({ status }) => status === 202)).to.have.length(4);
      for (const answer of answers.filter(({ status }) => status !== 202)) {
        answer.refused('too_many_requests');
        expect(Number(answer.headers.get('retry-after'))).to.be.greaterThan(0);
      }
    }
  });
});
