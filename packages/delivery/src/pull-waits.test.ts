import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createPullWaits, type PullWaits, type WaitSlot } from './pull-waits.ts';

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

  const acquire = (ref = { tenantId, subscriptionId }): WaitSlot => {
    const slot = waits.acquire(ref);
    if (!slot) throw new Error('no slot');
    slot.watch();
    return slot;
  };
  const wait = (slot: WaitSlot, signal = never) => slot.wait(A_WHILE_MS, signal);

  it('wakes waiters in FIFO order', async () => {
    const woken: string[] = [];
    const ended = ['first', 'second'].map((name) => wait(acquire()).then(() => woken.push(name)));

    waits.wake(subscriptionId);
    await ended[0];
    expect(woken).to.deep.equal(['first']);
    waits.wake(subscriptionId);
    await ended[1];
  });

  it('keeps a notification that arrives between the check and the wait', async () => {
    const slot = acquire();
    waits.wake(subscriptionId);
    expect(await wait(slot)).to.equal(true);
  });

  it('passes an unused notification to the next waiter, also when the client is gone', async () => {
    const gone = new AbortController();
    const [first, second] = [acquire(), acquire()];
    const ended = wait(first, gone.signal);
    const next = wait(second);
    waits.wake(subscriptionId);
    gone.abort();

    expect(await ended).to.equal(false);
    first.release();
    expect(await next).to.equal(true);
  });

  it('wakes each subscription of a store by the store’s id, and no other', async () => {
    const other = { tenantId, subscriptionId: randomUUID() };
    const ended = [wait(acquire()), wait(acquire(other))];
    const stranger = acquire({ tenantId: randomUUID(), subscriptionId: randomUUID() });
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

  it('limits the slots of a store and of the process, and reuses released ones', () => {
    const slots = [acquire(), acquire(), acquire()];
    expect(waits.acquire({ tenantId, subscriptionId })).to.equal(undefined);
    acquire({ tenantId: randomUUID(), subscriptionId: randomUUID() });
    expect(waits.acquire({ tenantId: randomUUID(), subscriptionId })).to.equal(undefined);

    slots[0]?.release();
    expect(waits.acquire({ tenantId, subscriptionId })).to.not.equal(undefined);
  });

  it('ends every wait when the process stops, and admits no new one', async () => {
    const ended = wait(acquire());
    waits.close();
    expect(await ended).to.equal(false);
    expect(waits.acquire({ tenantId, subscriptionId })).to.equal(undefined);
  });
});
