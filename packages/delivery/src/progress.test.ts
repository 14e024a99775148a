import { DeadlineError } from '@service/jobs/primitives';
import { expect } from 'chai';
import { Progress } from './progress.ts';

const AT_ONCE = -1;
const late = () => Promise.reject(new DeadlineError('a claim', 5));
const caught = (work: Promise<unknown>) => work.catch(() => undefined);

describe('progress', () => {
  it('is not stuck before anything was begun', () => {
    expect(new Progress().isStuck(AT_ONCE)).to.equal(false);
  });

  it('is stuck when nothing but deadlines ends the work, however often it is tried', async () => {
    const progress = new Progress();

    await caught(progress.watch(late()));
    await caught(progress.watch(late()));

    expect(progress.isStuck(AT_ONCE)).to.equal(true);
    expect(progress.isStuck(60_000)).to.equal(false);
  });

  it('is no longer stuck when work ends by itself, well or not', async () => {
    for (const end of [() => Promise.resolve(), () => Promise.reject(new Error('the database is away'))]) {
      const progress = new Progress();
      await caught(progress.watch(late()));

      await caught(progress.watch(end()));

      expect(progress.isStuck(AT_ONCE)).to.equal(false);
    }
  });
});
