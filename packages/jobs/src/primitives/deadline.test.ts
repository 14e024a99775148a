import { expect } from 'chai';
import fc from 'fast-check';
import { driveToEnd, withFakeTimers } from '../../test/fake-timers.ts';
import { DeadlineError, withDeadline } from './deadline.ts';

const DEADLINE_MS = 1000;

describe('a deadline', () => {
  it('gives the outcome of what ends first, once, and tells the work when it is the deadline', async () => {
    const property = fc.asyncProperty(
      fc.scheduler(),
      fc.constantFrom('works', 'fails', 'throws', 'hangs'),
      fc.boolean(),
      (scheduler, fate, isEarly) =>
        withFakeTimers(async (tick) => {
          let signal: AbortSignal | undefined;
          async function script(): Promise<void> {
            const outcome = withDeadline(
              (given) => {
                signal = given;
                if (fate === 'throws') throw new Error('at once');
                if (fate === 'hangs') return new Promise<string>(() => {});
                return scheduler.schedule(Promise.resolve()).then(() => {
                  if (fate === 'fails') throw new Error('bad');
                  return 'result';
                });
              },
              DEADLINE_MS,
              'the work',
            ).then(
              (result) => result,
              (error: Error) => error.message,
            );
            if (isEarly) {
              await scheduler.schedule(Promise.resolve());
              tick(DEADLINE_MS);
            }
            const late = `the work took longer than ${DEADLINE_MS} ms`;
            const ends = { works: 'result', fails: 'bad', throws: 'at once', hangs: late }[fate];
            expect(await outcome).to.equal(signal?.aborted ? late : ends);
          }
          await driveToEnd(script(), scheduler, () => tick(DEADLINE_MS));
        }),
    );
    await fc.assert(property);
  });

  it('says so even when the work answers the abort with an error of its own', () =>
    withFakeTimers(async (tick) => {
      const outcome = withDeadline(
        (signal) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(new Error('aborted')));
          }),
        DEADLINE_MS,
      ).catch((error) => error);

      tick(DEADLINE_MS);

      expect(await outcome).to.be.instanceOf(DeadlineError);
    }));
});
