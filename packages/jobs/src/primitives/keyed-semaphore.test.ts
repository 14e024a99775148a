import { expect } from 'chai';
import fc from 'fast-check';
import { createKeyedSemaphore } from './keyed-semaphore.ts';

describe('a keyed semaphore', () => {
  it('admits as many of a key as it has permits, whatever other keys take', () => {
    const semaphore = createKeyedSemaphore({ perKey: 2 });
    const taken = ['a', 'a', 'a', 'b'].map((key) => semaphore.tryAcquire(key));

    expect(taken.map((release) => release !== undefined)).to.deep.equal([true, true, false, true]);
    taken[0]?.();
    expect(semaphore.tryAcquire('a')).to.be.a('function');
  });

  it('takes a permit back once, however often it is released', () => {
    const semaphore = createKeyedSemaphore({ perKey: 2 });
    const [first] = [semaphore.tryAcquire('a'), semaphore.tryAcquire('a')];

    first?.();
    first?.();

    expect(semaphore.tryAcquire('a')).to.be.a('function');
    expect(semaphore.tryAcquire('a')).to.equal(undefined);
  });

  it('gives no permit to a caller that gave up waiting', async () => {
    const semaphore = createKeyedSemaphore({ perKey: 1 });
    const release = await semaphore.acquire('store');
    const patience = new AbortController();
    const waiting = semaphore.acquire('store', patience.signal);
    expect(semaphore.waiting).to.equal(1);

    patience.abort();
    release?.();

    expect(await waiting).to.equal(undefined);
    expect(semaphore.waiting).to.equal(0);
    expect(await semaphore.acquire('store', AbortSignal.abort())).to.be.a('function');
    expect(await semaphore.acquire('store', AbortSignal.abort())).to.equal(undefined);
  });

  for (const limit of [{ perKey: 1 }, { inAll: 1 }])
    it(`passes a permit on in the order of arrival, with ${JSON.stringify(limit)}`, async () => {
      const semaphore = createKeyedSemaphore(limit);
      const got: number[] = [];
      const first = await semaphore.acquire('store');
      const waiting = [1, 2, 3].map(async (each) => {
        const release = await semaphore.acquire('store');
        got.push(each);
        release?.();
      });

      first?.();
      await Promise.all(waiting);

      expect(got).to.deep.equal([1, 2, 3]);
    });

  it('lets a key wait for one caller of each other key, however many these have', async () => {
    const semaphore = createKeyedSemaphore({ inAll: 1 });
    const order: string[] = [];
    const call = async (key: string) => {
      const release = await semaphore.acquire(key);
      order.push(key);
      release?.();
    };
    const first = semaphore.tryAcquire('flood');
    const calls = [...Array.from({ length: 50 }, () => call('flood')), call('one'), call('two')];

    first?.();
    await Promise.all(calls);

    expect(order.slice(0, 4)).to.deep.equal(['flood', 'one', 'two', 'flood']);
    expect(order).to.have.length(52);
  });

  it('refuses at once when too many of the key wait, and no other key', async () => {
    const semaphore = createKeyedSemaphore({ inAll: 1, maxWaiting: 1 });
    const first = semaphore.tryAcquire('flood');
    const second = semaphore.acquire('flood');
    const other = semaphore.acquire('other');

    expect(await semaphore.acquire('flood')).to.equal(undefined);
    first?.();
    (await second)?.();
    expect(await other).to.be.a('function');
  });

  it('dismisses the callers that wait, and none that has its permit', async () => {
    const semaphore = createKeyedSemaphore({ perKey: 1 });
    const taken = semaphore.tryAcquire('a');
    const waiting = ['a', 'a', 'b'].map((key) => semaphore.acquire(key));

    semaphore.dismissWaiting();

    const got = await Promise.all(waiting);
    expect(got.map((release) => release !== undefined)).to.deep.equal([false, false, true]);
    taken?.();
    expect(semaphore.tryAcquire('a')).to.be.a('function');
  });

  it('keeps nothing of a key that is no longer in use', async () => {
    const semaphore = createKeyedSemaphore({ perKey: 1, inAll: 2 });
    const taken = ['one', 'two'].map((key) => semaphore.tryAcquire(key));
    const patience = new AbortController();
    const waiting = ['one', 'three'].map((key) => semaphore.acquire(key, patience.signal));
    expect(semaphore.size).to.equal(3);

    patience.abort();
    await Promise.all(waiting);
    for (const release of taken) release?.();

    expect(semaphore.size).to.equal(0);
  });

  it('admits every caller once, and never more than it has permits', async () => {
    const calls = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c'), turns: fc.nat({ max: 3 }) }));
    const limit = fc.integer({ min: 1, max: 4 });
    await fc.assert(
      fc.asyncProperty(calls, limit, limit, async (given, perKey, inAll) => {
        const semaphore = createKeyedSemaphore({ perKey, inAll });
        const running: string[] = [];
        const admitted: number[] = [];
        await Promise.all(
          given.map(async ({ key, turns }, index) => {
            const release = await semaphore.acquire(key);
            running.push(key);
            admitted.push(index);
            expect(running.length).to.be.at.most(inAll);
            expect(running.filter((each) => each === key).length).to.be.at.most(perKey);
            for (let turn = 0; turn < turns; turn += 1) await null;
            running.splice(running.indexOf(key), 1);
            release?.();
          }),
        );

        expect(admitted.toSorted((a, b) => a - b)).to.deep.equal(given.map((_, index) => index));
        expect([semaphore.size, semaphore.waiting]).to.deep.equal([0, 0]);
      }),
      { numRuns: 50 },
    );
  });
});
