import { expect } from 'chai';
import fc from 'fast-check';
import { driveToEnd, withFakeTimers } from '../../test/fake-timers.ts';
import { singleFlight } from './single-flight.ts';

const DEADLINE_MS = 1000;

describe('a single flight', () => {
  it('runs one call at a time, serves all who joined, and starts again after any end', async () => {
    const property = fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom('works', 'fails', 'throws', 'hangs'), { minLength: 1, maxLength: 8 }),
      (scheduler, fates) =>
        withFakeTimers(async (tick) => {
          const join = singleFlight<number>('the flight', DEADLINE_MS);
          let underWay: number | undefined;

          async function work(id: number, signal: AbortSignal): Promise<number> {
            expect(underWay).to.equal(undefined);
            underWay = id;
            signal.addEventListener('abort', () => {
              underWay = undefined;
            });
            if (fates[id] === 'hangs') await new Promise(() => {});
            await scheduler.schedule(Promise.resolve());
            if (!signal.aborted) underWay = undefined;
            if (fates[id] === 'fails') throw new Error('bad');
            return id;
          }
          function begin(id: number, signal: AbortSignal): Promise<number> {
            if (fates[id] === 'throws') throw new Error('at once');
            return work(id, signal);
          }
          async function call(id: number): Promise<void> {
            await scheduler.schedule(Promise.resolve());
            const result = await join((signal) => begin(id, signal)).catch(() => undefined);
            if (result !== undefined) expect(fates[result]).to.equal('works');
          }
          async function script(): Promise<void> {
            await Promise.all(fates.map((_, id) => call(id)));
            expect(await join(async () => 99)).to.equal(99);
          }
          await driveToEnd(script(), scheduler, () => tick(DEADLINE_MS));
        }),
    );
    await fc.assert(property, { numRuns: 300 });
  });
});
