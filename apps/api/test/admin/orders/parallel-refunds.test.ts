import { makeReadyCarts, paymentSucceeded, runs } from '@service/testing';
import { expect } from 'chai';
import type { Answer } from '../../client.ts';
import { useApi } from '../../harness.ts';
import { refundsSent } from '../../refunds-sent.ts';
import { useShop } from '../../store/shop.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';
import { createEvents } from '../../webhooks/payment/provider-events.ts';
import { wrongStock } from '../../wrong-stock.ts';

const TOTAL = 2380;

interface Placed {
  id: string;
  intent: string;
  lineIds: string[];
}

describe('refunds of orders that sell the same variants', () => {
  const api = useApi();
  const shop = useShop(api);

  async function paid(cartId: string, amount: number): Promise<Placed> {
    const { order, payment } = (await shop.checkOut(cartId)).expect(201);
    const { data, ...rest } = paymentSucceeded(order.id);
    const object = { ...data.object, amount_received: amount };
    (await createProvider(api)({ ...rest, data: { object } })).expect(200);
    if (amount < TOTAL)
      (await shop.admin('POST', `/orders/${order.id}/acknowledge`, { reason: 'A friend' })).expect(200);
    const lines = await shop.store.admin.db.orderLine.findMany({ where: { orderId: order.id } });
    return { id: order.id, intent: payment.providerPaymentId, lineIds: lines.map(({ id }) => id) };
  }

  const refund = ({ id }: Placed, body: object) => shop.admin('POST', `/orders/${id}/refunds`, body);
  const report = (event: object) => createProvider(api)(event);

  /** Each takes the stock of both variants and a number of a credit note, or only one of them. */
  const WAYS: Record<
    string,
    { amount?: number; before?: (of: Placed) => Promise<Answer>; act(of: Placed): Promise<Answer> }
  > = {
    'all, restocked': { act: (of) => refund(of, { restock: true }) },
    'by line, restocked': {
      act: (of) =>
        refund(of, { restock: true, lines: of.lineIds.toReversed().map((lineId) => ({ lineId })) }),
    },
    'all, written off': { act: (of) => refund(of, {}) },
    'at the provider, of less than the total': {
      amount: 1000,
      act: ({ intent }) => report(createEvents(intent).chargeRefunded(1000)),
    },
    'failed, and made again': {
      before: async (of) => {
        const made = await refund(of, {});
        await refundsSent(shop.store);
        return made;
      },
      async act({ id, intent }) {
        const { refunds } = (await shop.admin('GET', `/orders/${id}`)).expect(200);
        const [{ providerRefundId }] = refunds;
        const told = createEvents(intent, 2_000_000_000);
        (await report(told.refund('updated', providerRefundId, TOTAL, 'failed'))).expect(200);
        return shop.admin('POST', `/orders/${id}/refunds`, {});
      },
    },
    'of one line, and the other is shipped': {
      before: (of) => refund(of, { lines: [{ lineId: of.lineIds[1] }] }),
      act: ({ id }) => shop.admin('POST', `/orders/${id}/ship`, {}),
    },
  };

  it('end without a deadlock, each way beside each', async function () {
    this.timeout(runs(300_000));
    const [one, other] = [
      (await shop.variant({ stockQuantity: 1000 })).id,
      (await shop.variant({ stockQuantity: 1000 })).id,
    ];
    const all = Object.values(WAYS);
    const eachBesideEach = all.flatMap((first, index) =>
      all.slice(index).map((second) => [first, second] as const),
    );
    const pairs = Array.from({ length: runs(1) }, () => eachBesideEach).flat();
    // One unit of each variant, in turns in another order.
    const wanted = pairs.map(() => [
      { [one]: 1, [other]: 1 },
      { [other]: 1, [one]: 1 },
    ]);
    const cartIds = await makeReadyCarts(shop.store, wanted.flat());
    const ends: Record<number, number> = {};

    for (const [pair, ways] of pairs.entries()) {
      const placed = [
        await paid(cartIds[2 * pair] ?? '', ways[0]?.amount ?? TOTAL),
        await paid(cartIds[2 * pair + 1] ?? '', ways[1]?.amount ?? TOTAL),
      ];
      for (const [index, way] of ways.entries()) await way.before?.(placed[index] as Placed);
      const answers = await Promise.all(ways.map((way, index) => way.act(placed[index] as Placed)));
      for (const { status } of answers) ends[status] = (ends[status] ?? 0) + 1;
    }

    expect(ends[503] ?? 0, JSON.stringify(ends)).to.equal(0);
    expect((ends[200] ?? 0) + (ends[201] ?? 0), JSON.stringify(ends)).to.equal(2 * pairs.length);
    await refundsSent(shop.store);
    expect(await wrongStock(shop.store)).to.deep.equal([]);
  });
});
