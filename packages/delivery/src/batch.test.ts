import { expect } from 'chai';
import { createBatcher } from './batch.ts';

const ONE_BY_ONE = { maxSize: 100, isEveryones: () => false };

describe('a batcher', () => {
  it('answers each call with its own result, from one group', async () => {
    const groups: number[][] = [];
    const double = createBatcher(async (items: readonly number[]) => {
      groups.push([...items]);
      return items.map((item) => item * 2);
    }, ONE_BY_ONE);

    const results = await Promise.all([1, 2, 3].map(double));

    expect(results).to.deep.equal([2, 4, 6]);
    expect(groups).to.deep.equal([[1, 2, 3]]);
  });

  it('forms no group larger than its limit, and leaves none behind', async () => {
    const sizes: number[] = [];
    const echo = createBatcher(
      async (items: readonly number[]) => {
        sizes.push(items.length);
        return items;
      },
      { ...ONE_BY_ONE, maxSize: 4 },
    );

    await Promise.all(Array.from({ length: 10 }, (_, item) => echo(item)));

    expect(sizes).to.deep.equal([4, 4, 2]);
  });

  it('tries each item of a failed group alone, and fails only the one that is wrong', async () => {
    const check = createBatcher(async (items: readonly string[]) => {
      if (items.includes('bad')) throw new Error('bad item');
      return items;
    }, ONE_BY_ONE);

    const results = await Promise.allSettled(['a', 'bad', 'b'].map(check));

    expect(results.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('fails a whole group at once when the error is everyone’s, and works again afterwards', async () => {
    let runs = 0;
    const run = createBatcher(
      async (items: readonly number[]) => {
        runs += 1;
        if (runs === 1) throw new Error('database away');
        return items;
      },
      { ...ONE_BY_ONE, isEveryones: () => true },
    );

    const results = await Promise.allSettled([1, 2].map(run));

    expect(results.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    expect(await run(3)).to.equal(3);
    expect(runs).to.equal(2);
  });
});
