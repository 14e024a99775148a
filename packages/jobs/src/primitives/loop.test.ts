import { expect } from 'chai';
import fc from 'fast-check';
import { driveToEnd, withFakeTimers } from '../../test/fake-timers.ts';
import { GRACE_MS, type LoopOptions, startLoop } from './loop.ts';

const EVERY_MS = 30_000;
const DEADLINE_MS = 60_000;

function loopOf(options: Partial<LoopOptions>) {
  const outcomes: string[] = [];
  const loop = startLoop({
    name: 'the loop',
    everyMs: EVERY_MS,
    deadlineMs: DEADLINE_MS,
    run: async () => {},
    onError: () => {},
    onCycle: ({ outcome }) => outcomes.push(outcome),
    ...options,
  });
  return { loop, outcomes };
}

const turn = () => new Promise(setImmediate);

describe('a loop', () => {
  it('begins its first cycle at once, and the next after the pause', () =>
    withFakeTimers(async (tick) => {
      let runs = 0;
      const { loop } = loopOf({
        run: async () => {
          runs += 1;
        },
      });
      expect(runs).to.equal(1);

      await turn();
      tick(EVERY_MS - 1);
      expect(runs).to.equal(1);
      tick(1);
      expect(runs).to.equal(2);
      await loop.close();
    }));

  it('goes on after a cycle whose answer never comes', () =>
    withFakeTimers(async (tick) => {
      let runs = 0;
      const errors: Error[] = [];
      const { loop, outcomes } = loopOf({
        run: () => {
          runs += 1;
          return runs === 1 ? new Promise(() => {}) : Promise.resolve();
        },
        onError: (error) => errors.push(error as Error),
      });

      tick(DEADLINE_MS + GRACE_MS);
      await turn();
      tick(EVERY_MS);
      await turn();

      expect(outcomes).to.deep.equal(['abandoned', 'done']);
      expect(errors.map(({ message }) => message)).to.deep.equal([
        `the loop took longer than ${DEADLINE_MS + GRACE_MS} ms`,
      ]);
      await loop.close();
    }));

  it('asks a cycle to end at its deadline, and abandons none that does', () =>
    withFakeTimers(async (tick) => {
      const { loop, outcomes } = loopOf({
        run: (signal) =>
          new Promise<void>((resolve) => {
            signal.addEventListener('abort', () => resolve());
          }),
      });

      tick(DEADLINE_MS);
      await turn();

      expect(outcomes).to.deep.equal(['done']);
      await loop.close();
    }));

  it('asks the cycle under way to end when it is closed, and waits for that', () =>
    withFakeTimers(async () => {
      let hasEnded = false;
      let cycle: AbortSignal | undefined;
      const { loop } = loopOf({
        run: async (signal) => {
          cycle = signal;
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          hasEnded = true;
        },
      });

      const closed = loop.close();

      expect(cycle?.aborted).to.equal(true);
      await closed;
      expect(hasEnded).to.equal(true);
    }));

  it('is stuck only when several cycles in a row were abandoned', async () => {
    let now = 0;
    const clock = () => now;
    await withFakeTimers(async (tick) => {
      let fate = (): Promise<unknown> => Promise.reject(new Error('database away'));
      const { loop } = loopOf({ run: () => fate(), now: clock });
      async function pass(ms: number): Promise<void> {
        now += ms;
        tick(ms);
        await turn();
      }
      for (let cycle = 0; cycle < 10; cycle += 1) {
        await turn();
        await pass(EVERY_MS);
      }
      expect(loop.isStuck()).to.equal(false);

      fate = () => new Promise(() => {});
      for (let cycle = 0; cycle < 4; cycle += 1) {
        await pass(EVERY_MS);
        await pass(DEADLINE_MS + GRACE_MS);
      }
      expect(loop.isStuck()).to.equal(true);

      fate = () => Promise.resolve();
      await pass(EVERY_MS);
      expect(loop.isStuck()).to.equal(false);
      await loop.close();
    });
  });

  it('runs one cycle at a time unless it abandoned the other, and none after its close', async () => {
    const property = fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom('works', 'fails', 'throws', 'hangs', 'obeys'), { maxLength: 6 }),
      fc.integer({ min: 0, max: 8 }),
      (scheduler, fates, closeAfter) =>
        withFakeTimers(async (tick) => {
          let runs = 0;
          const underWay = new Set<number>();
          const ends: string[] = [];
          let isClosed = false;
          const { loop } = loopOf({
            run(signal) {
              expect(isClosed).to.equal(false);
              const fate = fates[runs] ?? 'works';
              runs += 1;
              if (fate === 'throws') throw new Error('at once');
              return cycle(runs, fate, signal);
            },
            onCycle({ outcome }) {
              ends.push(outcome);
              if (outcome === 'abandoned') underWay.clear();
            },
            onError: () => {
              throw new Error('the log is away');
            },
          });
          async function cycle(id: number, fate: string, signal: AbortSignal): Promise<void> {
            expect([...underWay]).to.deep.equal([]);
            underWay.add(id);
            if (fate === 'hangs') await new Promise(() => {});
            if (fate === 'obeys') await new Promise((resolve) => signal.addEventListener('abort', resolve));
            else await scheduler.schedule(Promise.resolve());
            underWay.delete(id);
            if (fate === 'fails') throw new Error('bad');
          }
          async function script(): Promise<void> {
            for (let passed = 0; passed < closeAfter; passed += 1) {
              await scheduler.schedule(Promise.resolve());
              pass();
            }
            isClosed = true;
            await loop.close();
            expect([...underWay]).to.deep.equal([]);
          }
          function pass(): void {
            tick(EVERY_MS);
            tick(DEADLINE_MS);
            tick(GRACE_MS);
          }
          await driveToEnd(script(), scheduler, pass);
          expect(ends).to.have.length(runs);
          pass();
          await turn();
          expect(ends).to.have.length(runs);
        }),
    );
    await fc.assert(property, { numRuns: 300 });
  });
});
