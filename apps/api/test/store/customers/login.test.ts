import { DAY_MS } from '@service/jobs/primitives';
import { createStore } from '@service/testing';
import { expect } from 'chai';
import { newEmail, PASSWORD, startScene, useCustomerScene } from './scene.ts';

describe('customer sessions', () => {
  const scene = useCustomerScene();

  const me = (token: string) => scene.ask('GET', '/customers/me', undefined, token);
  const logIn = (email: string, password: string) =>
    scene.ask('POST', '/customers/login', { email, password });

  it('opens a session, whatever the case of the address', async () => {
    const { email, id } = await scene.shopper();

    const session = (await logIn(` ${email.toUpperCase()}`, PASSWORD)).expect(200);

    expect(session.customer).to.include({ id, email });
    expect(session.expiresAt).to.equal(new Date(scene.clock.now().getTime() + 30 * DAY_MS).toISOString());
    expect((await me(session.token)).expect(200)).to.include({ id });
  });

  it('responds to an unknown address, a wrong password and a customer without one alike', async () => {
    const { email } = await scene.shopper();
    const withoutPassword = newEmail();
    (await scene.admin('POST', '/customers', { email: withoutPassword })).expect(201);

    const problems = [];
    for (const address of [newEmail(), email, withoutPassword])
      problems.push((await logIn(address, 'not the right password')).refused('invalid_credentials'));

    const [first, ...others] = problems.map(({ requestId: _, ...problem }) => problem);
    for (const other of others) expect(other).to.deep.equal(first);
  });

  it('names its store without a key, and is refused with the key of another', async () => {
    const { token } = await scene.shopper();
    const other = await createStore(scene.api.env.system);
    const ask = (key?: string) =>
      scene.api.request('GET', '/store/v1/customers/me', { token, ...(key ? { key } : {}) });

    (await ask()).expect(200);
    (await ask(scene.store.publishableKey)).expect(200);
    (await ask(other.publishableKey)).refused('unauthenticated');
    (await ask('pk_unknown')).refused('unauthenticated');
  });

  it('logs one session out and no other', async () => {
    const { email, token } = await scene.shopper();
    const second = await scene.logIn(email, PASSWORD);

    (await scene.ask('POST', '/customers/logout', undefined, token)).expect(204);

    (await me(token)).refused('unauthenticated');
    (await me(second)).expect(200);
  });

  it('ends by itself after 30 days', async () => {
    const { token } = await scene.shopper();

    scene.clock.advance(30 * DAY_MS - 1);
    (await me(token)).expect(200);
    scene.clock.advance(1);
    (await me(token)).refused('unauthenticated');
  });

  it('ends with the customer: disabled at once, and no login until enabled', async () => {
    const { id, email, token } = await scene.shopper();

    (await scene.admin('POST', `/customers/${id}/disable`)).expect(200);

    (await me(token)).refused('unauthenticated');
    (await logIn(email, PASSWORD)).refused('invalid_credentials');
    (await scene.admin('POST', `/customers/${id}/enable`)).expect(200);
    (await me(token)).refused('unauthenticated');
    (await logIn(email, PASSWORD)).expect(200);
  });

  for (const [what, token] of Object.entries({
    'no session': undefined,
    'an unknown one': 'cs_unknown',
    'an admin token': 'eyJhbGciOiJIUzI1NiJ9.e30.x',
    'the hash of a session': 'cs_'.padEnd(46, 'A'),
  })) {
    it(`refuses ${what}`, async () => {
      (await scene.ask('GET', '/customers/me', undefined, token)).refused('unauthenticated');
    });
  }

  it('throttles one account with growing delays, known or not, and tells when to come back', async () => {
    const { email } = await scene.shopper();
    for (const address of [email, newEmail()]) {
      const answers = await Promise.all(
        Array.from({ length: 15 }, () => logIn(address, 'not the right password')),
      );

      const refused = answers.filter(({ status }) => status === 429);
      // Five are free, and the sixth takes the place of the first delay.
      expect(answers.filter(({ status }) => status === 401)).to.have.length(6);
      expect(refused).to.have.length(9);
      for (const answer of refused) {
        answer.refused('too_many_requests');
        expect(Number(answer.headers.get('retry-after'))).to.be.greaterThan(0);
        expect(answer.headers.get('ratelimit')).to.match(/r=0;t=\d+$/);
      }
    }
  });

  it('leaves the rest of the API answering during a flood of 200 logins', async () => {
    const flooded = await startScene();
    try {
      const { token } = await flooded.shopper();
      let done = 0;
      const flood = Array.from({ length: 200 }, async () => {
        const body = { email: newEmail(), password: PASSWORD };
        const { status } = await flooded.ask('POST', '/customers/login', body);
        done += 1;
        return status;
      });

      const during: number[] = [];
      for (let index = 0; index < 10; index += 1) {
        (await flooded.ask('GET', '/customers/me', undefined, token)).expect(200);
        during.push(done);
      }
      const statuses = await Promise.all(flood);

      // Ten requests, one after the other, went through before the flood was over.
      expect(during.at(-1)).to.be.lessThan(200);
      expect(statuses.every((status) => status === 401 || status === 429)).to.equal(true);
    } finally {
      await flooded.close();
    }
  });
});
