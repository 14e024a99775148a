import { expect } from 'chai';
import { Capacity } from './capacity.ts';

const of = (tenantId: string, subscriptionId: string) => ({ tenantId, subscriptionId });

function fill(capacity: Capacity, each: ReturnType<typeof of>): number {
  let taken = 0;
  for (; capacity.free(each) > 0; taken += 1) capacity.take(each);
  return taken;
}

describe('capacity', () => {
  it('gives a subscriber that is alone its whole share', () => {
    expect(fill(new Capacity(50), of('a', 'a1'))).to.equal(50);
  });

  it('says beforehand how much there is', () => {
    const capacity = new Capacity(50);
    capacity.take(of('a', 'a1'), 7);

    const free = capacity.free(of('b', 'b1'));

    expect(fill(capacity, of('b', 'b1'))).to.equal(free);
  });

  it('is left for every other subscriber of a store while some of it hang', () => {
    const capacity = new Capacity(50);
    for (let count = 0; count < 5; count += 1) fill(capacity, of('a', `a${count}`));

    expect(capacity.free(of('a', 'next'))).to.be.greaterThan(0);
  });

  it('is left for a newcomer while twenty stores hang with all that they have', () => {
    const capacity = new Capacity(50);
    for (let store = 0; store < 20; store += 1) {
      for (let count = 0; count < 3; count += 1) fill(capacity, of(`${store}`, `${store}-${count}`));
    }

    expect(capacity.free(of('new', 'new'))).to.be.greaterThan(0);
  });

  it('leaves one store at most half of all, however many subscribers it has', () => {
    const capacity = new Capacity(50);
    let taken = 0;
    for (let count = 0; count < 40; count += 1) taken += fill(capacity, of('a', `a${count}`));

    expect(taken).to.be.at.most(capacity.total / 2);
  });

  it('comes back when it is released', () => {
    const capacity = new Capacity(50);
    fill(capacity, of('a', 'a1'));

    capacity.release(of('a', 'a1'), 50);

    expect(capacity.snapshot()).to.deep.equal(new Capacity(50).snapshot());
  });

  it('is the same as data', () => {
    const capacity = new Capacity(50);
    capacity.take(of('a', 'a1'), 20);
    capacity.take(of('b', 'b1'), 3);

    const { subscriptions, stores, others } = capacity.snapshot();

    expect(subscriptions.find(({ id }) => id === 'a1')?.free).to.equal(capacity.free(of('a', 'a1')));
    const { newSubscription = 0, free = 0 } = stores.find(({ id }) => id === 'a') ?? {};
    expect(Math.min(newSubscription, free)).to.equal(capacity.free(of('a', 'a2')));
    expect(Math.min(others.newSubscription, others.free)).to.equal(capacity.free(of('c', 'c1')));
  });
});
