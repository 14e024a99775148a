import { expect } from 'chai';
import fc from 'fast-check';
import { eachItem } from './each-item.ts';

describe('the items of a cycle', () => {
  it('are all tried, in order, whichever of them fail', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('works', 'fails', 'throws')), async (fates) => {
        const tried: number[] = [];
        const failed: number[] = [];
        function work([index, fate]: [number, string]): Promise<number> {
          tried.push(index);
          if (fate === 'throws') throw new Error('at once');
          return fate === 'fails' ? Promise.reject(new Error('bad')) : Promise.resolve(index);
        }

        const results = await eachItem(fates.entries(), work, {
          onError: (_, [index]) => failed.push(index),
        });

        expect(tried).to.deep.equal([...fates.keys()]);
        expect(results).to.deep.equal(tried.filter((index) => fates[index] === 'works'));
        expect(failed).to.deep.equal(tried.filter((index) => fates[index] !== 'works'));
      }),
    );
  });

  it('are left to the next cycle once the signal aborts', async () => {
    const stop = new AbortController();
    const tried: number[] = [];

    await eachItem(
      [1, 2, 3],
      async (item) => {
        tried.push(item);
        if (item === 2) stop.abort();
      },
      { onError: expect.fail, signal: stop.signal },
    );

    expect(tried).to.deep.equal([1, 2]);
  });
});
