import { mail, outbox } from '@service/core';
import { MINUTE_MS } from '@service/jobs/primitives';
import { createClock, type Inbox, startInbox } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { refundsSent } from '../../refunds-sent.ts';
import { useShop } from '../../store/shop.ts';
import { createEvents } from '../../webhooks/payment/provider-events.ts';

const BUYER = 'ada@example.com';

describe('the mail of a refund', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const shop = useShop(api);
  let inbox: Inbox;
  let mailer: mail.Mailer;

  before(async () => {
    inbox = await startInbox();
    mailer = mail.createMailer({ smtpUrl: inbox.url, dir: '/nowhere', from: 'no-reply@shop.example' });
  });
  after(async () => {
    mailer.close();
    await inbox.close();
  });

  /** Three cups at 11.90, of which so much was paid, and a refund that has succeeded. */
  async function refunded({ paid = 3570, ...refund }: { paid?: number; amount?: number } = {}) {
    const { id: variantId } = await shop.variant({ stockQuantity: 10 });
    const cartId = await shop.fullCart({ [variantId]: 3 });
    (await shop.send('PATCH', `/${cartId}`, { email: BUYER })).expect(200);
    const { order, payment } = (await shop.checkOut(cartId)).expect(201);
    const succeeded = createEvents(payment.providerPaymentId).succeeded();
    Object.assign(succeeded.data.object, { amount_received: paid, currency: 'eur' });
    await shop.tell(succeeded);
    const made = (await shop.refund(order.id, refund)).expect(201);
    await refundsSent(shop.store);
    const row = api.env.enqueuedMails.splice(0).at(-1) ?? expect.fail('no mail');
    return { row, noteId: made.creditNoteId as string, number: made.creditNoteNumber as number };
  }
  const send = (row: Awaited<ReturnType<typeof refunded>>['row']) =>
    outbox.sendMail(api.env.system, mailer, row);
  const attached = () =>
    inbox
      .lastTo(BUYER)
      .attachments.map(({ filename, content }) => ({ filename, bytes: Buffer.from(content as ArrayBuffer) }));

  /** Documents are drawn like this for the rest of a test. */
  function draw(print: () => Promise<Uint8Array>): void {
    api.env.services.printer = { print };
  }
  let drawn: typeof api.env.services.printer;
  beforeEach(() => {
    drawn = api.env.services.printer;
    inbox.mails.length = 0;
  });
  afterEach(() => {
    api.env.services.printer = drawn;
  });

  it('has its credit note attached, the very file that operators download', async () => {
    const { row, noteId, number } = await refunded({ amount: 1190 });

    expect(await send(row)).to.equal(null);

    const download = await fetch(`${api.url}/admin/v1/credit-notes/${noteId}`, {
      headers: { Authorization: `Bearer ${shop.store.token()}` },
    });
    const bytes = Buffer.from(await download.arrayBuffer());
    expect(bytes.toString('latin1', 0, 5)).to.equal('%PDF-');
    expect(attached()).to.deep.equal([{ filename: `credit-note-${number}.pdf`, bytes }]);
  });

  it('has nothing attached where no invoice was about the money', async () => {
    const { row, noteId } = await refunded({ paid: 4570, amount: 1000 });
    expect(noteId).to.equal(null);

    expect(await send(row)).to.equal(null);

    expect(attached()).to.deep.equal([]);
  });

  it('has a document of a megabyte, and none that mail servers refuse', async () => {
    draw(async () => Buffer.alloc(1024 ** 2));
    await send((await refunded()).row);
    expect(attached().map(({ bytes }) => bytes.length)).to.deep.equal([1024 ** 2]);

    draw(async () => Buffer.alloc(1 + 2 * 1024 ** 2));
    await send((await refunded()).row);
    expect(attached()).to.deep.equal([]);
  });

  it('waits half an hour for a document that can’t be drawn, and then goes without it', async () => {
    draw(() => Promise.reject(Object.assign(new Error('no thread'), { code: 'ENOTHREAD' })));
    const { row } = await refunded();
    const waits: number[] = [];

    for (let dueAt = await send(row); dueAt; dueAt = await send(row)) {
      const ms = dueAt.getTime() - clock.now().getTime();
      waits.push(ms / MINUTE_MS);
      expect(inbox.mails).to.deep.equal([]);
      clock.advance(ms);
    }

    expect(waits).to.deep.equal([1, 5, 30]);
    expect(attached()).to.deep.equal([]);
    expect(await api.env.system.db.mail.findFirstOrThrow({ where: row })).to.include({ status: 'sent' });
  });
});
