import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createPullWaits, type Place, type PullWaits } from './pull-waits.ts';

const A_WHILE_MS = 600_000;

describe('createPullWaits', () => {
  const tenantId = randomUUID();
  const subscriptionId = randomUUID();
  const never = new AbortController().signal;
  let waits: PullWaits;

  beforeEach(() => {
    waits = createPullWaits({ perStore: 3, inAll: 4 });
  });
  afterEach(() => waits.close());

  const enter = (ref = { tenantId, subscriptionId }): Place => {
    const place = waits.enter(ref);
    if (!place) throw new Error('no place');
    place.watch();
    return place;
  };
  const wait = (place: Place, signal = never) => place.wait(A_WHILE_MS, signal);

  it('wakes one at a time, who came first first', async () => {
    const woken: string[] = [];
    const ended = ['first', 'second'].map((name) => wait(enter()).then(() => woken.push(name)));

    waits.wake(subscriptionId);
    await ended[0];
    expect(woken).to.deep.equal(['first']);
    waits.wake(subscriptionId);
    await ended[1];
  });

  it('remembers a wake that comes between the look and the wait', async () => {
    const place = enter();
    waits.wake(subscriptionId);
    expect(await wait(place)).to.equal(true);
  });

  it('hands a wake on that came to nothing, also of one who is gone', async () => {
    const gone = new AbortController();
    const [first, second] = [enter(), enter()];
    const ended = wait(first, gone.signal);
    const next = wait(second);
    waits.wake(subscriptionId);
    gone.abort();

    expect(await ended).to.equal(false);
    first.leave();
    expect(await next).to.equal(true);
  });

  it('wakes each subscription of a store by the store’s id, and nobody else', async () => {
    const other = { tenantId, subscriptionId: randomUUID() };
    const ended = [wait(enter()), wait(enter(other))];
    const stranger = enter({ tenantId: randomUUID(), subscriptionId: randomUUID() });
    let isStrangerWoken = false;
    const left = wait(stranger).then((goesOn) => {
      isStrangerWoken = goesOn;
    });

    waits.wake(tenantId);
    await Promise.all(ended);
    waits.close();
    await left;
    expect(isStrangerWoken).to.equal(false);
  });

  it('has so many places for a store, so many in all, and gives those back that are left', () => {
    const places = [enter(), enter(), enter()];
    expect(waits.enter({ tenantId, subscriptionId })).to.equal(undefined);
    enter({ tenantId: randomUUID(), subscriptionId: randomUUID() });
    expect(waits.enter({ tenantId: randomUUID(), subscriptionId })).to.equal(undefined);

    places[0]?.leave();
    expect(waits.enter({ tenantId, subscriptionId })).to.not.equal(undefined);
  });

  it('ends every wait when the process stops, and lets nobody in', async () => {
    const ended = wait(enter());
    waits.close();
    expect(await ended).to.equal(false);
    expect(waits.enter({ tenantId, subscriptionId })).to.equal(undefined);
  });
});
