import { expect } from 'chai';
import { Slots } from './concurrency.ts';

const lane = (tenantId: string, subscriptionId: string) => ({ tenantId, subscriptionId });

function fill(slots: Slots, each: ReturnType<typeof lane>): number {
  let taken = 0;
  for (; slots.room(each) > 0; taken += 1) slots.take(each);
  return taken;
}

describe('slots', () => {
  it('give a subscriber that is alone its whole share', () => {
    expect(fill(new Slots(50), lane('a', 'a1'))).to.equal(50);
  });

  it('say beforehand how many there are', () => {
    const slots = new Slots(50);
    slots.take(lane('a', 'a1'), 7);

    const room = slots.room(lane('b', 'b1'));

    expect(fill(slots, lane('b', 'b1'))).to.equal(room);
  });

  it('are left for every other subscriber of a store while some of it hang', () => {
    const slots = new Slots(50);
    for (let count = 0; count < 5; count += 1) fill(slots, lane('a', `a${count}`));

    expect(slots.room(lane('a', 'next'))).to.be.greaterThan(0);
  });

  it('are left for a newcomer while twenty stores hang with all that they have', () => {
    const slots = new Slots(50);
    for (let store = 0; store < 20; store += 1) {
      for (let count = 0; count < 3; count += 1) fill(slots, lane(`${store}`, `${store}-${count}`));
    }

    expect(slots.room(lane('new', 'new'))).to.be.greaterThan(0);
  });

  it('leave one store at most half of all, however many subscribers it has', () => {
    const slots = new Slots(50);
    let taken = 0;
    for (let count = 0; count < 40; count += 1) taken += fill(slots, lane('a', `a${count}`));

    expect(taken).to.be.at.most(slots.capacity / 2);
  });

  it('come back when they are released', () => {
    const slots = new Slots(50);
    fill(slots, lane('a', 'a1'));

    slots.release(lane('a', 'a1'), 50);

    expect(slots.rooms()).to.deep.equal(new Slots(50).rooms());
  });

  it('are the same as data', () => {
    const slots = new Slots(50);
    slots.take(lane('a', 'a1'), 20);
    slots.take(lane('b', 'b1'), 3);

    const { lanes, stores, others } = slots.rooms();

    expect(lanes.find(({ id }) => id === 'a1')?.room).to.equal(slots.room(lane('a', 'a1')));
    const { newLane = 0, room = 0 } = stores.find(({ id }) => id === 'a') ?? {};
    expect(Math.min(newLane, room)).to.equal(slots.room(lane('a', 'a2')));
    expect(Math.min(others.newLane, others.room)).to.equal(slots.room(lane('c', 'c1')));
  });
});
