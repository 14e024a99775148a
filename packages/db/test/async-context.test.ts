import { expect } from 'chai';
import { AsyncContext } from '../src/async-context.ts';

describe('a value that goes with the async flow', () => {
  const turn = () => new Promise(setImmediate);

  it('is known to everything inside, and stays so when another run ends', async () => {
    const context = new AsyncContext<string>();
    const seen: (string | undefined)[] = [];
    let end = () => {};
    const first = context.run('first', () => new Promise<void>((resolve) => (end = resolve)));
    const second = context.run('second', async () => {
      await turn();
      seen.push(context.get());
      end();
      await first;
      await turn();
      seen.push(context.get());
      await context.run('inner', async () => {
        await turn();
        seen.push(context.get());
      });
      seen.push(context.get());
    });
    await second;

    expect(seen).to.deep.equal(['second', 'second', 'inner', 'second']);
  });

  it('is known to nobody after its end, also when that was a failure', async () => {
    const context = new AsyncContext<string>();
    let late: Promise<string | undefined> = Promise.resolve('');
    const failed = context.run('gone', async () => {
      late = turn()
        .then(turn)
        .then(() => context.get());
      throw new Error('failed');
    });

    expect(await failed.catch((error: Error) => error.message)).to.equal('failed');
    expect(context.get()).to.equal(undefined);
    expect(await late).to.equal(undefined);
  });
});
