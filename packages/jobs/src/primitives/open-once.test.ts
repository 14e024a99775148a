import { expect } from 'chai';
import { openOnce } from './open-once.ts';

describe('what is opened once', () => {
  it('is opened by the first who needs it, for all', async () => {
    let opened = 0;
    const place = openOnce(async () => {
      opened += 1;
      return opened;
    });

    expect(await place.opened()).to.equal(undefined);
    expect(await Promise.all([place.open(), place.open()])).to.deep.equal([1, 1]);
    expect(await place.opened()).to.equal(1);
  });

  it('is opened again by its next user after a failure, and has nothing to close until then', async () => {
    let tries = 0;
    const place = openOnce(async () => {
      tries += 1;
      if (tries === 1) throw new Error('too many open files');
      return 'open';
    });

    const first = place.open();
    const closing = place.opened();

    expect(await first.catch(({ message }: Error) => message)).to.equal('too many open files');
    expect(await closing).to.equal(undefined);
    expect(await place.open()).to.equal('open');
  });
});
