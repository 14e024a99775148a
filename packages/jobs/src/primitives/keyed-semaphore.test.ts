import { expect } from 'chai';
import { Turnstiles } from './turnstile.ts';

describe('a turnstile', () => {
  it('gives no turn to who gave up waiting', async () => {
    const turnstiles = new Turnstiles(1);
    await turnstiles.enter('store', 0);
    expect(await turnstiles.enter('store', 0)).to.equal(false);

    turnstiles.leave('store');

    expect(await turnstiles.enter('store', 0)).to.equal(true);
  });

  it('passes a turn on to who waits, in the order of their arrival', async () => {
    const turnstiles = new Turnstiles(1);
    const got: number[] = [];
    await turnstiles.enter('store', 0);
    const waiting = [1, 2].map(async (each) => {
      await turnstiles.enter('store', 10_000);
      got.push(each);
      turnstiles.leave('store');
    });

    turnstiles.leave('store');
    await Promise.all(waiting);

    expect(got).to.deep.equal([1, 2]);
  });

  it('keeps nothing of a key that nobody uses any more', async () => {
    const turnstiles = new Turnstiles(1);
    for (const key of ['one', 'two']) await turnstiles.enter(key, 0);
    await turnstiles.enter('one', 0);
    expect(turnstiles.size).to.equal(2);

    for (const key of ['one', 'two']) turnstiles.leave(key);

    expect(turnstiles.size).to.equal(0);
  });
});
