import { inTransaction, mail, outbox, readDbNow } from '@service/core';
import { MAIL_QUEUE, startRowJob } from '@service/jobs';
import { createStore, openTestEnv, type TestStore, testQueueConnection, until } from '@service/testing';
import { expect } from 'chai';

const [BUSY, QUIET] = ['busy@example.com', 'quiet@example.com'];

describe('the mails of a store', () => {
  it('wait for none of another store, however many that one has', async () => {
    const domain = await openTestEnv();
    const begun: string[] = [];
    const sent: string[] = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const mailer: mail.Mailer = {
      async send({ to }) {
        begun.push(to);
        if (to === BUSY) await released;
        sent.push(to);
      },
      post: async () => {},
      links: {},
      close: () => {},
    };
    async function record(store: TestStore, to: string, count: number) {
      for (let n = 0; n < count; n += 1)
        await inTransaction(store.storefront, (tx) =>
          mail.recordMail(tx, { kind: 'password_reset', to, data: { name: 'Ada' }, token: 'secret' }),
        );
      return domain.enqueuedMails.splice(0);
    }
    const many = await record(await createStore(domain.system), BUSY, 8);
    const one = await record(await createStore(domain.system), QUIET, 1);
    const job = startRowJob(
      domain.system,
      {
        queueName: `${MAIL_QUEUE}-in-turns`,
        concurrency: 4,
        perStore: 2,
        findDue: async () => [],
        work: (ctx, row) => outbox.sendMail(ctx, mailer, row),
      },
      {
        connection: await testQueueConnection(),
        pollIntervalMs: 600_000,
        dbNow: () => readDbNow(domain.system),
      },
    );
    try {
      await until(() => {
        job.enqueue(many);
        return begun.length === 2;
      }, 'two mails of the busy store');
      await until(() => {
        job.enqueue(one);
        return sent.includes(QUIET);
      }, 'the mail of the other store');
      expect(begun).to.deep.equal([BUSY, BUSY, QUIET]);

      release();
      // Waiting for a turn is no attempt.
      const where = { id: { in: many.map(({ id }) => id) }, status: 'sent', attempts: 1 };
      await until(async () => (await domain.system.db.mail.count({ where })) === many.length, 'all mails');
      expect(sent).to.have.length(many.length + one.length);
    } finally {
      release();
      await job.close();
      await domain.close();
    }
  });
});
