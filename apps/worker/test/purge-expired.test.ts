import { catalog, customers, imports, mail } from '@service/core';
import { DAY_MS } from '@service/jobs/primitives';
import { createClock, createStore, openTestEnv, type TestEnv, type TestStore } from '@service/testing';
import { expect } from 'chai';

describe('what has expired', () => {
  const clock = createClock();
  let domain: TestEnv;
  let store: TestStore;
  before(async () => {
    domain = await openTestEnv({ now: clock.now });
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
    await customers.purgeExpired(domain.system, 100);
    await mail.purgeOldMails(domain.system, 100);
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

  it('is a message as soon as its store says so, and no message of another store', async () => {
    const [brief, other] = [await createStore(domain.system), await createStore(domain.system)];
    for (const { tenantId, admin } of [brief, other])
      await admin.db.mail.create({
        data: {
          ...{ tenantId, kind: 'email_taken', recipient: 'a@example.com', data: {}, status: 'sent' },
          createdAt: clock.now(),
        },
      });
    await brief.admin.db.privacySettings.create({ data: { tenantId: brief.tenantId, mailDays: 3 } });
    const left = async () => {
      await mail.purgeOldMails(domain.system, 100);
      return Promise.all([brief, other].map(({ admin }) => admin.db.mail.count()));
    };

    clock.advance(3 * DAY_MS);
    expect(await left()).to.deep.equal([1, 1]);
    clock.advance(1);
    expect(await left()).to.deep.equal([0, 1]);
  });

  it('is a completed import after 30 days and an upload’s rest after one; what waits stays', async () => {
    const receive = (line: string) => catalog.importProducts(store.admin, 'ndjson', chunks(line));
    const { id: completed } = await receive('{"slug":"no"}');
    await catalog.processImports(domain.system);
    const { id: waiting } = await receive('{}');
    // The process died while it took the file.
    const { id: broken } = await receive('{}');
    await domain.system.db.fileImport.updateMany({ where: { id: broken }, data: { status: 'receiving' } });
    const left = async () => {
      await imports.purgeOldImports(domain.system, 10);
      const where = { tenantId: store.tenantId };
      const found = await domain.system.db.fileImport.findMany({ where });
      const rows = await domain.system.db.fileImportRow.count({ where });
      return [found.map(({ id }) => id).sort(), rows];
    };

    expect(await left()).to.deep.equal([[completed, waiting, broken].sort(), 3]);
    clock.advance(DAY_MS + 1);
    expect(await left()).to.deep.equal([[completed, waiting].sort(), 2]);
    clock.advance(29 * DAY_MS);
    expect(await left()).to.deep.equal([[waiting], 1]);
    await domain.system.db.fileImport.deleteMany({ where: { id: waiting } });
  });
});

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
