import { expect } from 'chai';
import fc from 'fast-check';
import { driveToEnd, withFakeTimers } from '../../test/fake-timers.ts';
import { type BatcherOptions, createBatcher, createBatchers } from './batcher.ts';
import { DeadlineError } from './deadline.ts';

const OPTIONS = { name: 'the batcher', maxSize: 100, deadlineMs: 1000, failsAll: () => false };

function numbers(options: Partial<BatcherOptions<number, number>>) {
  return createBatcher<number, number>({ ...OPTIONS, run: async (items) => items, ...options });
}

describe('a batcher', () => {
  it('returns its own result to each call, from one group', async () => {
    const groups: number[][] = [];
    const double = numbers({
      run: async (items) => {
        groups.push([...items]);
        return items.map((item) => item * 2);
      },
    });

    const results = await Promise.all([1, 2, 3].map(double.add));

    expect(results).to.deep.equal([2, 4, 6]);
    expect(groups).to.deep.equal([[1, 2, 3]]);
  });

  it('forms no group larger than its limit, and leaves none behind', async () => {
    const sizes: number[] = [];
    const echo = numbers({
      run: async (items) => {
        sizes.push(items.length);
        return items;
      },
      maxSize: 4,
    });

    await Promise.all(Array.from({ length: 10 }, (_, item) => echo.add(item)));

    expect(sizes).to.deep.equal([4, 4, 2]);
  });

  it('tries a failed group in halves, one at a time, and fails only the item that is wrong', async () => {
    let calls = 0;
    let underWay = 0;
    let most = 0;
    const check = createBatcher({
      ...OPTIONS,
      run: async (items: readonly number[]) => {
        calls += 1;
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise(setImmediate);
        underWay -= 1;
        if (items.includes(77)) throw new Error('bad item');
        return items;
      },
    });

    const results = await Promise.allSettled(Array.from({ length: 100 }, (_, item) => check.add(item)));

    const rejected = results.flatMap(({ status }, item) => (status === 'rejected' ? [item] : []));
    expect(rejected).to.deep.equal([77]);
    expect(most).to.equal(1);
    expect(calls).to.be.at.most(15);
  });

  it('fails a whole group at once when the error is everyone’s, and works again afterwards', async () => {
    let runs = 0;
    const run = numbers({
      run: async (items) => {
        runs += 1;
        if (runs === 1) throw new Error('database away');
        return items;
      },
      failsAll: () => true,
    });

    const results = await Promise.allSettled([1, 2].map(run.add));

    expect(results.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    expect(await run.add(3)).to.equal(3);
    expect(runs).to.equal(2);
  });

  it('runs a second group beside a small one, and no third, and none beside a large one', async () => {
    const ends: (() => void)[] = [];
    const groups: number[][] = [];
    const batcher = numbers({
      smallSize: 2,
      run: (items) => {
        groups.push([...items]);
        return new Promise((resolve) => ends.push(() => resolve(items)));
      },
    });
    const add = async (...items: number[]) => {
      batcher.push(items);
      await new Promise(setImmediate);
    };

    await add(1);
    await add(2, 3, 4);
    await add(5);
    expect(groups).to.deep.equal([[1], [2, 3, 4]]);
    ends[0]?.();
    await add(6);
    expect(groups, 'beside a large one').to.have.length(2);
    ends[1]?.();
    await add();
    expect(groups.slice(2)).to.deep.equal([[5, 6]]);
    ends[2]?.();
    await batcher.close();
  });

  it('still runs what comes after an empty group', async () => {
    const groups: number[][] = [];
    const batcher = numbers({
      run: async (items) => {
        groups.push([...items]);
        return items;
      },
    });

    batcher.push([]);
    batcher.push([1, 2]);
    await batcher.close();

    expect(groups).to.deep.equal([[1, 2]]);
  });

  it('leaves out what is beyond its limit, and refuses a call', async () => {
    const seen: number[] = [];
    const batcher = numbers({
      run: async (items) => {
        seen.push(...items);
        return items;
      },
      maxWaiting: 2,
    });

    batcher.push([1, 2, 3]);
    const refused = await batcher.add(4).catch((error: Error) => error.message);
    await batcher.close();

    expect(refused).to.equal('the batcher takes no more');
    expect(seen).to.deep.equal([1, 2]);
  });

  it('gathers a group for its linger time, also behind another, and closes with none left', () =>
    withFakeTimers(async (tick) => {
      const groups: number[][] = [];
      const batcher = numbers({
        lingerMs: () => 5,
        run: async (items) => {
          groups.push([...items]);
          return items;
        },
      });

      batcher.push([1]);
      await new Promise(setImmediate);
      batcher.push([2]);
      expect(groups).to.deep.equal([]);
      tick(5);
      await Promise.resolve();
      batcher.push([3]);
      await new Promise(setImmediate);
      expect(groups).to.deep.equal([[1, 2]]);
      const closed = batcher.close();
      tick(5);
      await closed;

      expect(groups).to.deep.equal([[1, 2], [3]]);
    }));

  it('goes on after a group that never ends', () =>
    withFakeTimers(async (tick) => {
      const errors: unknown[] = [];
      let aborted = false;
      const batcher = numbers({
        run: (items, signal) => {
          if (!items.includes(1)) return Promise.resolve(items);
          signal.addEventListener('abort', () => {
            aborted = true;
          });
          return new Promise(() => {});
        },
        onError: (error) => errors.push(error),
      });

      const silent = batcher.add(1).catch((error) => error);
      await new Promise(setImmediate);
      tick(OPTIONS.deadlineMs);

      expect(await silent).to.be.instanceOf(DeadlineError);
      expect(errors).to.have.length(1);
      expect(aborted).to.equal(true);
      expect(await batcher.add(2)).to.equal(2);
    }));

  it('fails a group past its deadline as a whole, and tries none of its items again', () =>
    withFakeTimers(async (tick) => {
      let runs = 0;
      const batcher = numbers({
        run: () => {
          runs += 1;
          return new Promise(() => {});
        },
      });

      const late = Promise.allSettled([1, 2].map(batcher.add));
      await new Promise(setImmediate);
      tick(OPTIONS.deadlineMs);

      expect((await late).map((each) => each.status === 'rejected' && each.reason)).to.satisfy(
        (reasons: unknown[]) => reasons.every((reason) => reason instanceof DeadlineError),
      );
      expect(runs).to.equal(1);
    }));

  it('closes once every accepted item has its result, also in the groups behind the first', async () => {
    const done: number[] = [];
    const batcher = numbers({
      maxSize: 1,
      run: async (items) => {
        await new Promise(setImmediate);
        done.push(...items);
        return items;
      },
    });
    batcher.push([1, 2, 3]);

    await batcher.close();

    expect(done).to.deep.equal([1, 2, 3]);
  });

  it('settles every call, in order and within its limit, whatever fails, hangs or closes', async () => {
    const step = fc.constantFrom('works', 'works', 'fails', 'hangs', 'push nothing', 'deadline', 'close');
    const property = fc.asyncProperty(
      fc.scheduler(),
      fc.array(step, { maxLength: 12 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 3 }),
      (scheduler, steps, maxSize, smallSize) =>
        withFakeTimers(async (tick) => {
          const started: number[] = [];
          let underWay = 0;
          const batcher = createBatcher<number, number>({
            ...OPTIONS,
            maxSize,
            smallSize,
            failsAll: () => true,
            async run(ids, signal) {
              underWay += 1;
              expect(underWay).to.be.at.most(smallSize > 0 ? 2 : 1);
              signal.addEventListener('abort', () => {
                underWay -= 1;
              });
              started.push(...ids);
              if (ids.some((id) => steps[id] === 'hangs')) await new Promise(() => {});
              await scheduler.schedule(Promise.resolve());
              if (!signal.aborted) underWay -= 1;
              if (ids.some((id) => steps[id] === 'fails')) throw new Error('a bad item');
              return ids;
            },
          });

          let isClosed = false;
          async function script(): Promise<void> {
            const calls: Promise<void>[] = [];
            for (const [id, each] of steps.entries()) {
              await scheduler.schedule(Promise.resolve());
              if (each === 'push nothing') batcher.push([]);
              else if (each === 'deadline') tick(OPTIONS.deadlineMs);
              else if (each === 'close') {
                isClosed = true;
                calls.push(batcher.close());
              } else calls.push(call(id, isClosed));
            }
            await Promise.all([...calls, batcher.close()]);
          }
          async function call(id: number, isRefused: boolean): Promise<void> {
            const result = await batcher.add(id).catch(() => undefined);
            expect(started.includes(id)).to.equal(!isRefused);
            if (result !== undefined) expect([steps[id], result]).to.deep.equal(['works', id]);
          }
          await driveToEnd(script(), scheduler, () => tick(OPTIONS.deadlineMs));

          expect(underWay).to.equal(0);
          expect(started).to.deep.equal([...started].sort((a, b) => a - b));
        }),
    );
    await fc.assert(property, { numRuns: 300 });
  });
});

describe('batchers by key', () => {
  const parityOf = (item: number) => (item % 2 === 0 ? 'even' : 'odd');

  it('form groups of one key, side by side, and close with none left', async () => {
    const groups: number[][] = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const batchers = createBatchers<number, number>(parityOf, {
      ...OPTIONS,
      run: async (items) => {
        groups.push([...items]);
        if (items.includes(1)) await released;
        return items;
      },
    });

    const odd = Promise.all([1, 3].map(batchers.add));
    expect(await Promise.all([2, 4].map(batchers.add))).to.deep.equal([2, 4]);
    batchers.push([5]);
    const closed = batchers.close();
    release();

    expect(await odd).to.deep.equal([1, 3]);
    await closed;
    expect(groups).to.deep.equal([[1, 3], [2, 4], [5]]);
    expect(await batchers.add(6).catch((error: Error) => error.message)).to.equal(
      'the batcher takes no more',
    );
  });

  it('fail for one key alone', async () => {
    const batchers = createBatchers<number, number>(parityOf, {
      ...OPTIONS,
      failsAll: () => true,
      run: async (items) => {
        if (items.some((item) => item % 2 === 1)) throw new Error('odd');
        return items;
      },
    });

    const results = await Promise.allSettled([1, 2, 3, 4].map(batchers.add));

    expect(results.map(({ status }) => status)).to.deep.equal([
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });
});
