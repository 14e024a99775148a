import type { TaxLine } from '@service/contract';
import { paymentSucceeded } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { useShopOfEach } from '../../store/shop.ts';
import { writesNothing } from '../../table-snapshot.ts';
import { createEvents } from '../../webhooks/payment/provider-events.ts';

describe('a refund at the edge of what an order is', () => {
  const api = useApi();
  const shop = useShopOfEach(api);

  /** One unit at each of these prices, of 19 %. */
  async function order(prices: readonly number[]) {
    const goods: Record<string, number> = {};
    for (const priceAmount of prices) goods[(await shop.variant({ priceAmount })).id] = 1;
    const { order: placed, payment } = (await shop.checkOut(await shop.fullCart(goods))).expect(201);
    const { id, lines } = await shop.getOrder(placed.id);
    const lineOf = (price: number): string =>
      lines.find(({ unitAmount }: { unitAmount: number }) => unitAmount === price).id;
    return { id: id as string, lineOf, lines, events: createEvents(payment.providerPaymentId) };
  }
  const dataOf = (noteId: string) => shop.admin('GET', `/credit-notes/${noteId}/data`);

  it('takes the tax of each line give or take a cent, and of all lines to the cent', async () => {
    const { id, lines } = await order([101, 103, 107, 109, 113, 127, 131]);
    await shop.tell(paymentSucceeded(id));
    const { taxTotal } = await shop.getOrder(id);
    const differences: number[] = [];
    let sum = 0;

    for (const line of lines) {
      const { creditNoteId } = (await shop.refund(id, { lines: [{ lineId: line.id }] })).expect(201);
      const { taxLines } = (await dataOf(creditNoteId)).expect(200) as { taxLines: TaxLine[] };
      expect(taxLines).to.have.length(1);
      const tax = taxLines[0]?.amount ?? 0;
      sum += tax;
      differences.push(tax - line.taxTotal);
    }

    expect(differences.filter((cents) => Math.abs(cents) > 1)).to.deep.equal([]);
    expect(sum).to.equal(taxTotal);
    expect((await shop.getOrder(id)).status).to.equal('refunded');
  });

  it('is none of a line worth nothing, which goes back together with others', async () => {
    const { id, lineOf } = await order([1190, 0]);
    await shop.tell(paymentSucceeded(id));
    const [tea, gift] = [{ lineId: lineOf(1190) }, { lineId: lineOf(0) }];

    await writesNothing(api.env, async () => {
      (await shop.refund(id, { lines: [gift] })).refused('refund_exceeds_captured');
      (await shop.act(id, 'refunds/preview', { lines: [gift] })).refused('refund_exceeds_captured');
    });

    const made = (await shop.refund(id, { lines: [tea, gift], restock: true })).expect(201);
    expect(made.lines.map(({ amount }: { amount: number }) => amount)).to.deep.equal([1190, 0]);
    expect(await shop.getOrder(id)).to.include({ status: 'refunded', fulfilmentStatus: 'nothing_to_ship' });
  });

  it('that the provider reports of an unpaid order waits for the payment, and takes no number before', async () => {
    const { id, events } = await order([1190]);
    const succeeded = events.succeeded();
    await shop.tell(events.refund('created', `re_${id}`, 500, 'succeeded'));
    expect(await shop.getOrder(id)).to.deep.include({ status: 'pending', refunds: [], creditNotes: [] });
    expect(await shop.store.admin.db.creditNote.count()).to.equal(0);

    await shop.tell(succeeded);

    const { refunds, ...paid } = await shop.getOrder(id);
    expect(paid).to.include({ status: 'partially_refunded', refundedTotal: 500 });
    expect(refunds).to.have.length(1);
    expect((await dataOf(refunds[0].creditNoteId)).expect(200)).to.include({ number: '1', total: 500 });
  });
});
