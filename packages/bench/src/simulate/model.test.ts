import { expect } from 'chai';
import { type Scene, simulate } from './model.ts';

const SCENE: Scene = {
  workers: 1,
  cpuMs: 0.5,
  claimMs: 0,
  concurrency: 50,
  timeoutMs: 10_000,
  retryDelaysMs: [1000, 1000, 1000, 1000, 1000, 1000],
  subscribers: {},
};

describe('the model of workers, subscribers and retries', () => {
  it('sends as fast as its core where subscribers respond at once', () => {
    const { attempts, ms } = simulate({
      ...SCENE,
      subscribers: { all: { count: 1, backlog: 4000, latencyMs: 0 } },
    });

    expect(attempts).to.equal(4000);
    expect(ms).to.be.closeTo(2000, 1);
  });

  it('sends as fast as the places of a subscriber that takes its time, with each worker more', () => {
    const subscribers = { slow: { count: 1, backlog: 5000, latencyMs: 100 } };

    // 50 places for 100 ms each, and the first of them 25 ms late.
    expect(simulate({ ...SCENE, subscribers }).ms).to.be.closeTo(10_000, 150);
    expect(simulate({ ...SCENE, workers: 2, subscribers }).ms).to.be.closeTo(5000, 150);
  });

  it('claims one after another, as much as there is capacity for when a claim begins', () => {
    const slow = { count: 1, backlog: 5000, latencyMs: 100 };
    const { ms } = simulate({ ...SCENE, claimMs: 20, subscribers: { slow } });

    // What becomes free during a claim waits for the next: half a claim on average, and then its own.
    expect(ms).to.be.within(100 * (100 + 20), 100 * (100 + 40 + 25));
  });

  it('makes as many attempts as the schedule has, and gives up after the last delay', () => {
    const failing = (part: number) =>
      simulate({ ...SCENE, subscribers: { all: { count: 1, backlog: 4000, latencyMs: 10, failing: part } } });

    expect(failing(0.5).attempts).to.be.closeTo(4000 * (2 - 0.5 ** 6), 250);
    expect(failing(1)).to.include({ attempts: 4000 * 7, delivered: 0 });
  });

  it('doesn’t let subscribers that never respond delay others, while places are left', () => {
    const { lateness } = simulate({
      ...SCENE,
      seconds: 60,
      subscribers: {
        healthy: { count: 20, perSecond: 2, latencyMs: 20 },
        silent: { count: 2, backlog: 500, latencyMs: 60_000 },
      },
    });

    expect(lateness.healthy?.at(-1)).to.be.below(60);
  });

  it('falls behind where more comes than its core can do', () => {
    const of = (perSecond: number) =>
      simulate({ ...SCENE, seconds: 10, subscribers: { all: { count: 1, perSecond, latencyMs: 1 } } });

    expect(of(1500).waiting).to.be.below(20);
    expect(of(2500).lateness.all?.at(-1)).to.be.above(1500);
  });
});
