import { expect } from 'chai';
import { loadLater, nextLoadFailure } from './load-later.ts';

describe('a module that is loaded later', () => {
  it('is returned, and nothing has failed', async () => {
    const failure = nextLoadFailure();

    const { sep } = await loadLater(() => import('node:path'));

    expect(sep).to.be.a('string');
    expect(await Promise.race([failure, 'none'])).to.equal('none');
  });

  it('and can’t be loaded rejects, and the process learns of it once', async () => {
    const failure = nextLoadFailure();
    const missing = './no-such-module.ts';

    const error = await loadLater(() => import(missing)).catch((thrown: unknown) => thrown);
    await loadLater(() => import('./no-other-module.ts' as string)).catch(() => undefined);

    expect(error).to.include({ code: 'ERR_MODULE_NOT_FOUND' });
    expect(await failure).to.equal(error);
  });
});
