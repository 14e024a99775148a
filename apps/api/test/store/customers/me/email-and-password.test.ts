import { HOUR_MS } from '@service/jobs/primitives';
import { expect } from 'chai';
import { snapshot } from '../../../table-snapshot.ts';
import { newEmail, PASSWORD, type Shopper, useCustomerScene } from '../scene.ts';

describe('changing the e-mail address', () => {
  const scene = useCustomerScene();

  const change = (shopper: Shopper, address: string, currentPassword = PASSWORD) =>
    scene.ask('POST', '/customers/me/email/change', { newEmail: address, currentPassword }, shopper.token);
  const confirm = (token: string) =>
    scene.api.request('POST', '/store/v1/customers/email/confirm', { body: { token } });

  it('switches when the new address is confirmed, and tells the old one before and after', async () => {
    const shopper = await scene.shopper();
    const address = newEmail();

    (await change(shopper, address.toUpperCase())).expect(202);
    const before = (await scene.ask('GET', '/customers/me', undefined, shopper.token)).expect(200);
    const token = await scene.tokenTo(address);
    const notice = await scene.mailTo(shopper.email);
    const confirmed = (await confirm(token)).expect(200);

    expect(before.email).to.equal(shopper.email);
    expect(notice.text).to.include(address);
    expect(notice.text).not.to.match(/pt_/);
    expect(confirmed).to.include({ id: shopper.id, email: address, emailVerified: true });
    expect((await scene.mailTo(shopper.email)).subject).to.include('was changed');
    await scene.logIn(address, PASSWORD);
    const old = { email: shopper.email, password: PASSWORD };
    (await scene.ask('POST', '/customers/login', old)).refused('invalid_credentials');
    (await confirm(token)).refused('token_invalid');
  });

  it('refuses a wrong password with 403, and writes nothing', async () => {
    const shopper = await scene.shopper();
    const before = await snapshot(scene.api.env);

    (await change(shopper, newEmail(), 'not the right password')).refused('step_up_failed');

    expect(await snapshot(scene.api.env)).to.deep.equal(before);
  });

  it('throttles wrong passwords', async () => {
    const shopper = await scene.shopper();

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => change(shopper, newEmail(), 'not the right password')),
    );

    expect(answers.filter(({ status }) => status === 403)).to.have.length(6);
    expect(answers.filter(({ status }) => status === 429)).to.have.length(4);
  });

  it('doesn’t disclose accounts, and sends no token to an address that has one', async () => {
    const shopper = await scene.shopper();
    const other = await scene.shopper();
    await scene.sendMails();
    const db = scene.api.env.database.system;
    const counts = async () => [await db.customerToken.count(), await db.mail.count()];
    const [tokens = 0, mails = 0] = await counts();

    const free = await change(shopper, newEmail());
    const afterFree = await counts();
    const taken = await change(shopper, other.email);
    const afterTaken = await counts();

    expect([free.status, taken.status, free.body, taken.body]).to.deep.equal([
      202,
      202,
      undefined,
      undefined,
    ]);
    expect(afterFree).to.deep.equal([tokens + 1, mails + 2]);
    expect(afterTaken).to.deep.equal([tokens + 2, mails + 4]);
    const { text = '' } = await scene.mailTo(other.email);
    expect(text).to.include('already has an account').and.not.to.match(/pt_/);
  });

  it('lets one of two customers who want one address have it', async () => {
    const shoppers = [await scene.shopper(), await scene.shopper()];
    const address = newEmail();
    const tokens: string[] = [];
    for (const shopper of shoppers) {
      (await change(shopper, address)).expect(202);
      tokens.push(await scene.tokenTo(address));
    }

    const answers = await Promise.all(tokens.map(confirm));

    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    answers.find(({ status }) => status === 409)?.refused('duplicate_email');
    const owners = await scene.api.env.database.system.customer.count({ where: { email: address } });
    expect(owners).to.equal(1);
  });

  it('refuses an address that was taken meanwhile, and changes nothing', async () => {
    const shopper = await scene.shopper();
    const address = newEmail();
    (await change(shopper, address)).expect(202);
    const token = await scene.tokenTo(address);
    (await scene.ask('POST', '/customers', { email: address, password: PASSWORD })).expect(201);
    const before = await snapshot(scene.api.env);

    (await confirm(token)).refused('duplicate_email');

    expect(await snapshot(scene.api.env)).to.deep.equal(before);
  });

  it('works for an hour, and only the newest request', async () => {
    const shopper = await scene.shopper();
    const [first, second] = [newEmail(), newEmail()];
    (await change(shopper, first)).expect(202);
    const older = await scene.tokenTo(first);
    (await change(shopper, second)).expect(202);
    const newer = await scene.tokenTo(second);

    (await confirm(older)).refused('token_invalid');
    scene.clock.advance(HOUR_MS);
    (await confirm(newer)).refused('token_invalid');
  });

  it('is void once the password was changed', async () => {
    const shopper = await scene.shopper();
    const address = newEmail();
    (await change(shopper, address)).expect(202);
    const token = await scene.tokenTo(address);

    const body = { currentPassword: PASSWORD, newPassword: 'another long password' };
    (await scene.ask('POST', '/customers/me/password', body, shopper.token)).expect(204);

    (await confirm(token)).refused('token_invalid');
  });
});

describe('changing the password', () => {
  const scene = useCustomerScene();

  const NEW_PASSWORD = 'another long password';
  const change = (token: string, body: unknown) => scene.ask('POST', '/customers/me/password', body, token);
  const me = (token: string) => scene.ask('GET', '/customers/me', undefined, token);

  it('ends the other sessions and keeps this one', async () => {
    const { email, token } = await scene.shopper();
    const other = await scene.logIn(email, PASSWORD);

    (await change(token, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD })).expect(204);

    (await me(token)).expect(200);
    (await me(other)).refused('unauthenticated');
    await scene.logIn(email, NEW_PASSWORD);
    expect((await scene.mailTo(email)).subject).to.include('was changed');
  });

  it('refuses a wrong current password and changes nothing', async () => {
    const { email, token } = await scene.shopper();
    const other = await scene.logIn(email, PASSWORD);
    const before = await snapshot(scene.api.env);

    (await change(token, { currentPassword: 'not the right password', newPassword: NEW_PASSWORD })).refused(
      'step_up_failed',
    );

    expect(await snapshot(scene.api.env)).to.deep.equal(before);
    (await me(other)).expect(200);
  });

  it('lets one of two changes at once through', async () => {
    const { token } = await scene.shopper();
    const bodies = ['first', 'second'].map((word) => ({
      currentPassword: PASSWORD,
      newPassword: `the ${word} new password`,
    }));

    const answers = await Promise.all(bodies.map((body) => change(token, body)));

    expect(answers.map(({ status }) => status).sort()).to.deep.equal([204, 403]);
  });
});
