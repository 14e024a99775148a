import { paymentSucceeded } from '@service/testing';
import { expect } from 'chai';
import { refundsSent } from '../refunds-sent.ts';
import { createProvider } from '../webhooks/payment/callback.ts';
import { useReturns } from './return-scene.ts';

/** For 3 units at 11.90 and 2 at 5.00. */
const PAID = 4570;

interface Refund {
  id: string;
  amount: number;
  status: string;
}

describe('a return of what an exchange had sent', () => {
  const scene = useReturns();
  const { shippedOrder, act, received } = scene;

  /** A unit at 11.90 was exchanged for one at this price, which came back too. */
  async function sentBack(unitAmount?: number) {
    const first = await shippedOrder();
    const returnId = await received(first, [{ lineId: first.three, quantity: 1 }]);
    const lines = [{ lineId: first.three, ...(unitAmount && { unitAmount }) }];
    const { exchangeOrderId: id } = (await act(returnId, 'exchange', { lines })).expect(200);
    if (unitAmount) (await createProvider(scene.api)(paymentSucceeded(id))).expect(200);
    (await scene.shop.act(id, 'ship')).expect(200);
    const lineId = (await scene.shop.getOrder(id)).lines[0].id as string;
    return {
      first: first.id,
      id: id as string,
      lineId,
      returnId: await received({ id }, [{ lineId, quantity: 1 }]),
    };
  }
  const wrongLedgers = () =>
    scene.api.env.system.db.sql`SELECT * FROM wrong_ledgers(${scene.shop.store.tenantId}::uuid, NULL)`;
  const refundsOf = async (orderId: string) =>
    (await scene.shop.getOrder(orderId)).refunds.map(({ id, amount, status }: Refund) => [
      id,
      amount,
      status,
    ]);

  it('is exchanged for cheaper goods: the rest is refunded where it was paid', async () => {
    const { first, id, lineId, returnId } = await sentBack();

    const cheaper = { lines: [{ lineId, unitAmount: 700 }], reason: 'Cheaper' };
    const { exchangeOrderId, refundId } = (await act(returnId, 'exchange', cheaper)).expect(200);
    await refundsSent(scene.shop.store);

    expect(await scene.shop.getOrder(exchangeOrderId)).to.include({
      status: 'paid',
      total: 0,
      subtotal: 700,
    });
    expect(await refundsOf(first)).to.deep.equal([[refundId, 490, 'succeeded']]);
    expect(await refundsOf(id)).to.deep.equal([]);
    const { creditNotes, refundedTotal } = await scene.shop.getOrder(first);
    expect([creditNotes.length, refundedTotal]).to.deep.equal([1, 490]);
    expect(await wrongLedgers()).to.deep.equal([]);
    // What the exchanges stand for is what was sent last.
    const rest = (await scene.shop.refund(first)).expect(201);
    expect(rest.amount).to.equal(PAID - 490 - 700);
    await refundsSent(scene.shop.store);
  });

  it('is exchanged for cheaper goods: what the first order paid goes back first', async () => {
    const { first, id, lineId, returnId } = await sentBack(2000);

    const cheaper = { lines: [{ lineId, unitAmount: 700 }] };
    const { refundId } = (await act(returnId, 'exchange', cheaper)).expect(200);
    await refundsSent(scene.shop.store);

    expect(await refundsOf(first)).to.deep.equal([[refundId, 1190, 'succeeded']]);
    const [[, amount, status]] = await refundsOf(id);
    expect([amount, status]).to.deep.equal([110, 'succeeded']);
    // It still holds what the goods cost that are sent last.
    (await scene.shop.refund(id)).refused('refund_exceeds_captured');
    expect(await wrongLedgers()).to.deep.equal([]);
  });

  it('leaves the rest to the first order when its refund fails there', async () => {
    const { first, lineId, returnId } = await sentBack();
    const { provider } = scene.api.env.services.payments;
    const original = provider.refund;
    provider.refund = async () => ({ ok: false, error: 'charge_disputed' });
    try {
      (await act(returnId, 'exchange', { lines: [{ lineId, unitAmount: 700 }] })).expect(200);
      await refundsSent(scene.shop.store);
    } finally {
      provider.refund = original;
    }

    const rest = (await scene.shop.refund(first)).expect(201);
    await refundsSent(scene.shop.store);

    expect(rest.amount).to.equal(PAID - 700);
    expect((await scene.shop.admin('GET', `/returns/${returnId}`)).expect(200).status).to.equal('exchanged');
    expect(await wrongLedgers()).to.deep.equal([]);
  });
});
