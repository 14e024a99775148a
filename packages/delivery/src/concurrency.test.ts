import { expect } from 'chai';
import { Capacity } from './concurrency.ts';

const lane = (tenantId: string, subscriptionId: string) => ({ tenantId, subscriptionId });

function fill(capacity: Capacity, each: ReturnType<typeof lane>): number {
  let taken = 0;
  for (; capacity.room(each) > 0; taken += 1) capacity.take(each);
  return taken;
}

describe('capacity', () => {
  it('give a subscriber that is alone its whole share', () => {
    expect(fill(new Capacity(50), lane('a', 'a1'))).to.equal(50);
  });

  it('say beforehand how many there are', () => {
    const capacity = new Capacity(50);
    capacity.take(lane('a', 'a1'), 7);

    const room = capacity.room(lane('b', 'b1'));

    expect(fill(capacity, lane('b', 'b1'))).to.equal(room);
  });

  it('are left for every other subscriber of a store while some of it hang', () => {
    const capacity = new Capacity(50);
    for (let count = 0; count < 5; count += 1) fill(capacity, lane('a', `a${count}`));

    expect(capacity.room(lane('a', 'next'))).to.be.greaterThan(0);
  });

  it('are left for a newcomer while twenty stores hang with all that they have', () => {
    const capacity = new Capacity(50);
    for (let store = 0; store < 20; store += 1) {
      for (let count = 0; count < 3; count += 1) fill(capacity, lane(`${store}`, `${store}-${count}`));
    }

    expect(capacity.room(lane('new', 'new'))).to.be.greaterThan(0);
  });

  it('leave one store at most half of all, however many subscribers it has', () => {
    const capacity = new Capacity(50);
    let taken = 0;
    for (let count = 0; count < 40; count += 1) taken += fill(capacity, lane('a', `a${count}`));

    expect(taken).to.be.at.most(capacity.total / 2);
  });

  it('come back when they are released', () => {
    const capacity = new Capacity(50);
    fill(capacity, lane('a', 'a1'));

    capacity.release(lane('a', 'a1'), 50);

    expect(capacity.snapshot()).to.deep.equal(new Capacity(50).snapshot());
  });

  it('are the same as data', () => {
    const capacity = new Capacity(50);
    capacity.take(lane('a', 'a1'), 20);
    capacity.take(lane('b', 'b1'), 3);

    const { lanes, stores, others } = capacity.snapshot();

    expect(lanes.find(({ id }) => id === 'a1')?.room).to.equal(capacity.room(lane('a', 'a1')));
    const { newLane = 0, room = 0 } = stores.find(({ id }) => id === 'a') ?? {};
    expect(Math.min(newLane, room)).to.equal(capacity.room(lane('a', 'a2')));
    expect(Math.min(others.newLane, others.room)).to.equal(capacity.room(lane('c', 'c1')));
  });
});
