import { expect } from 'chai';
import { createTurns, type Turn } from './turns.ts';

describe('turns', () => {
  let nowMs = 0;
  const open = () => createTurns({ perKey: 2, firstMs: 1000, apartMs: 10, elapsed: () => nowMs });
  const busyForMs = (turn: Turn) => ('busyForMs' in turn ? turn.busyForMs : null);

  beforeEach(() => {
    nowMs = 5000;
  });

  it('give each key its permits, and spread the tries of those that find none', () => {
    const turns = open();

    const waits = Array.from({ length: 5 }, () => busyForMs(turns.reserve('busy')));

    expect(waits).to.deep.equal([null, null, 1000, 1010, 1020]);
    expect(busyForMs(turns.reserve('other'))).to.equal(null);
  });

  it('count the tries of each line by themselves', () => {
    const turns = open();
    for (const _ of ['first', 'second']) turns.reserve('DE', 'DE of one store');

    expect(busyForMs(turns.reserve('DE', 'DE of one store'))).to.equal(1000);
    expect(busyForMs(turns.reserve('DE', 'DE of one store'))).to.equal(1010);
    expect(busyForMs(turns.reserve('DE', 'DE of another'))).to.equal(1000);
  });

  it('give a released permit to the next try, and begin a line again whose tries are over', () => {
    const turns = open();
    const [first] = [turns.reserve('busy'), turns.reserve('busy')];
    for (const _ of ['first', 'second', 'third']) turns.reserve('busy');
    if ('release' in first) first.release();

    expect(busyForMs(turns.reserve('busy'))).to.equal(null);
    expect(busyForMs(turns.reserve('busy'))).to.equal(1030);
    nowMs += 2000;
    expect(busyForMs(turns.reserve('busy'))).to.equal(1000);
  });
});
