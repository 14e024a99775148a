import { expect } from 'chai';
import { createKeyedSemaphore } from './keyed-semaphore.ts';

describe('a keyed semaphore', () => {
  it('admits as many of a key as it has permits, whatever other keys take', () => {
    const semaphore = createKeyedSemaphore({ atOnce: 2 });
    const taken = ['a', 'a', 'a', 'b'].map((key) => semaphore.tryAcquire(key));

    expect(taken.map((release) => release !== undefined)).to.deep.equal([true, true, false, true]);
    taken[0]?.();
    expect(semaphore.tryAcquire('a')).to.be.a('function');
  });

  it('gives no permit to a caller that gave up waiting', async () => {
    const semaphore = createKeyedSemaphore({ atOnce: 1 });
    const release = await semaphore.acquire('store', 0);
    expect(await semaphore.acquire('store', 0)).to.equal(undefined);

    release?.();

    expect(await semaphore.acquire('store', 0)).to.be.a('function');
  });

  for (const waitMs of [10_000, undefined])
    it(`passes a permit on in the order of arrival, with a wait of ${waitMs ?? 'any time'}`, async () => {
      const semaphore = createKeyedSemaphore({ atOnce: 1 });
      const got: number[] = [];
      const first = await semaphore.acquire('store');
      const waiting = [1, 2].map(async (each) => {
        const release = await semaphore.acquire('store', waitMs);
        got.push(each);
        release?.();
      });

      first?.();
      await Promise.all(waiting);

      expect(got).to.deep.equal([1, 2]);
    });

  it('refuses at once when too many of the key wait', async () => {
    const semaphore = createKeyedSemaphore({ atOnce: 1, maxWaiting: 1 });
    const first = await semaphore.acquire('store');
    const second = semaphore.acquire('store');

    expect(await semaphore.acquire('store')).to.equal(undefined);
    first?.();
    expect(await second).to.be.a('function');
  });

  it('keeps nothing of a key that is no longer in use', async () => {
    const semaphore = createKeyedSemaphore({ atOnce: 1 });
    const taken = ['one', 'two'].map((key) => semaphore.tryAcquire(key));
    await semaphore.acquire('one', 0);
    expect(semaphore.size).to.equal(2);

    for (const release of taken) release?.();

    expect(semaphore.size).to.equal(0);
  });
});
