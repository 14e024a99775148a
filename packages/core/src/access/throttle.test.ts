import { ServiceError } from '@service/contract';
import { type Clock, install } from '@sinonjs/fake-timers';
import { expect } from 'chai';
import { createThrottle, delaySeconds } from './throttle.ts';

describe('delaySeconds', () => {
  it('grows after the free attempts, up to a longest delay', () => {
    const rule = { free: 3, maxDelaySeconds: 60 };

    const delays = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 500].map((attempt) => delaySeconds(attempt, rule, 1));

    expect(delays).to.deep.equal([0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });
});

describe('createThrottle', () => {
  let clock: Clock;
  beforeEach(() => {
    clock = install({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldClearNativeTimers: true });
  });
  afterEach(() => clock.uninstall());

  const refusals = (results: PromiseSettledResult<unknown>[]) =>
    results.flatMap((result) => (result.status === 'rejected' ? [result.reason as ServiceError] : []));

  it('counts parallel attempts before their work is done', async () => {
    const throttle = createThrottle();

    const results = await Promise.allSettled(
      Array.from({ length: 30 }, () => throttle.enter('login', { account: 'ada' })),
    );

    // Five are free and the sixth takes the slot of its delay.
    expect(refusals(results)).to.have.length(24);
    for (const error of refusals(results)) {
      expect(error).to.be.instanceOf(ServiceError);
      expect(error.code).to.equal('too_many_requests');
      expect(error.retryAfterSeconds).to.be.greaterThan(0);
    }
  });

  it('admits one attempt when a delay is over, and makes the next delay twice as long', async () => {
    const throttle = createThrottle();
    const enter = () =>
      throttle.enter('login', { account: 'ada' }).then(
        () => 'admitted',
        (error: ServiceError) => error.retryAfterSeconds,
      );
    for (let free = 0; free < 5; free += 1) await enter();

    const seen: unknown[] = [await enter(), await enter()];
    for (const ms of [999, 1, 1999, 1]) {
      clock.tick(ms);
      seen.push(await enter());
    }
    seen.push(await enter());

    expect(seen).to.deep.equal(['admitted', 1, 1, 'admitted', 1, 'admitted', 4]);
  });

  it('lets another account and another address in', async () => {
    const throttle = createThrottle();
    await Promise.allSettled(Array.from({ length: 30 }, () => throttle.enter('login', { account: 'ada' })));

    await throttle.enter('login', { account: 'grace', address: '192.0.2.1' });
  });

  const inNetwork = (index: number) => ({ account: 'ada', address: `198.51.${index >> 8}.${index & 255}` });

  it('lets an account in from a network whose neighbours guess its password', async () => {
    const throttle = createThrottle();
    for (let network = 0; network < 40; network += 1)
      await Promise.allSettled(Array.from({ length: 10 }, () => throttle.enter('login', inNetwork(network))));

    for (let free = 0; free < 5; free += 1) await throttle.enter('login', inNetwork(40));
  });

  it('slows down a thousand networks that guess one password, but none that signed in before', async () => {
    const throttle = createThrottle();
    const [known, stranger] = [inNetwork(2000), inNetwork(2001)];
    await throttle.recordSignIn(known);

    const guesses = Array.from({ length: 1100 }, (_, network) => throttle.enter('login', inNetwork(network)));

    expect(refusals(await Promise.allSettled(guesses))).to.have.length(99);
    const [fromKnown, fromStranger] = await Promise.allSettled([
      throttle.enter('login', known),
      throttle.enter('login', stranger),
    ]);
    expect([fromKnown.status, fromStranger.status]).to.deep.equal(['fulfilled', 'rejected']);
  });

  it('sends a reset to a network that signed in before, whatever strangers ask for', async () => {
    const throttle = createThrottle();
    await throttle.recordSignIn(inNetwork(50));
    const requests = Array.from({ length: 40 }, (_, network) => throttle.enter('reset', inNetwork(network)));
    expect(refusals(await Promise.allSettled(requests))).to.have.length(36);

    await throttle.enter('reset', inNetwork(50));
  });

  it('starts afresh for an account that succeeded', async () => {
    const throttle = createThrottle();
    for (let round = 0; round < 20; round += 1) {
      const attempt = await throttle.enter('login', { account: 'ada' });
      await attempt.succeeded();
    }

    for (let round = 0; round < 5; round += 1) await throttle.enter('login', { account: 'ada' });
  });

  it('throttles an address that tries one account after the other', async () => {
    const throttle = createThrottle();

    const results = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        throttle.enter('login', { account: `customer ${index}`, address: '192.0.2.1' }),
      ),
    );

    expect(refusals(results)).to.have.length(9);
  });

  it('throttles a client that takes another address of its IPv6 network each time', async () => {
    const throttle = createThrottle();

    const results = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        throttle.enter('login', { account: `customer ${index}`, address: `2001:db8:1:2::${index + 1}` }),
      ),
    );

    expect(refusals(results)).to.have.length(9);
    await throttle.enter('login', { account: 'grace', address: '2001:db8:1:3::1' });
  });

  it('counts nothing against an address for what its account was refused', async () => {
    const throttle = createThrottle();
    const address = '192.0.2.1';
    await Promise.allSettled(
      Array.from({ length: 60 }, () => throttle.enter('login', { account: 'ada', address })),
    );

    const others = Array.from({ length: 40 }, (_, index) =>
      throttle.enter('login', { account: `customer ${index}`, address }),
    );

    expect(refusals(await Promise.allSettled(others))).to.deep.equal([]);
  });

  it('throttles the registrations of one network', async () => {
    const throttle = createThrottle();

    const results = await Promise.allSettled(
      Array.from({ length: 110 }, (_, index) =>
        throttle.enter('registration', { account: `shopper-${index}@example.com`, address: '192.0.2.1' }),
      ),
    );

    expect(refusals(results)).to.have.length(9);
  });

  it('works in memory while Redis is away', async () => {
    const throttle = createThrottle({ status: 'reconnecting', defineCommand: () => {} });

    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => throttle.enter('login', { account: 'ada' })),
    );

    expect(refusals(results)).to.have.length(4);
  });
});
