import { expect } from 'chai';
import { watchAsking } from '../src/watch-asking.ts';

describe('a consumer of jobs', () => {
  let nowMs = 0;
  let responds = true;
  const backend = { factory: undefined, ping: async () => responds };

  beforeEach(() => {
    nowMs = 0;
    responds = true;
  });

  function open({ isFree = (): boolean => true } = {}) {
    const watch = watchAsking(backend, isFree, () => nowMs);
    async function after(ms: number) {
      nowMs += ms;
      await watch.look();
      return watch.isStuck();
    }
    return { ...watch, after };
  }

  it('is stuck once it has not asked for a job for half a minute', async () => {
    const watch = open();

    expect(await watch.after(30_000)).to.equal(false);
    expect(await watch.after(1)).to.equal(true);
    watch.seen();
    expect(watch.isStuck()).to.equal(false);
    await watch.close();
  });

  it('is not stuck while the queue is away or all its places are taken', async () => {
    let isFree = false;
    const watch = open({ isFree: () => isFree });

    expect(await watch.after(40_000), 'busy').to.equal(false);
    isFree = true;
    responds = false;
    expect(await watch.after(1), 'the queue is away').to.equal(false);
    responds = true;
    expect(await watch.after(1)).to.equal(true);
    await watch.close();
  });
});
