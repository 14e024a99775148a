import { expect } from 'chai';
import fc from 'fast-check';
import { createTokenBucket } from './token-bucket.ts';

describe('a token bucket', () => {
  it('gives no holder more than the burst and what came back since, and all of that', () => {
    const takes = fc.array(
      fc.record({
        holder: fc.constantFrom('a', 'b'),
        wanted: fc.integer({ min: 0, max: 30 }),
        passesMs: fc.integer({ min: 0, max: 3000 }),
      }),
    );
    fc.assert(
      fc.property(takes, (steps) => {
        let now = 0;
        const bucket = createTokenBucket({ burst: 10, perSecond: 2 }, () => now);
        const left = new Map<string, number>();
        for (const { holder, wanted, passesMs } of steps) {
          now += passesMs;
          for (const name of ['a', 'b'])
            left.set(name, Math.min(10, (left.get(name) ?? 10) + (passesMs / 1000) * 2));
          const has = left.get(holder) ?? 0;
          const got = bucket.take(holder, wanted);
          expect(got).to.be.within(
            Math.min(wanted, Math.floor(has - 1e-6)),
            Math.min(wanted, Math.floor(has + 1e-6)),
          );
          left.set(holder, has - got);
        }
      }),
    );
  });
});
