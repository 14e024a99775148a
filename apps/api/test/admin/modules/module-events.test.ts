import { cancellation, catalog, modules } from '@service/core';
import { MINUTE_MS } from '@service/jobs/primitives';
import { createClock, paymentSucceeded, type TestStore } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { type Shop, useShopOfEach } from '../../store/shop.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';

interface Told {
  name: string;
  tenantId: string;
  event: Record<string, unknown> & { variantId: string; eventId: string };
}

interface Movement {
  kind: string;
  quantityAfter: number;
  reservedAfter: number;
  quantityDelta: number;
  reservedDelta: number;
}

type Variant = Awaited<ReturnType<Shop['variant']>>;

describe('module events', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  let heard: Told[];

  beforeEach(() => {
    heard = [];
    api.env.services.modules = listening(listener('listener', (told) => heard.push(told)));
  });
  const shop = useShopOfEach(api);

  function listener(name: string, hear: (told: Told) => unknown): modules.LoadedModule {
    const tell = (event: string) => (data: object, context: { tenantId: string }) =>
      hear({ name: event, tenantId: context.tenantId, event: data as Told['event'] });
    const on = {
      'product.price_changed': tell('product.price_changed'),
      'product.stock_changed': tell('product.stock_changed'),
    };
    const definition = { on } as modules.LoadedModule['definition'];
    return {
      name,
      version: '1.0.0',
      state: 'enabled',
      reason: null,
      remedy: null,
      definition,
      config: undefined,
    };
  }

  function listening(...listeners: modules.LoadedModule[]): modules.ModuleBus {
    return modules.createModuleBus({
      modules: listeners,
      log: api.env.log,
      deadlineMs: 100,
      services: () => ({ notifyAdmins: async () => {}, sendMail: async () => {} }),
    });
  }

  /** What this store's handlers were told so far, and nothing is on its way any more. */
  async function told(): Promise<Told[]> {
    await api.env.services.modules.settled();
    return heard.filter(({ tenantId }) => tenantId === shop.store.tenantId);
  }

  const variantPath = ({ productId, id }: Variant) => `/products/${productId}/variants/${id}`;
  const patch = (variant: Variant, body: object) => shop.admin('PATCH', variantPath(variant), body);
  const adjust = (variant: Variant, delta: number) =>
    shop.admin('POST', `${variantPath(variant)}/stock/adjustments`, { delta });

  async function place(...variants: Variant[]): Promise<string> {
    const cart = await shop.fullCart(Object.fromEntries(variants.map(({ id }) => [id, 1])));
    return (await shop.checkOut(cart)).expect(201).order.id;
  }

  describe('product.price_changed', () => {
    it('has old and new price in minor units, with the currency and an id of its own', async () => {
      const variant = await shop.variant({ priceAmount: 1000 });

      (await patch(variant, { priceAmount: 750 })).expect(200);
      (await patch(variant, { priceAmount: 900, title: 'Box' })).expect(200);

      const [fell, rose] = await told();
      const ids = { productId: variant.productId, variantId: variant.id, currency: 'EUR' };
      const { eventId, ...event } = fell?.event ?? {};
      expect(fell?.name).to.equal('product.price_changed');
      expect(event).to.deep.equal({ ...ids, oldPriceMinor: 1000, newPriceMinor: 750 });
      expect(rose?.event).to.include({ ...ids, oldPriceMinor: 750, newPriceMinor: 900 });
      expect(eventId).to.match(/^[0-9a-f-]{36}$/);
      expect(rose?.event.eventId).to.not.equal(eventId);
      expect(await told()).to.have.length(2);
    });

    it('is silent when the price stays, when a change is refused, and for what is new', async () => {
      const variant = await shop.variant({ priceAmount: 1000 });
      const taken = await shop.store.admin.db.variant.findFirstOrThrow({
        where: { id: (await shop.variant()).id },
      });

      (await patch(variant, { priceAmount: 1000, title: 'Box', stockQuantity: 50 })).expect(200);
      (await patch(variant, { currency: 'usd' })).expect(200);
      (await patch(variant, { priceAmount: 5, sku: taken.sku })).refused('duplicate_sku');
      (await patch(variant, { priceAmount: -5 })).refused('validation_failed');

      expect(await told()).to.deep.equal([]);
    });

    it('reports each of 20 parallel changes once, as a chain from the first price to the last', async () => {
      const variant = await shop.variant({ priceAmount: 1000 });
      const prices = Array.from({ length: 20 }, (_, index) => 1001 + (index % 5));

      const answers = await Promise.all(prices.map((priceAmount) => patch(variant, { priceAmount })));

      for (const answer of answers) answer.expect(200);
      const { priceAmount: last } = (await shop.admin('GET', variantPath(variant))).expect(200);
      const events = (await told()).map(({ event }) => event);
      const changes = events.map(({ oldPriceMinor, newPriceMinor }) => [oldPriceMinor, newPriceMinor]);
      expect(changes.filter(([before, after]) => before === after)).to.deep.equal([]);
      expect(sorted([...changes.map(([before]) => before), last])).to.deep.equal(
        sorted([...changes.map(([, after]) => after), 1000]),
      );
      // Each change that changed something made the version one higher.
      const { version } = (await shop.admin('GET', variantPath(variant))).expect(200);
      expect(events).to.have.length(version - 1);
      expect(new Set(events.map(({ eventId }) => eventId)).size).to.equal(events.length);
    });
  });

  describe('product.stock_changed', () => {
    /** The crossings that the ledger of the stock knows of, and those that were told; they are the same. */
    async function crossings(variant: Variant): Promise<boolean[]> {
      const { items } = (
        await shop.admin('GET', `${variantPath(variant)}/stock/movements?pageSize=200`)
      ).expect(200);
      const known = items.flatMap((movement: Movement) => {
        const { kind, quantityAfter, reservedAfter, quantityDelta, reservedDelta } = movement;
        const after = quantityAfter > reservedAfter;
        const before = quantityAfter - quantityDelta > reservedAfter - reservedDelta;
        return kind === 'initial' || after === before ? [] : [after];
      });
      const events = (await told()).filter(({ event }) => event.variantId === variant.id);
      expect(new Set(events.map(({ name }) => name))).to.deep.equal(
        new Set(known.length > 0 ? ['product.stock_changed'] : []),
      );
      expect(new Set(events.map(({ event }) => event.eventId)).size).to.equal(events.length);
      const said = events.map(({ event }) => event.available as boolean);
      expect(sorted(said)).to.deep.equal(sorted(known));
      return said;
    }

    it('tells when a variant is sold out and when it is back, and not of what lies between', async () => {
      const variant = await shop.variant({ stockQuantity: 2 });

      for (const delta of [-1, -1, 5, -2]) (await adjust(variant, delta)).expect(200);
      (await patch(variant, { stockQuantity: 0, title: 'Box' })).expect(200);
      (await patch(variant, { stockQuantity: 0, title: 'Tin' })).expect(200);
      (await adjust(variant, -1)).refused('insufficient_stock');

      expect(await crossings(variant)).to.deep.equal([false, true, false]);
      expect((await told())[0]?.event).to.include({ productId: variant.productId, variantId: variant.id });
    });

    it('records no stock event for a variant on backorder, but one when backorders end or begin', async () => {
      const variant = await shop.variant({ stockQuantity: 1, allowBackorder: true });
      const other = await shop.variant({ stockQuantity: 1 });

      const order = await place(variant);
      (await shop.admin('POST', `/orders/${order}/cancel`, {})).expect(200);
      (await adjust(variant, -1)).expect(200);
      const whileOrderable = await told();
      for (const allowBackorder of [false, true, false])
        (await patch(variant, { allowBackorder })).expect(200);
      (await adjust(other, -1)).expect(200);

      expect(whileOrderable).to.deep.equal([]);
      const events = (await told()).map(({ event }) => [event.variantId, event.available]);
      expect(events).to.deep.equal([
        [variant.id, false],
        [variant.id, true],
        [variant.id, false],
        [other.id, false],
      ]);
    });

    it('tells each crossing of parallel adjustments exactly once', async () => {
      const variant = await shop.variant({ stockQuantity: 1 });
      // 21 units go and 20 come: whatever the order, one crossing at least.
      const deltas = Array.from({ length: 41 }, (_, index) => (index % 2 ? 1 : -1));

      await Promise.all(deltas.map((delta) => adjust(variant, delta)));

      const said = await crossings(variant);
      expect(said.length, 'crossings').to.be.greaterThan(0);
      const { available } = (await shop.admin('GET', `${variantPath(variant)}/stock`)).expect(200);
      const [down, up] = [false, true].map((way) => said.filter((each) => each === way).length);
      expect(Number(down) - Number(up)).to.equal(available > 0 ? 0 : 1);
    });

    it('tells once that 12 parallel checkouts sold the last of three, and once that it is back', async () => {
      const variant = await shop.variant({ stockQuantity: 3 });
      const carts = await Promise.all(Array.from({ length: 12 }, () => shop.fullCart({ [variant.id]: 1 })));

      const answers = await Promise.all(carts.map((cart) => shop.checkOut(cart)));
      const placed = answers.filter(({ status }) => status === 201).map(({ body }) => body.order.id);
      const soldOut = await crossings(variant);
      await Promise.all(placed.map((id) => shop.admin('POST', `/orders/${id}/cancel`, {})));

      expect(placed).to.have.length(3);
      expect(soldOut).to.deep.equal([false]);
      expect(await crossings(variant)).to.deep.equal([false, true]);
    });

    it('tells that a restocking refund and an expired reservation bring a variant back', async () => {
      await api.env.database.system.order.updateMany({
        where: { status: 'pending' },
        data: { createdAt: new Date('2100-01-01') },
      });
      const [refunded, expired] = [
        await shop.variant({ stockQuantity: 1 }),
        await shop.variant({ stockQuantity: 1 }),
      ];
      const paid = await place(refunded);
      (await createProvider(api)(paymentSucceeded(paid))).expect(200);
      await place(expired);
      (await shop.admin('POST', `/orders/${paid}/ship`, {})).expect(200);

      (await shop.admin('POST', `/orders/${paid}/refunds`, { restock: true })).expect(201);
      clock.advance(30 * MINUTE_MS);
      await Promise.all([
        cancellation.expireUnpaidOrders(api.env.system),
        cancellation.expireUnpaidOrders(api.env.system),
      ]);

      expect(await crossings(refunded)).to.deep.equal([false, true]);
      expect(await crossings(expired)).to.deep.equal([false, true]);
    });

    it('is silent when a checkout, or a late payment, finds only a part of what it needs', async () => {
      const [plenty, scarce] = [
        await shop.variant({ stockQuantity: 1 }),
        await shop.variant({ stockQuantity: 1 }),
      ];
      const late = await place(plenty, scarce);
      (await shop.admin('POST', `/orders/${late}/cancel`, {})).expect(200);
      const cart = await shop.fullCart({ [plenty.id]: 1, [scarce.id]: 1 });
      await place(scarce);

      (await shop.checkOut(cart)).refused('insufficient_stock');
      (await createProvider(api)(paymentSucceeded(late))).expect(200);

      expect(await crossings(plenty)).to.deep.equal([false, true]);
      expect(await crossings(scarce)).to.deep.equal([false, true, false]);
    });
  });

  it('tell what an import changed, once it is committed, and nothing of the same file again', async () => {
    const store: TestStore = shop.store;
    const file = (priceAmount: number, stockQuantity: number) =>
      [1, 2, 3]
        .map((number) =>
          JSON.stringify({
            slug: `tea-${number}`,
            title: 'Tea',
            sku: `T${number}`,
            priceAmount,
            stockQuantity,
          }),
        )
        .join('\n');
    const take = async (content: string) => {
      const body = Buffer.from(content);
      const headers = { 'Content-Type': 'application/x-ndjson' };
      const token = store.token();
      (await api.request('POST', '/admin/v1/products/import', { token, body, headers })).expect(202);
      await catalog.processImports(api.env.system);
    };

    await take(file(1000, 5));
    const ofNewOnes = await told();
    await take(file(800, 0));
    await take(file(800, 0));

    expect(ofNewOnes).to.deep.equal([]);
    const events = await told();
    const of = (name: string) => events.filter((each) => each.name === name).map(({ event }) => event);
    expect(events).to.have.length(6);
    for (const event of of('product.price_changed'))
      expect(event).to.include({ oldPriceMinor: 1000, newPriceMinor: 800, currency: 'EUR' });
    expect(of('product.stock_changed').map(({ available }) => available)).to.deep.equal([
      false,
      false,
      false,
    ]);
    expect(new Set(events.map(({ event }) => event.variantId)).size).to.equal(3);
  });

  it('reach every module though one throws and one hangs, and the request knows nothing of it', async () => {
    const late: Told[] = [];
    api.env.services.modules = listening(
      listener('throws', () => {
        throw new Error('no');
      }),
      listener('hangs', () => new Promise(() => {})),
      listener('late', (told) => late.push(told)),
    );
    const variant = await shop.variant({ priceAmount: 1000 });

    const answer = await patch(variant, { priceAmount: 1 });

    expect(answer.expect(200)).to.include({ priceAmount: 1 });
    await api.env.services.modules.settled();
    expect(late).to.have.length(1);
    const { items } = (await shop.admin('GET', '/modules')).expect(200);
    expect(
      items.map(({ name, failures }: { name: string; failures: number }) => [name, failures]),
    ).to.deep.equal([
      ['throws', 1],
      ['hangs', 1],
      ['late', 0],
    ]);
  });
});

function sorted(values: unknown[]): unknown[] {
  return [...values].sort((a, b) => Number(a) - Number(b));
}
