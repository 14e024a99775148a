import { inspect } from 'node:util';
import { createStore } from '@service/testing';
import { expect } from 'chai';
import { snapshot } from '../../table-snapshot.ts';
import { newEmail, PASSWORD, useCustomerScene } from './scene.ts';

describe('registering', () => {
  const scene = useCustomerScene();

  const register = (body: unknown) => scene.ask('POST', '/customers', body);

  it('returns 201 without a secret, and verifies the address by the message', async () => {
    const email = newEmail();

    const created = (await register({ email: ` ${email.toUpperCase()} `, password: PASSWORD })).expect(201);
    const token = await scene.tokenTo(email);
    const verified = (await scene.ask('POST', '/customers/verify', { token })).expect(200);

    expect(created).to.include({ email, emailVerified: false, isB2b: false, vatStatus: null });
    expect(JSON.stringify(created)).not.to.include('argon2');
    expect(verified).to.include({ id: created.id, emailVerified: true });
    (await scene.ask('POST', '/customers/verify', { token })).refused('token_invalid');
  });

  it('sends the message again, after which the older one no longer works', async () => {
    const { email, token: session } = await scene.shopper();
    const older = await scene.tokenTo(email);

    (await scene.ask('POST', '/customers/me/verification', undefined, session)).expect(202);

    const newer = await scene.tokenTo(email);
    expect(newer).not.to.equal(older);
    (await scene.ask('POST', '/customers/verify', { token: older })).refused('token_invalid');
    (await scene.ask('POST', '/customers/verify', { token: newer })).expect(200);
    (await scene.ask('POST', '/customers/me/verification', undefined, session)).expect(202);
    const before = scene.inbox.mails.length;
    expect(await scene.sendMails()).to.equal(before);
  });

  it('writes nothing of the visitor’s into messages to an address that isn’t proven', async () => {
    const [email, newAddress] = [newEmail(), newEmail()];
    const name = 'Win money at https://thief.example';
    (await register({ email, password: PASSWORD, name })).expect(201);
    const session = await scene.logIn(email, PASSWORD);

    const messages = [await scene.mailTo(email)];
    (await scene.ask('POST', '/customers/reset/request', { email })).expect(202);
    messages.push(await scene.mailTo(email));
    const change = { newEmail: newAddress, currentPassword: PASSWORD };
    (await scene.ask('POST', '/customers/me/email/change', change, session)).expect(202);
    messages.push(await scene.mailTo(email), await scene.mailTo(newAddress));

    expect(messages).to.have.length(4);
    for (const message of messages) expect(inspect(message, { depth: null })).to.not.include('thief');
    (await scene.ask('POST', '/customers/email/confirm', { token: await scene.tokenTo(newAddress) })).expect(
      200,
    );
    (await scene.ask('POST', '/customers/reset/request', { email: newAddress })).expect(202);
    expect(inspect(await scene.mailTo(newAddress), { depth: null })).to.include('thief');
  });

  it('refuses an address that has an account, in whatever case, also when two ask at once', async () => {
    const email = newEmail();
    const bodies = [email, email.toUpperCase(), ` ${email}`, email].map((address) => ({
      email: address,
      password: PASSWORD,
    }));

    const answers = await Promise.all(bodies.map(register));

    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409, 409]);
    expect(await scene.api.env.database.system.customer.count({ where: { email } })).to.equal(1);
    const before = await snapshot(scene.api.env);
    (await register({ email, password: PASSWORD })).refused('duplicate_email');
    expect(await snapshot(scene.api.env)).to.deep.equal(before);
  });

  it('is throttled for one address across all stores, so that no mailbox is flooded', async () => {
    const email = newEmail();
    const stores = await Promise.all(Array.from({ length: 12 }, () => createStore(scene.api.env.system)));
    const answers = await Promise.all(
      stores.map(({ publishableKey: key }) =>
        scene.api.request('POST', '/store/v1/customers', { key, body: { email, password: PASSWORD } }),
      ),
    );

    expect(answers.map(({ status }) => status).sort()).to.deep.equal([...Array(11).fill(201), 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).to.equal('60');
    expect(await scene.api.env.database.system.customer.count({ where: { email } })).to.equal(11);
    const mails = await scene.api.env.system.db.mail.count({ where: { recipient: email } });
    expect(mails).to.equal(11);
  });

  it('lets the same address have an account in another store', async () => {
    const other = await createStore(scene.api.env.system);
    const { email } = await scene.shopper();

    const answer = await scene.api.request('POST', '/store/v1/customers', {
      key: other.publishableKey,
      body: { email, password: PASSWORD },
    });

    answer.expect(201);
  });

  it('drops what is an operator’s to decide', async () => {
    const created = (
      await register({ email: newEmail(), password: PASSWORD, isB2b: true, taxExempt: true, id: 'mine' })
    ).expect(201);

    expect(created).to.include({ isB2b: false, taxExempt: false });
  });

  it('needs the key of a store', async () => {
    const body = { email: newEmail(), password: PASSWORD };

    (await scene.api.request('POST', '/store/v1/customers', { body })).refused('unauthenticated');
  });
});
