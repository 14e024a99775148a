import { expect } from 'chai';
import fc from 'fast-check';
import { DeadlineError } from './deadline.ts';
import { createFairQueue, QueueFullError } from './fair-queue.ts';

/** Nothing here takes as long. */
const deadlineMs = 600_000;

describe('a fair queue', () => {
  it('takes its turn from work that never ends, and aborts it', async () => {
    const queue = createFairQueue({ atOnce: 1, maxWaiting: 10, deadlineMs: 1 });
    let isAborted = false;
    const endless = queue
      .run('a', (signal) => {
        signal.addEventListener('abort', () => {
          isAborted = true;
        });
        return new Promise<never>(() => {});
      })
      .catch((error: unknown) => error);

    expect(await queue.run('b', async () => isAborted)).to.equal(true);
    expect(await endless).to.be.instanceOf(DeadlineError);
  });

  it('lets a holder wait for one call of each other holder, however many these have', async () => {
    const queue = createFairQueue({ atOnce: 1, maxWaiting: 100, deadlineMs });
    const order: string[] = [];
    const call = (holder: string) => queue.run(holder, async () => void order.push(holder));

    await Promise.all([...Array.from({ length: 50 }, () => call('flood')), call('one'), call('two')]);

    expect(order.slice(0, 4)).to.deep.equal(['flood', 'flood', 'one', 'two']);
    expect(order).to.have.length(52);
  });

  it('refuses a holder that has too many waiting, and nobody else', async () => {
    const queue = createFairQueue({ atOnce: 2, maxWaiting: 3, deadlineMs });
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const calls = Array.from({ length: 10 }, () => queue.run('flood', () => held));
    const other = queue.run('other', async () => 'done');
    release();

    const results = await Promise.allSettled(calls);

    const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused).to.have.length(5);
    for (const { reason } of refused) expect(reason).to.be.instanceOf(QueueFullError);
    expect(await other).to.equal('done');
    expect(await queue.run('flood', async () => 'again')).to.equal('again');
  });

  it('runs everything once, never more than so many at once, whatever fails', async () => {
    const calls = fc.array(fc.record({ holder: fc.constantFrom('a', 'b', 'c'), fails: fc.boolean() }));
    await fc.assert(
      fc.asyncProperty(calls, fc.integer({ min: 1, max: 4 }), async (given, atOnce) => {
        const queue = createFairQueue({ atOnce, maxWaiting: 1000, deadlineMs });
        const ran: number[] = [];
        let running = 0;
        let most = 0;
        const results = await Promise.allSettled(
          given.map(({ holder, fails }, index) =>
            queue.run(holder, async () => {
              running += 1;
              most = Math.max(most, running);
              ran.push(index);
              await null;
              running -= 1;
              if (fails) throw new Error('failed');
              return index;
            }),
          ),
        );

        expect(ran.toSorted((a, b) => a - b)).to.deep.equal(given.map((_, index) => index));
        expect(most).to.be.at.most(atOnce);
        expect(results.map(({ status }) => status === 'rejected')).to.deep.equal(
          given.map(({ fails }) => fails),
        );
      }),
      { numRuns: 50 },
    );
  });
});
