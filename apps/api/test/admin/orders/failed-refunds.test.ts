import { randomUUID } from 'node:crypto';
import type { CreditNoteDocument, TaxLine } from '@service/contract';
import { paymentSucceeded } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { refundsSent } from '../../refunds-sent.ts';
import { useShopOfEach } from '../../store/shop.ts';
import { createEvents } from '../../webhooks/payment/provider-events.ts';
import { pagesOf } from './pages-of.ts';

/** By the provider’s clock, after all that happened here. */
const LATER = 2_000_000_000;

const TAX = { country: 'DE', rateBasisPoints: 1900, baseAmount: 3000, amount: 570 };

describe('a refund that fails', () => {
  const api = useApi();
  const shop = useShopOfEach(api);

  /** 3 units at 11.90: 35.70 with 5.70 tax, paid. */
  async function order() {
    const variant = await shop.variant({ stockQuantity: 10 });
    const { order: placed } = (await shop.checkOut(await shop.fullCart({ [variant.id]: 3 }))).expect(201);
    await shop.tell(paymentSucceeded(placed.id));
    const { payments } = await shop.getOrder(placed.id);
    return { id: placed.id as string, told: createEvents(payments[0].providerPaymentId, LATER) };
  }
  const documentOf = async (id: string): Promise<CreditNoteDocument> =>
    (await shop.admin('GET', `/credit-notes/${id}/data`)).expect(200);

  async function textOf(id: string): Promise<string> {
    const headers = { authorization: `Bearer ${shop.store.token()}` };
    const response = await fetch(`${api.url}/admin/v1/credit-notes/${id}`, { headers });
    return (await pagesOf(await response.arrayBuffer())).join(' ').replace(/\s+/g, ' ');
  }

  it('has its credit note cancelled by a further document, and is made again with the same tax', async () => {
    const { id, told } = await order();
    const first = (await shop.admin('POST', `/orders/${id}/refunds`, { reason: 'Broken' })).expect(201);
    await refundsSent(shop.store);
    const { providerRefundId } = (await shop.getOrder(id)).refunds[0];
    const failed = told.refund('updated', providerRefundId, 3570, 'failed');

    for (const event of [failed, { ...failed, id: `evt_${randomUUID()}` }]) await shop.tell(event);
    const second = (await shop.admin('POST', `/orders/${id}/refunds`, {})).expect(201);
    await refundsSent(shop.store);

    const { creditNotes } = await shop.getOrder(id);
    const shown = creditNotes.map((note: { number: number; cancellation: { number: number } | null }) => [
      note.number,
      note.cancellation?.number ?? null,
    ]);
    expect(shown).to.deep.equal([
      [1, 2],
      [3, null],
    ]);
    const [{ cancellation }] = creditNotes;
    const note = await documentOf(first.creditNoteId);
    const cancels = { number: '1', issuedOn: note.issuedOn };
    expect(note).to.deep.include({
      number: '1',
      total: 3570,
      taxLines: [TAX],
      cancels: null,
      reason: 'Broken',
    });
    const expected = { number: '2', total: 3570, taxLines: [TAX], cancels, reason: null, paidBackTo: null };
    expect(await documentOf(cancellation.id)).to.deep.include(expected);
    expect(await documentOf(second.creditNoteId)).to.deep.include({ number: '3', taxLines: [TAX] });
    const text = await textOf(cancellation.id);
    for (const part of [
      'Cancellation 2',
      'Cancels credit note 1',
      'Charged again €35.70',
      'Credit note 1 is cancelled: its amount could not be paid back.',
    ])
      expect(text).to.include(part);
  });

  it('has it cancelled too when the provider refuses it, and operators are told', async () => {
    const { id } = await order();
    const { provider } = api.env.services.payments;
    const original = provider.refund;
    provider.refund = async () => ({ ok: false, error: 'charge_already_refunded' });
    try {
      (await shop.admin('POST', `/orders/${id}/refunds`, { amount: 1190 })).expect(201);
      await refundsSent(shop.store);
    } finally {
      provider.refund = original;
    }

    const { creditNotes, refunds } = await shop.getOrder(id);
    expect(refunds[0].status).to.equal('failed');
    expect(creditNotes[0].cancellation).to.include({ number: 2 });
    const { items } = (await shop.admin('GET', '/notifications')).expect(200);
    expect(items[0].detail).to.include('Its credit note is cancelled');
  });

  it('that succeeds after all has a further credit note, and its units can’t be refunded again', async () => {
    const { id, told } = await order();
    const [line] = (await shop.getOrder(id)).lines;
    const lines = [{ lineId: line.id, quantity: 2 }];
    (await shop.admin('POST', `/orders/${id}/refunds`, { lines })).expect(201);
    await refundsSent(shop.store);
    const { providerRefundId } = (await shop.getOrder(id)).refunds[0];
    const refund = (status: string) => told.refund('updated', providerRefundId, 2380, status);
    await shop.tell(refund('failed'));
    expect((await shop.getOrder(id)).lines[0].refundedQuantity).to.equal(0);
    const succeeded = refund('succeeded');

    for (const event of [succeeded, { ...succeeded, id: `evt_${randomUUID()}` }]) await shop.tell(event);

    const after = await shop.getOrder(id);
    expect(after).to.include({ status: 'partially_refunded', refundedTotal: 2380 });
    expect(after.lines[0]).to.include({ refundedQuantity: 2, shippableQuantity: 1 });
    const numbers = after.creditNotes.map((note: { number: number; cancellation: object | null }) => [
      note.number,
      note.cancellation !== null,
    ]);
    expect(numbers).to.deep.equal([
      [1, true],
      [3, false],
    ]);
    expect(after.refunds).to.have.length(1);
    expect(after.refunds[0]).to.include({ status: 'succeeded', creditedAmount: 2380, creditNoteNumber: 3 });
    const { taxLines } = await documentOf(after.refunds[0].creditNoteId);
    expect(taxLines).to.deep.equal([{ ...TAX, baseAmount: 2000, amount: 380 }]);
    const { items } = (await shop.admin('GET', '/reports/taxes')).expect(200);
    expect(items[0]).to.include({ creditedBase: 2000, creditedTax: 380 });
    (await shop.admin('POST', `/orders/${id}/refunds`, { lines })).refused('quantity_exceeded');
    const notices = (await shop.admin('GET', '/notifications')).expect(200).items;
    expect(notices[0].detail).to.include('If you have made it again, the buyer got it twice');
  });

  it('that succeeds after it was made again is booked beside the other', async () => {
    const { id, told } = await order();
    const [line] = (await shop.getOrder(id)).lines;
    const lines = [{ lineId: line.id, quantity: 1 }];
    const refunded = async () => {
      const { providerRefundId } = (await shop.admin('POST', `/orders/${id}/refunds`, { lines })).expect(201);
      await refundsSent(shop.store);
      return providerRefundId ?? (await shop.getOrder(id)).refunds.at(-1).providerRefundId;
    };
    const first = await refunded();
    await shop.tell(told.refund('updated', first, 1190, 'failed'));
    await refunded();

    await shop.tell(told.refund('updated', first, 1190, 'succeeded'));

    const after = await shop.getOrder(id);
    expect(after).to.include({ status: 'partially_refunded', refundedTotal: 2380 });
    expect(after.lines[0]).to.include({ refundedQuantity: 2, shippableQuantity: 1 });
    (await shop.admin('POST', `/orders/${id}/refunds`, {})).expect(201);
    expect(await shop.getOrder(id)).to.include({ status: 'refunded', refundedTotal: 3570 });
    await refundsSent(shop.store);
  });

  it('ends the same in whatever order the provider’s events arrive, and however often', async () => {
    const ends = new Set<string>();
    for (const amount of [500, 3570])
      for (const order3 of [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
        [2, 0, 2, 1, 0],
      ]) {
        const { id, told } = await order();
        const refundId = `re_${randomUUID()}`;
        const events = [
          told.refund('created', refundId, amount, 'succeeded'),
          told.chargeRefunded(amount),
          told.refund('updated', refundId, amount, 'failed'),
        ];
        for (const index of order3) {
          const again = { ...(events[index] as object), id: `evt_${randomUUID()}` };
          await shop.tell(again);
        }

        const { status, paymentStatus, refundedTotal, refunds, creditNotes, lines } = await shop.getOrder(id);
        const documents = [];
        for (const note of creditNotes)
          for (const each of [note, note.cancellation]) documents.push((await documentOf(each.id)).taxLines);
        const credited = documents.flat().map((line: TaxLine) => line.amount);
        ends.add(
          JSON.stringify([
            [amount, status, paymentStatus, refundedTotal, refunds[0].status, credited],
            lines[0].shippableQuantity,
          ]),
        );
      }

    expect([...ends].map((each) => JSON.parse(each))).to.deep.equal([
      [[500, 'partially_refunded', 'paid', 0, 'failed', [80, 80]], 3],
      [[3570, 'refunded', 'paid', 0, 'failed', [570, 570]], 0],
    ]);
  });
});
