import { expect } from 'chai';
import { createCoalescer } from './coalesce.ts';

describe('a coalescer', () => {
  it('still runs what comes after an empty group', async () => {
    const groups: number[][] = [];
    const coalescer = createCoalescer<number>({
      run: async (items) => void groups.push([...items]),
      maxWaiting: 10,
      onError: (error) => expect.fail(error.message),
    });

    coalescer.add([]);
    coalescer.add([1, 2]);
    await coalescer.settled();

    expect(groups).to.deep.equal([[1, 2]]);
  });
});
