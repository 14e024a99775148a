import { expect } from 'chai';
import { createKeptValue } from './kept-value.ts';

describe('a kept value', () => {
  let time: number;
  let readings: ((value: string) => void)[];
  let failures: unknown[];
  let fail: (error: Error) => void;

  beforeEach(() => {
    time = 0;
    readings = [];
    failures = [];
  });

  afterEach(() => {
    for (const end of readings) end('late');
  });

  const create = () =>
    createKeptValue({
      what: 'reading a value',
      deadlineMs: 60_000,
      refreshAfterMs: 10,
      maxAgeMs: 20,
      now: () => time,
      read: () =>
        new Promise<string>((resolve, reject) => {
          readings.push(resolve);
          fail = reject;
        }),
      onFailure: (error) => failures.push(error),
    });

  async function readOnce() {
    const kept = create();
    const first = kept.get();
    readings[0]?.('first');
    expect(await first).to.equal('first');
    return kept;
  }

  it('is read once and then known', async () => {
    const kept = await readOnce();
    time = 9;

    expect(await kept.get()).to.equal('first');
    expect(readings).to.have.length(1);
  });

  it('is had at once while it is read again, though that hangs', async () => {
    const kept = await readOnce();
    time = 10;

    expect([await kept.get(), await kept.get()]).to.deep.equal(['first', 'first']);
    expect(readings).to.have.length(2);
  });

  it('is waited for when it is too old, by all who ask', async () => {
    const kept = await readOnce();
    time = 20;

    const both = [kept.get(), kept.get()];
    readings[1]?.('second');

    expect(await Promise.all(both)).to.deep.equal(['second', 'second']);
    expect(readings).to.have.length(2);
  });

  it('holds as long again after a reading that failed, and nobody waits', async () => {
    const kept = await readOnce();
    time = 20;
    const waiting = kept.get();
    fail(new Error('away'));
    expect(await waiting).to.equal('first');
    expect(failures).to.have.length(1);

    time = 39;

    expect(await kept.get()).to.equal('first');
    expect(readings).to.have.length(3);
  });
});
