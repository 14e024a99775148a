import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  inTransaction,
  mail,
  orders,
  outbox,
  payments,
  type RowRef,
  readDbNow,
  tenants,
} from '@service/core';
import { createRowPoll, MAIL_QUEUE, startRowJob } from '@service/jobs';
import { MINUTE_MS } from '@service/jobs/primitives';
import {
  createClock,
  createStore,
  type Inbox,
  openTestEnv,
  paymentSucceeded,
  startInbox,
  type TestEnv,
  type TestStore,
  testQueueConnection,
  until,
} from '@service/testing';
import { expect } from 'chai';

const FROM = 'no-reply@shop.example';

describe('the outbox of messages', () => {
  const clock = createClock();
  let domain: TestEnv;
  let store: TestStore;
  let inbox: Inbox;
  let mailer: mail.Mailer;

  before(async () => {
    domain = await openTestEnv({ now: clock.now });
    store = await createStore(domain.system);
  });
  beforeEach(async () => {
    inbox = await startInbox();
    mailer = mail.createMailer({ smtpUrl: inbox.url, dir: '/nowhere', from: FROM });
    domain.enqueuedMails.length = 0;
    // What an earlier test left due is none of this one's business.
    await domain.system.db.mail.updateMany({
      where: { status: 'pending' },
      data: { status: 'failed', nextAttemptAt: null, tokenSealed: null },
    });
  });
  afterEach(async () => {
    mailer.close();
    await inbox.close();
  });
  after(() => domain.close());

  async function record(token?: string): Promise<RowRef> {
    await inTransaction(store.storefront, (tx) =>
      mail.recordMail(tx, {
        kind: 'password_reset',
        to: 'ada@example.com',
        data: { name: 'Ada' },
        ...(token ? { token } : {}),
      }),
    );
    return domain.enqueuedMails.at(-1) ?? expect.fail('No message was recorded');
  }
  const row = (message: RowRef) => domain.system.db.mail.findFirstOrThrow({ where: message });
  const send = (message: RowRef) => outbox.sendMail(domain.system, mailer, message);

  it('sends text and HTML in the name of the store, and forgets the token', async () => {
    const message = await record('secret-token');
    const waiting = await row(message);

    const dueAt = await send(message);

    expect(dueAt).to.equal(null);
    expect(inbox.mails).to.have.length(1);
    const received = inbox.lastTo('ada@example.com');
    expect(received.from).to.deep.include({ name: 'Test Store', address: FROM });
    expect(received.messageId).to.equal(`<${message.id}@shop.example>`);
    expect(received.text).to.include('secret-token');
    expect(received.html).to.include('secret-token');
    expect(JSON.stringify(waiting)).not.to.include('secret-token');
    expect(await row(message)).to.deep.include({ status: 'sent', tokenSealed: null, nextAttemptAt: null });
  });

  it('leaves nothing behind when the change rolls back', async () => {
    const before = await domain.system.db.mail.count();

    await inTransaction(store.storefront, async (tx) => {
      await mail.recordMail(tx, { kind: 'email_taken', to: 'ada@example.com', data: {} });
      throw new Error('no');
    }).catch(() => undefined);

    expect(await domain.system.db.mail.count()).to.equal(before);
    expect(domain.enqueuedMails).to.deep.equal([]);
  });

  it('sends again after a failure, under the same Message-ID', async () => {
    const message = await record('secret-token');
    inbox.answer(451);

    const dueAt = await send(message);

    expect(dueAt).to.deep.equal(new Date(clock.now().getTime() + MINUTE_MS));
    expect((await row(message)).lastError).to.equal('EENVELOPE RCPT TO 451');
    expect(await send(message)).to.deep.equal(dueAt);

    clock.advance(MINUTE_MS);
    inbox.answer(250);
    await send(message);
    expect(inbox.lastTo('ada@example.com').messageId).to.equal(`<${message.id}@shop.example>`);
  });

  it('is sent later when its server goes on talking, and then by another connection', async () => {
    const talking = createServer((socket) => {
      socket.on('error', () => {});
      socket.write('220 hello\r\n');
      socket.once('data', () => {
        const more = setInterval(() => socket.write('250-and more\r\n'), 5);
        socket.on('close', () => clearInterval(more));
      });
    });
    await new Promise<void>((resolve) => talking.listen(0, '127.0.0.1', resolve));
    const { port } = talking.address() as AddressInfo;
    const url = `smtp://127.0.0.1:${port}`;
    const patient = mail.createMailer({ smtpUrl: url, dir: '/nowhere', from: FROM, deadlineMs: 500 });
    const connections = new Set<Socket>();
    talking.on('connection', (socket) => connections.add(socket));
    const message = await record('secret-token');

    const dueAt = await outbox.sendMail(domain.system, patient, message);

    expect(dueAt).to.deep.equal(new Date(clock.now().getTime() + MINUTE_MS));
    expect(await row(message)).to.include({ status: 'pending', lastError: 'EABORT' });
    clock.advance(MINUTE_MS);
    await outbox.sendMail(domain.system, patient, message);
    await until(() => connections.size === 2, 'the other connection');
    patient.close();
    for (const socket of connections) socket.destroy();
    await new Promise((resolve) => talking.close(resolve));
  });

  it('gives up at once when the recipient is refused for good', async () => {
    const message = await record('secret-token');
    inbox.answer(550);

    expect(await send(message)).to.equal(null);

    expect(await row(message)).to.deep.include({ status: 'failed', tokenSealed: null, nextAttemptAt: null });
  });

  it('gives up after seven attempts', async () => {
    const message = await record();
    inbox.answer(451);
    const waits: number[] = [];

    for (let dueAt = await send(message); dueAt; dueAt = await send(message)) {
      waits.push((dueAt.getTime() - clock.now().getTime()) / MINUTE_MS);
      clock.advance(dueAt.getTime() - clock.now().getTime());
    }

    expect(waits).to.deep.equal([1, 5, 30, 120, 360, 1440]);
    expect(await row(message)).to.deep.include({ status: 'failed', attempts: 7 });
  });

  it('sends once when two workers take the same message', async () => {
    const message = await record();

    await Promise.all([send(message), send(message), send(message)]);

    expect(inbox.mails).to.have.length(1);
  });

  it('repeats under the same Message-ID when a worker died before it could record', async () => {
    const message = await record('secret-token');
    const dying = { ...mailer, send: (m: never) => mailer.send(m).then(() => new Promise<void>(() => {})) };
    void outbox.sendMail(domain.system, dying, message);
    await until(() => inbox.mails.length === 1, 'the first message');
    clock.advance(10 * MINUTE_MS);

    await send(message);

    expect(inbox.mails.map(({ messageId }) => messageId)).to.deep.equal([
      `<${message.id}@shop.example>`,
      `<${message.id}@shop.example>`,
    ]);
  });

  it('writes files where no mail server is named', async () => {
    const dir = join(await mkdtemp(join(tmpdir(), 'commerce-mail-')), 'mail');
    const files = mail.createMailer({ dir, from: FROM });
    const message = await record('secret-token');

    await outbox.sendMail(domain.system, files, message);

    expect(await readdir(dir)).to.deep.equal([`${message.id}.eml`]);
    const path = join(dir, `${message.id}.eml`);
    expect(await readFile(path, 'utf8'))
      .to.include('To: ada@example.com')
      .and.to.include('secret-token');
    expect((await stat(path)).mode & 0o077).to.equal(0);
  });

  it('goes through a queue that holds the store, the id and nothing else, and is logged', async () => {
    const message = await record('secret-token');
    const lines: { id: string; ms: number }[] = [];
    const log = Object.assign(Object.create(domain.system.log), {
      info: (line: { id: string; ms: number }) => lines.push(line),
    });
    const job = startRowJob(
      Object.assign(Object.create(domain.system), { log }),
      {
        queueName: MAIL_QUEUE,
        concurrency: 2,
        findDue: mail.findDueMails,
        work: (_ctx, due) => send(due),
      },
      {
        connection: await testQueueConnection(),
        pollIntervalMs: 600_000,
        dbNow: () => readDbNow(domain.system),
      },
    );
    try {
      await until(async () => {
        job.enqueue([message]);
        return inbox.mails.length > 0;
      }, 'the message');
    } finally {
      await job.close();
    }
    expect(inbox.mails).to.have.length(1);
    const [{ ms, ...line } = expect.fail('no line'), ...others] = lines.filter(({ id }) => id === message.id);
    expect(line).to.deep.equal({ job: MAIL_QUEUE, tenantId: message.tenantId, id: message.id });
    expect(ms).to.be.a('number');
    expect(others).to.deep.equal([]);
  });

  it('is in the language of the store, as a German store wants it', async () => {
    const german = await createStore(domain.system);
    const settings = { ...(await tenants.getSettings(german.admin)), locale: 'de' as const };
    await tenants.replaceSettings(german.admin, settings);
    await german.customer();

    await send(domain.enqueuedMails.at(-1) ?? expect.fail('No message was recorded'));

    const [received] = inbox.mails;
    expect(received?.subject).to.equal('Bestätigen Sie Ihre E-Mail-Adresse für Test Store');
    expect(received?.html).to.include('<html lang="de">').and.to.include('gültig für 3 Tage');
  });

  it('is found by the poll when the queue lost it, and sent without a queue', async () => {
    const message = await record();
    const enqueued: RowRef[] = [];
    const job = {
      queueName: MAIL_QUEUE,
      findDue: mail.findDueMails,
      work: (_ctx: unknown, due: RowRef) => send(due),
    };

    await createRowPoll(domain.system, job, { add: async (rows) => void enqueued.push(...rows) })();
    expect(enqueued).to.deep.include(message);
    expect(inbox.mails).to.have.length(0);

    await createRowPoll(domain.system, job, { add: () => Promise.reject(new Error('away')) })();
    expect(inbox.lastTo('ada@example.com').subject).to.include('Reset your password');
    expect(await mail.findDueMails(domain.system, 10)).not.to.deep.include(message);
  });

  it('is sent by the poll when no worker takes up its job', async () => {
    const message = await record();
    const job = {
      queueName: MAIL_QUEUE,
      findDue: mail.findDueMails,
      work: (_ctx: unknown, due: RowRef) => send(due),
    };
    const cycle = createRowPoll(domain.system, job, { add: async () => undefined });

    for (const _ of ['first', 'second']) await cycle();
    expect(inbox.mails).to.have.length(0);
    await cycle();

    expect(inbox.lastTo('ada@example.com').subject).to.include('Reset your password');
    expect(await mail.findDueMails(domain.system, 10)).not.to.deep.include(message);
  });

  it('confirms a paid order, once', async () => {
    const orderId = await store.order();
    await domain.system.db.order.updateMany({ where: { id: orderId }, data: { email: 'buyer@example.com' } });
    const event = paymentSucceeded(orderId);

    await payments.receiveProviderEvent(domain.system, event);
    await payments.receiveProviderEvent(domain.system, event);

    expect(domain.enqueuedMails).to.have.length(1);
    await send(domain.enqueuedMails[0] ?? expect.fail('No message was recorded'));
    const { number } = await orders.getOrder(store.admin, orderId);
    const received = inbox.lastTo('buyer@example.com');
    expect(received.subject).to.equal(`Your order ${number} at Test Store`);
    expect(received.text).to.include('€12.50');
  });
});
