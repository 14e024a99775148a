import { customers, mail } from '@service/core';
import {
  createClock,
  createStore,
  openTestPlatform,
  type TestPlatform,
  type TestStore,
} from '@service/testing';
import { expect } from 'chai';

const DAY_MS = 24 * 3600 * 1000;

describe('what has expired', () => {
  const clock = createClock();
  let domain: TestPlatform;
  let store: TestStore;
  before(async () => {
    domain = await openTestPlatform({ now: clock.now });
    store = await createStore(domain.system);
  });
  after(() => domain.close());

  async function rows() {
    const where = { tenantId: store.tenantId };
    const { db } = domain.system;
    return {
      sessions: await db.customerSession.count({ where }),
      tokens: await db.customerToken.count({ where }),
      mails: await db.mail.count({ where }),
    };
  }
  async function forget() {
    await customers.forgetExpired(domain.system);
    await mail.forgetOldMails(domain.system);
    return rows();
  }

  it('is deleted a day later, decoys with it; what waits or works stays', async () => {
    await store.customer();
    await customers.requestReset(store.storefront, { email: 'stranger@example.com' });
    // A session and a verification; a reset token and a decoy for the stranger.
    expect(await forget()).to.deep.equal({ sessions: 1, tokens: 2, mails: 2 });

    clock.advance(DAY_MS + 31 * 60_000);
    expect(await forget()).to.deep.equal({ sessions: 1, tokens: 1, mails: 1 });

    clock.advance(31 * DAY_MS);
    expect(await forget()).to.deep.equal({ sessions: 0, tokens: 0, mails: 1 });

    await domain.system.db.mail.updateMany({
      where: { tenantId: store.tenantId },
      data: { status: 'sent', nextAttemptAt: null, tokenSealed: null },
    });
    expect(await forget()).to.deep.equal({ sessions: 0, tokens: 0, mails: 0 });
  });
});
