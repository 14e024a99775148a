import { cancellation, ledger } from '@service/core';
import { MINUTE_MS } from '@service/jobs/primitives';
import { createClock, paymentSucceeded, runs } from '@service/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { useApi } from '../../harness.ts';
import { type Shop, useShopOfEach } from '../../store/shop.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';

interface Movement {
  kind: string;
  quantityDelta: number;
  reservedDelta: number;
  quantityAfter: number;
  reservedAfter: number;
  actor: string;
}

describe('the stock movements of orders', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const shop = useShopOfEach(api);
  const provide = (event: object) => createProvider(api)(event);

  beforeEach(async () => {
    // Left by the tests before, as unpaid as they are.
    await api.env.database.system.order.updateMany({
      where: { status: 'pending' },
      data: { createdAt: new Date('2100-01-01') },
    });
  });

  type Variant = Awaited<ReturnType<Shop['variant']>>;

  const stockPath = ({ productId, id }: Variant) => `/products/${productId}/variants/${id}/stock`;
  const stockOf = async (variant: Variant) => (await shop.admin('GET', stockPath(variant))).expect(200);
  const movementsOf = async (variant: Variant): Promise<Movement[]> =>
    (await shop.admin('GET', `${stockPath(variant)}/movements?pageSize=200`)).expect(200).items;
  const pay = (id: string) => provide(paymentSucceeded(id));
  const sumOf = (movements: Movement[], what: 'quantityDelta' | 'reservedDelta') =>
    movements.reduce((sum, movement) => sum + movement[what], 0);

  async function place(variant: Variant, quantity: number): Promise<string> {
    const { order } = (await shop.checkOut(await shop.fullCart({ [variant.id]: quantity }))).expect(201);
    return order.id;
  }

  /** Each `act` is a moment of its own, so that the newest movement is the one it left. */
  async function movementsBy(variant: Variant, act: () => Promise<unknown>) {
    clock.advance(1);
    const known = (await movementsOf(variant)).length;
    await act();
    const made = (await movementsOf(variant)).slice(0, -known);
    return made.map(({ kind, quantityDelta, reservedDelta, quantityAfter, reservedAfter, actor }) => ({
      kind,
      by: [quantityDelta, reservedDelta],
      to: [quantityAfter, reservedAfter],
      actor: actor.split(':')[0],
    }));
  }

  it('record each step: reserved, shipped, and returned by a refund', async () => {
    const variant = await shop.variant({ stockQuantity: 10 });
    let id = '';
    const post = (what: string, body: object) => async () =>
      (await shop.admin('POST', `/orders/${id}/${what}`, body)).expect(what === 'refunds' ? 201 : 200);

    const placed = await movementsBy(variant, async () => {
      id = await place(variant, 3);
    });
    const paid = await movementsBy(variant, () => pay(id));
    const { lines } = await shop.getOrder(id);
    const shipped = await movementsBy(
      variant,
      post('ship', { lines: [{ lineId: lines[0].id, quantity: 2 }] }),
    );
    const refunded = await movementsBy(variant, post('refunds', { restock: true }));

    expect(placed).to.deep.equal([{ kind: 'reserved', by: [0, 3], to: [10, 3], actor: 'storefront' }]);
    expect(paid).to.deep.equal([]);
    expect(shipped).to.deep.equal([{ kind: 'shipped', by: [-2, -2], to: [8, 1], actor: 'admin' }]);
    // Two units come back, and the one that never left is for sale again.
    expect(refunded).to.deep.equal([{ kind: 'returned', by: [2, -1], to: [10, 0], actor: 'admin' }]);
  });

  it('record a release: by cancelling, by expiry, and by a refund of goods that never left', async () => {
    const variant = await shop.variant({ stockQuantity: 10 });
    const [one, two, three] = [
      await place(variant, 1),
      await place(variant, 2),
      await place(variant, 3),
    ] as const;
    (await pay(three)).expect(200);

    const cancelled = await movementsBy(variant, () => shop.admin('POST', `/orders/${one}/cancel`, {}));
    clock.advance(30 * MINUTE_MS);
    const expired = await movementsBy(variant, () => cancellation.expireUnpaidOrders(api.env.system));
    const refunded = await movementsBy(variant, () =>
      shop.admin('POST', `/orders/${three}/refunds`, { restock: true }),
    );

    expect((await shop.getOrder(two)).status).to.equal('cancelled');
    expect(cancelled).to.deep.equal([{ kind: 'released', by: [0, -1], to: [10, 5], actor: 'admin' }]);
    expect(expired).to.deep.equal([{ kind: 'released', by: [0, -2], to: [10, 3], actor: 'system' }]);
    expect(refunded).to.deep.equal([{ kind: 'released', by: [0, -3], to: [10, 0], actor: 'admin' }]);
  });

  it('record goods that are written off, when all money goes back and they don’t', async () => {
    const variant = await shop.variant({ stockQuantity: 10 });
    const id = await place(variant, 3);
    (await pay(id)).expect(200);
    const [line] = (await shop.getOrder(id)).lines;
    const ship = { lines: [{ lineId: line.id, quantity: 2 }] };
    (await shop.admin('POST', `/orders/${id}/ship`, ship)).expect(200);
    const refund = (body: object) => () => shop.admin('POST', `/orders/${id}/refunds`, body);

    const some = await movementsBy(variant, refund({ amount: 100 }));
    const all = await movementsBy(variant, refund({}));

    expect(some).to.deep.equal([]);
    expect(all).to.deep.equal([{ kind: 'written_off', by: [-1, -1], to: [7, 0], actor: 'admin' }]);
    expect((await shop.getOrder(id)).lines[0]).to.include({ shippedQuantity: 2, releasedQuantity: 1 });
  });

  it('record a release when the provider has refunded all, which says nothing of the goods', async () => {
    const variant = await shop.variant({ stockQuantity: 10 });
    const id = await place(variant, 3);
    (await pay(id)).expect(200);
    const [payment] = (await shop.getOrder(id)).payments;
    const refunded = {
      id: 'evt_refunded_at_the_provider',
      type: 'charge.refunded',
      created: Math.floor(clock.now().getTime() / 1000),
      data: { object: { payment_intent: payment.providerPaymentId, amount_refunded: payment.amount } },
    };

    const released = await movementsBy(variant, async () => (await provide(refunded)).expect(200));

    expect((await shop.getOrder(id)).status).to.equal('refunded');
    expect(released).to.deep.equal([{ kind: 'released', by: [0, -3], to: [10, 0], actor: 'provider' }]);
  });

  it('tell what really changed where a backorder ships more than there was', async () => {
    const variant = await shop.variant({ stockQuantity: 1, allowBackorder: true });
    const id = await place(variant, 3);
    (await pay(id)).expect(200);

    const shipped = await movementsBy(variant, () => shop.admin('POST', `/orders/${id}/ship`, {}));

    expect(shipped).to.deep.equal([{ kind: 'shipped', by: [-1, -3], to: [0, 0], actor: 'admin' }]);
  });

  it('record a cancelled order that is paid late: its stock is held again, or not at all', async () => {
    const variant = await shop.variant({ stockQuantity: 3 });
    const [kept, lost] = [await place(variant, 1), await place(variant, 2)];
    for (const id of [kept, lost]) (await shop.admin('POST', `/orders/${id}/cancel`, {})).expect(200);
    await place(variant, 2);

    const held = await movementsBy(variant, () => pay(kept));
    const unheld = await movementsBy(variant, () => pay(lost));

    expect(held).to.deep.equal([{ kind: 'reserved', by: [0, 1], to: [3, 3], actor: 'provider' }]);
    expect(unheld).to.deep.equal([]);
  });

  /** Anything that anybody may do to orders, also where it is refused, and several at once. */
  const ACTS = {
    place: async (variant: Variant, _id: string | undefined, quantity: number) =>
      shop.checkOut(await shop.fullCart({ [variant.id]: quantity })),
    pay: async (_variant: Variant, id = '') => id && pay(id),
    cancel: async (_variant: Variant, id = '') => shop.admin('POST', `/orders/${id}/cancel`, {}),
    ship: async (_variant: Variant, id = '', quantity = 1) => {
      const { body } = await shop.admin('GET', `/orders/${id}`);
      const lines = [{ lineId: body.lines?.[0].id, quantity }];
      return shop.admin('POST', `/orders/${id}/ship`, { lines });
    },
    refund: async (_variant: Variant, id = '', quantity = 1) => {
      const { body } = await shop.admin('GET', `/orders/${id}`);
      const lines = [{ lineId: body.lines?.[0].id, quantity }];
      return shop.admin('POST', `/orders/${id}/refunds`, { lines, restock: quantity > 1 });
    },
    adjust: async (variant: Variant, _id: string | undefined, quantity: number) =>
      shop.admin('POST', `${stockPath(variant)}/adjustments`, { delta: quantity - 2 }),
    expire: async () => {
      clock.advance(15 * MINUTE_MS);
      return cancellation.expireUnpaidOrders(api.env.system);
    },
  };

  const anyAct = fc.record({
    act: fc.constantFrom(...(Object.keys(ACTS) as (keyof typeof ACTS)[]), 'place', 'pay', 'ship'),
    variant: fc.nat({ max: 1 }),
    order: fc.nat(),
    quantity: fc.integer({ min: 1, max: 3 }),
  });

  it('sum up to the stock, whatever happens to orders, one after another or at once', async () => {
    const steps = fc.array(fc.array(anyAct, { minLength: 1, maxLength: 4 }), { minLength: 4, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (groups, allowBackorder) => {
        const variants = [
          await shop.variant({ stockQuantity: 5, allowBackorder }),
          await shop.variant({ stockQuantity: 4 }),
        ] as const;
        for (const group of groups) {
          const placed = await shop.store.admin.db.order.findMany({ orderBy: { number: 'desc' }, take: 6 });
          const answers = await Promise.all(
            group.map(({ act, variant, order, quantity }) =>
              ACTS[act](variants[variant] as Variant, placed[order % (placed.length || 1)]?.id, quantity),
            ),
          );
          for (const answer of answers)
            if (answer && typeof answer === 'object')
              expect(answer.status, JSON.stringify(answer.body)).to.be.below(500);
        }

        for (const variant of variants) {
          const { quantity, reserved } = await stockOf(variant);
          const movements = await movementsOf(variant);
          expect([sumOf(movements, 'quantityDelta'), sumOf(movements, 'reservedDelta')]).to.deep.equal([
            quantity,
            reserved,
          ]);
          const lines = await shop.store.admin.db.orderLine.findMany({ where: { variantId: variant.id } });
          expect(lines.reduce((sum, line) => sum + ledger.openQuantity(line), 0)).to.equal(reserved);
        }
      }),
      { numRuns: runs(10) },
    );
  });
});
