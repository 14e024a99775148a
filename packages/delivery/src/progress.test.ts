import { expect } from 'chai';
import { Progress } from './progress.ts';

const AT_ONCE = -1;
const caught = (work: Promise<unknown>) => work.catch(() => undefined);

describe('progress', () => {
  it('is not stuck before anything was begun', () => {
    expect(new Progress().isStuck(AT_ONCE)).to.equal(false);
  });

  it('is stuck while work that was begun does not end', () => {
    const progress = new Progress();

    void progress.watch(new Promise(() => {}));

    expect(progress.isStuck(AT_ONCE)).to.equal(true);
    expect(progress.isStuck(60_000)).to.equal(false);
  });

  it('is no longer stuck when work ends, however late, well or not', async () => {
    for (const end of [() => Promise.resolve(), () => Promise.reject(new Error('the database is away'))]) {
      const progress = new Progress();

      await caught(progress.watch(end()));

      expect(progress.isStuck(AT_ONCE)).to.equal(false);
    }
  });

  it('runs work in turn one at a time, also after work that failed', async () => {
    const progress = new Progress();
    const seen: string[] = [];
    const work = (name: string, fails = false) =>
      caught(
        progress.inTurn(async () => {
          seen.push(`${name} begins`);
          await Promise.resolve();
          seen.push(`${name} ends`);
          if (fails) throw new Error('the database is away');
        }),
      );

    await Promise.all([work('a', true), work('b')]);

    expect(seen).to.deep.equal(['a begins', 'a ends', 'b begins', 'b ends']);
  });
});
