import { expect } from 'chai';
import { refundsSent } from '../refunds-sent.ts';
import { snapshot } from '../table-snapshot.ts';
import { useReturns } from './return-scene.ts';

/** For 3 units at 11.90 and 2 at 5.00. */
const PAID = 4570;
const FREE = PAID - 1190;

describe('a refund by hand of an order whose goods were exchanged', () => {
  const scene = useReturns();
  const { shippedOrder, act, received } = scene;
  afterEach(() => refundsSent(scene.shop.store));

  /** A unit that cost 11.90, exchanged for another of it. */
  async function exchanged() {
    const { id, three } = await shippedOrder();
    const returnId = await received({ id }, [{ lineId: three, quantity: 1 }]);
    const { exchangeOrderId } = (await act(returnId, 'exchange')).expect(200);
    return { id, exchange: exchangeOrderId as string };
  }

  /** Each refuses this amount, names the order that stands for it, and writes nothing. */
  async function refuses(id: string, amount: number, exchange: string) {
    const { number } = await scene.shop.getOrder(exchange);
    const before = await snapshot(scene.api.env);
    for (const path of ['refunds', 'refunds/preview']) {
      const answer = await scene.shop.act(id, path, { amount });
      const { detail, errors } = answer.refused('refund_exceeds_captured');
      expect(detail).to.include(`Cancel ${number} first`);
      expect(errors).to.deep.equal([
        { path: '/body/amount', code: 'maximum', message: `must be at most ${FREE}` },
      ]);
    }
    expect(await snapshot(scene.api.env)).to.deep.equal(before);
  }

  it('takes nothing that a waiting exchange stands for, until that is cancelled', async () => {
    const { id, exchange } = await exchanged();

    await refuses(id, FREE + 1, exchange);
    expect((await scene.shop.act(id, 'refunds/preview')).expect(200).refundable).to.equal(FREE);
    (await scene.shop.refund(id, { amount: FREE })).expect(201);
    (await scene.shop.act(exchange, 'cancel')).expect(200);
    (await scene.shop.refund(id, { amount: 1190 })).expect(201);

    expect(await scene.shop.getOrder(id)).to.include({ status: 'refunded', refundedTotal: PAID });
  });

  it('takes nothing that pays for what is sent next for an exchange that was shipped', async () => {
    const { id, exchange } = await exchanged();
    (await scene.shop.act(exchange, 'ship')).expect(200);
    const [{ id: lineId }] = (await scene.shop.getOrder(exchange)).lines;
    const returnId = await received({ id: exchange }, [{ lineId, quantity: 1 }]);
    const { exchangeOrderId: next } = (await act(returnId, 'exchange')).expect(200);

    await refuses(id, PAID, next);
    (await scene.shop.act(next, 'cancel')).expect(200);

    (await scene.shop.refund(id, { amount: PAID })).expect(201);
  });

  it('takes what a shipped exchange stood for, and then nothing is exchanged for it any more', async () => {
    const { id, exchange } = await exchanged();
    (await scene.shop.act(exchange, 'ship')).expect(200);

    (await scene.shop.refund(id)).expect(201);
    (await scene.shop.refund(id, { amount: 1190 })).expect(201);

    const order = await scene.shop.getOrder(id);
    expect(order).to.include({ status: 'refunded', paymentStatus: 'refunded', refundedTotal: PAID });
    expect(order.creditNotes.map(({ amount }: { amount: number }) => amount)).to.have.members([FREE, 1190]);
    expect(order.attention).to.equal(null);
    expect(await scene.shop.getOrder(exchange)).to.include({ status: 'shipped', refundedTotal: 0 });
    const [{ id: lineId }] = (await scene.shop.getOrder(exchange)).lines;
    const returnId = await received({ id: exchange }, [{ lineId, quantity: 1 }]);
    (await act(returnId, 'exchange')).refused('refund_exceeds_captured');
    expect(
      await scene.api.env.system.db
        .sql`SELECT * FROM wrong_ledgers(${scene.shop.store.tenantId}::uuid, ${[id, exchange]}::uuid[])`,
    ).to.deep.equal([]);
  });
});
