import { expect } from 'chai';
import { withFakeTimers } from './fake-timers.ts';

describe('fake timers', () => {
  it('fire although a timer of another test is cleared', async () => {
    let left: NodeJS.Timeout | undefined;
    await withFakeTimers(async () => {
      left = setTimeout(() => {}, 5);
    });

    await withFakeTimers(async (tick) => {
      let isFired = false;
      setTimeout(() => {
        isFired = true;
      }, 10);
      clearTimeout(left);
      tick(10);
      expect(isFired).to.equal(true);
    });
  });
});
