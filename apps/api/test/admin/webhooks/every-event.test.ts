import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { EVENT_NAMES, EVENTS, type EventName, PERMISSIONS } from '@service/contract';
import { cancellation, carts, catalog, privacy, type SystemContext, webhooks } from '@service/core';
import { DAY_MS, MINUTE_MS } from '@service/jobs/primitives';
import {
  createClock,
  createMigratedDatabase,
  runtimeUrlOf,
  signAdminToken,
  TEST_ADDRESS,
} from '@service/testing';
import { expect } from 'chai';
import type { Answer } from '../../client.ts';
import { useApi } from '../../harness.ts';
import { refundsSent } from '../../refunds-sent.ts';
import { useShopOfEach } from '../../store/shop.ts';
import { createShopper, type Shopper } from '../../store/shopper.ts';
import { snapshot } from '../../table-snapshot.ts';
import { waitAtPlace } from '../../wait-at-place.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';
import { createEvents } from '../../webhooks/payment/provider-events.ts';
import { NDJSON } from '../import-scene.ts';
import { type Actor, type Change, createEventWitness } from './event-witness.ts';

type ActorType = 'operator' | 'api_key' | 'guest' | 'customer' | 'payment_provider' | 'job';

const ADMINS: readonly ActorType[] = ['operator', 'api_key'];
const SHOPPERS: readonly ActorType[] = ['guest', 'customer'];

/** By whom each event is seen here. The compiler demands an entry for an event that is new, and the last test its scenes. */
const SEEN_BY: Readonly<Record<EventName, readonly ActorType[]>> = {
  'order.created': [...ADMINS, ...SHOPPERS],
  'order.paid': [...ADMINS, 'payment_provider'],
  'order.shipped': ADMINS,
  'order.cancelled': [...ADMINS, 'job'],
  'order.refunded': ADMINS,
  'order.partially_refunded': ADMINS,
  'order.shipment_created': ADMINS,
  'order.completed': ADMINS,
  'order.updated': [...ADMINS, ...SHOPPERS, 'payment_provider'],
  'order.ready_for_pickup': ADMINS,
  'order.note_added': ADMINS,
  'checkout.started': SHOPPERS,
  'cart.abandoned': ['job'],
  'payment.authorized': ['payment_provider'],
  'payment.captured': [...ADMINS, 'payment_provider'],
  'payment.failed': ['payment_provider'],
  'payment.voided': ['payment_provider'],
  'dispute.opened': ['payment_provider'],
  'dispute.closed': ['payment_provider'],
  'refund.failed': ['payment_provider'],
  'credit_note.created': ADMINS,
  'refund.issued': ADMINS,
  'return.requested': SHOPPERS,
  'return.approved': ADMINS,
  'return.rejected': ADMINS,
  'return.received': ADMINS,
  'return.refunded': ADMINS,
  'return.exchanged': ADMINS,
  'product.created': [...ADMINS, 'job'],
  'product.updated': [...ADMINS, 'job'],
  'product.deleted': ADMINS,
  'product.published': ADMINS,
  'product.unpublished': ADMINS,
  'variant.created': [...ADMINS, 'job'],
  'variant.updated': [...ADMINS, 'job'],
  'variant.deleted': ADMINS,
  'inventory.changed': [...ADMINS, ...SHOPPERS, 'job'],
  'inventory.low': ADMINS,
  'inventory.sold_out': ADMINS,
  'inventory.restocked': ADMINS,
  'category.created': ADMINS,
  'category.updated': ADMINS,
  'category.deleted': ADMINS,
  'price_list.created': ADMINS,
  'price_list.updated': ADMINS,
  'price_list.deleted': ADMINS,
  'discount.used_up': SHOPPERS,
  'customer.created': [...ADMINS, 'guest'],
  'customer.updated': [...ADMINS, 'customer'],
  'customer.erased': ['job'],
  'import.completed': ['job'],
  'webhook.endpoint_failing': ['job'],
  'webhook.endpoint_paused': ['job'],
  'webhook.endpoint_recovered': ['job'],
  'webhook.delivery_exhausted': ['job'],
};

interface Person {
  actor: Actor;
  token: string;
}

describe('each event, by each who can cause it, is recorded once with its change or not at all:', () => {
  const clock = createClock();
  let databaseUrl: string;
  // Of its own: every row is looked at, and jobs take what is due of all stores.
  const api = useApi(async () => {
    databaseUrl = await createMigratedDatabase('events');
    return { databaseUrl: runtimeUrlOf(databaseUrl), now: clock.now };
  });
  const shop = useShopOfEach(api);
  const seen = new Map<EventName, Set<string>>();
  const withChanges = new Set<EventName>();
  let witness: ReturnType<typeof createEventWitness>;
  beforeEach(() => {
    witness = createEventWitness(api, shop, databaseUrl);
  });
  afterEach(() => {
    for (const { event, by, hasChanges } of witness.told) {
      seen.set(event, (seen.get(event) ?? new Set()).add(by));
      if (hasChanges) withChanges.add(event);
    }
  });

  function made(answer: Answer | undefined) {
    expect(answer?.status, JSON.stringify(answer?.body)).to.be.below(300);
    return answer?.body;
  }

  /** Makes changes by the Admin API, as this operator or program. */
  const adminOf = ({ actor, token }: Person) => {
    const nobody = signAdminToken({ sub: randomUUID(), tenantId: shop.store.tenantId, permissions: [] });
    const send = (by: string, method: string, path: string, body?: object) =>
      api.request(method, `/admin/v1${path}`, { token: by, ...(body ? { body } : {}) });
    return async (tells: EventName[], method: string, path: string, body?: object) =>
      made(
        await witness.sees({
          by: actor,
          tells,
          refused: async () => (await send(nobody, method, path, body)).refused('permission_missing'),
          make: () => send(token, method, path, body),
        }),
      );
  };

  async function operator(): Promise<Person> {
    const id = randomUUID();
    const { tenantId } = shop.store;
    return {
      actor: { type: 'operator', id },
      token: signAdminToken({ sub: id, tenantId, permissions: PERMISSIONS }),
    };
  }

  async function apiKey(): Promise<Person> {
    const body = { name: 'Warehouse', permissions: PERMISSIONS };
    const { id, key } = (await shop.admin('POST', '/api-keys', body)).expect(201);
    // Its first use is kept.
    (await api.request('GET', '/admin/v1/products', { token: key })).expect(200);
    return { actor: { type: 'api_key', id }, token: key };
  }

  /** Makes changes by the Store API; those by another store's key are refused. */
  const storeOf =
    (actor: Actor, session?: string) =>
    async (tells: EventName[], method: string, path: string, body?: object) => {
      const send = (key: string) =>
        api.request(method, `/store/v1${path}`, {
          key,
          ...(session ? { token: session } : {}),
          ...(body ? { body } : {}),
        });
      return made(
        await witness.sees({
          by: actor,
          tells,
          refused: async () => (await send('pk_unknown')).refused('unauthenticated'),
          make: () => send(shop.store.publishableKey),
        }),
      );
    };

  const provide = (tells: EventName[], event: object) =>
    witness.sees({
      by: { type: 'payment_provider', id: null },
      tells,
      refused: async () => (await createProvider(api)(event, 't=1,v1=0000')).refused('invalid_signature'),
      make: () => createProvider(api)(event),
    });

  /** What tests before left due, a batch at a time: a job writes nothing only where nothing is due. */
  async function untilNothingIsDue(run: () => Promise<void>): Promise<void> {
    for (let turn = 0; turn < 100; turn += 1) {
      const before = await snapshot(api.env);
      await run();
      if (isDeepStrictEqual(before, await snapshot(api.env))) return;
    }
    throw new Error('the job has written in each of 100 turns');
  }

  /** What a job does once it is due. */
  const job = async (
    tells: EventName[],
    run: (system: SystemContext) => Promise<unknown>,
    how: Pick<Change, 'prepare' | 'keepsFailures'>,
  ) => {
    const make = async () => void (await run(api.env.system));
    await untilNothingIsDue(make);
    await witness.forget();
    return witness.sees({ by: { type: 'job', id: null }, tells, refused: make, make, ...how });
  };
  const after = (ms: number) => async () => clock.advance(ms);

  /** An order of two units, and what the provider says of its payment. */
  async function placed(shopper: Pick<Shopper, 'fullCart' | 'checkOut'> = shop) {
    const { id: variantId } = await shop.variant();
    const cartId = await shopper.fullCart({ [variantId]: 2 });
    const { order, payment } = (await shopper.checkOut(cartId)).expect(201);
    const { id: paymentId, providerPaymentId } = payment;
    return { id: order.id as string, cartId, paymentId, events: createEvents(providerPaymentId) };
  }

  async function placedByTransfer() {
    await shop.addTransfer();
    return placed();
  }

  async function shipped(shopper: Pick<Shopper, 'fullCart' | 'checkOut'> = shop) {
    const order = await placed(shopper);
    await shop.tell(order.events.succeeded());
    const { lines } = (await shop.act(order.id, 'ship')).expect(200);
    return { ...order, lineId: lines[0].id as string };
  }

  for (const [name, person] of Object.entries({ 'an operator': operator, 'an API key': apiKey })) {
    it(`${name} keeps the catalogue`, async () => {
      const asks = adminOf(await person());
      await witness.listen();
      const variants = [{ sku: randomUUID(), priceAmount: 1190, stockQuantity: 5 }];
      const product = await asks(['product.created', 'variant.created'], 'POST', '/products', {
        title: 'Lamp',
        variants,
      });
      const path = `/products/${product.id}`;
      await asks(['product.updated', 'product.published'], 'PATCH', path, { status: 'published' });
      await asks(['product.updated', 'product.unpublished'], 'PATCH', path, { status: 'draft' });
      const ofVariant = `${path}/variants/${product.variants[0].id}`;
      const changed: EventName[] = ['product.updated', 'variant.updated'];
      await asks([...changed, 'inventory.low'], 'PATCH', ofVariant, { lowStockThreshold: 9 });
      await asks([...changed, 'inventory.changed', 'inventory.sold_out'], 'PATCH', ofVariant, {
        stockQuantity: 0,
      });
      await asks([...changed, 'inventory.changed', 'inventory.restocked'], 'PATCH', ofVariant, {
        stockQuantity: 1,
      });
      await asks(['product.deleted', 'variant.deleted'], 'DELETE', path);
    });

    it(`${name} keeps categories, price lists and customers`, async () => {
      const asks = adminOf(await person());
      await witness.listen();
      for (const [kind, path, made] of [
        ['category', '/categories', { name: 'Lamps' }],
        ['price_list', '/price-lists', { name: 'Sale', currency: 'EUR' }],
      ] as const) {
        const { id } = await asks([`${kind}.created`], 'POST', path, made);
        await asks([`${kind}.updated`], 'PATCH', `${path}/${id}`, { name: 'Other' });
        await asks([`${kind}.deleted`], 'DELETE', `${path}/${id}`);
      }
      const email = `${randomUUID()}@example.com`;
      const { id } = await asks(['customer.created'], 'POST', '/customers', { email });
      await asks(['customer.updated'], 'PATCH', `/customers/${id}`, { name: 'Ada' });
    });

    it(`${name} handles orders`, async () => {
      const asks = adminOf(await person());
      const [sent, cancelled] = [await placed(), await placed()];
      await shop.tell(sent.events.succeeded());
      const transfer = await placedByTransfer();
      await witness.listen();
      const path = `/orders/${sent.id}`;
      await asks(['order.updated'], 'PATCH', path, { metadata: { erp: 7 } });
      await asks(['order.note_added'], 'POST', `${path}/notes`, { note: 'Gift' });
      await waitAtPlace(shop.store, sent.id);
      await asks(['order.ready_for_pickup'], 'POST', `${path}/ready-for-pickup`, {});
      const left: EventName[] = ['order.shipped', 'order.shipment_created', 'order.completed'];
      await asks([...left, 'inventory.changed'], 'POST', `${path}/ship`, {});
      const refunded: EventName[] = ['refund.issued', 'credit_note.created'];
      await asks([...refunded, 'order.partially_refunded'], 'POST', `${path}/refunds`, { amount: 100 });
      await asks([...refunded, 'order.refunded'], 'POST', `${path}/refunds`, {});
      await asks(['order.cancelled', 'inventory.changed'], 'POST', `/orders/${cancelled.id}/cancel`, {});
      const receipt = { reference: 'Statement 3', paidOn: '2026-02-27' };
      await asks(
        ['payment.captured', 'order.paid'],
        'POST',
        `/payments/${transfer.paymentId}/mark-paid`,
        receipt,
      );
    });

    it(`${name} handles returns`, async () => {
      const asks = adminOf(await person());
      const [lost, refunded, exchanged] = [await shipped(), await shipped(), await shipped()];
      await witness.listen();
      const create = async ({ id, lineId }: { id: string; lineId: string }) =>
        (
          await asks(['return.approved'], 'POST', `/orders/${id}/returns`, {
            lines: [{ lineId, quantity: 1 }],
          })
        ).id;
      const receive = async ({ id, lineId }: { id: string; lineId: string }) => {
        const returnId = await create({ id, lineId });
        const lines = [{ lineId, quantity: 1, condition: 'new', restock: true }];
        await asks(['return.received', 'inventory.changed'], 'POST', `/returns/${returnId}/receive`, {
          lines,
        });
        return returnId;
      };
      const lines = [{ lineId: lost.lineId, quantity: 1 }];
      const { id } = (await shop.send('POST', `/${lost.cartId}/order/returns`, { lines })).expect(201);
      await witness.forget();
      await asks(['return.approved'], 'POST', `/returns/${id}/approve`, {});
      await asks(['return.rejected'], 'POST', `/returns/${id}/reject`, { note: 'It never came' });
      const paidBack: EventName[] = ['order.partially_refunded', 'refund.issued', 'credit_note.created'];
      await asks([...paidBack, 'return.refunded'], 'POST', `/returns/${await receive(refunded)}/refund`, {});
      await asks(
        ['return.exchanged', 'order.created', 'order.paid', 'inventory.changed'],
        'POST',
        `/returns/${await receive(exchanged)}/exchange`,
        { lines: [{ lineId: exchanged.lineId }] },
      );
    });
  }

  it('a guest buys, returns and registers', async () => {
    const { cartId, lineId } = await shipped();
    const cart = await withLastUse(shop);
    const asks = storeOf({ type: 'guest', id: null });
    await witness.listen();
    await asks(['checkout.started'], 'POST', `/carts/${cart}/shipping-address`, TEST_ADDRESS);
    (await shop.chooseShipping(cart)).expect(200);
    await asks(
      ['order.created', 'inventory.changed', 'discount.used_up'],
      'POST',
      `/carts/${cart}/checkout`,
      {},
    );
    const lines = [{ lineId, quantity: 1 }];
    await asks(['return.requested'], 'POST', `/carts/${cartId}/order/returns`, { lines });
    await asks(['order.updated'], 'POST', `/carts/${cart}/order/withdrawal`, {});
    const body = { email: `${randomUUID()}@example.com`, password: 'a long pass phrase' };
    await asks(['customer.created'], 'POST', '/customers', body);
  });

  it('a customer buys, returns and changes the account', async () => {
    const { id, token } = await shop.store.customer();
    const shopper = createShopper(api, shop.store, token);
    const { id: orderId, lineId } = await shipped(shopper);
    const cart = await withLastUse(shopper);
    const asks = storeOf({ type: 'customer', id }, token);
    await witness.listen();
    await asks(['checkout.started'], 'POST', `/carts/${cart}/shipping-address`, TEST_ADDRESS);
    (await shopper.chooseShipping(cart)).expect(200);
    await asks(
      ['order.created', 'inventory.changed', 'discount.used_up'],
      'POST',
      `/carts/${cart}/checkout`,
      {},
    );
    const lines = [{ lineId, quantity: 1 }];
    await asks(['return.requested'], 'POST', `/customers/me/orders/${orderId}/returns`, { lines });
    const { items } = (await shop.admin('GET', '/orders?status=pending')).expect(200);
    await asks(['order.updated'], 'POST', `/customers/me/orders/${items[0].id}/withdrawal`, {});
    await asks(['customer.updated'], 'PATCH', '/customers/me', { name: 'Ada' });
  });

  it('the payment provider takes money, holds it, lets it go and fails', async () => {
    const [paid, held, refunded] = [await placed(), await placed(), await placed()];
    await shop.tell(refunded.events.succeeded());
    const { id: refundId } = (await shop.refund(refunded.id, { amount: 100 })).expect(201);
    await refundsSent(shop.store);
    const { providerRefundId } = await shop.store.admin.db.refund.findFirstOrThrow({
      where: { id: refundId },
    });
    const { id } = held.events.succeeded().data.object;
    const amounts = { amount: 2380, amount_capturable: 2380, currency: 'eur' };
    await witness.listen();
    await provide(['payment.failed'], paid.events.failed());
    const succeeded = paid.events.succeeded();
    await provide(['payment.captured', 'order.paid'], succeeded);
    await provide(
      ['dispute.opened', 'order.updated'],
      paid.events.dispute('created', `dp_${paid.id}`, 'needs_response'),
    );
    await provide(['dispute.closed', 'order.updated'], paid.events.dispute('closed', `dp_${paid.id}`, 'won'));
    await provide(
      ['payment.authorized'],
      held.events.event('payment_intent.amount_capturable_updated', { id, ...amounts }),
    );
    await provide(
      ['payment.voided'],
      held.events.event('payment_intent.canceled', { id, amount_received: 0 }),
    );
    await provide(
      ['refund.failed'],
      refunded.events.refund('updated', providerRefundId ?? '', 100, 'failed'),
    );
  });

  it('jobs find carts that were left behind, and cancel orders', async () => {
    const cartId = await shop.fullCart({ [(await shop.variant()).id]: 1 });
    (await shop.send('PATCH', `/${cartId}`, { email: 'ada@example.com' })).expect(200);
    await witness.listen();
    await job(['cart.abandoned'], carts.recordAbandonedCarts, { prepare: after(61 * MINUTE_MS) });
    // Orders of the tests before may fill a batch.
    const expire = async (system: SystemContext) => {
      while ((await cancellation.expireUnpaidOrders(system)) > 0);
    };
    await placed();
    await job(['order.cancelled', 'inventory.changed'], expire, { prepare: after(61 * MINUTE_MS) });
  });

  it('jobs take files of products, and erase customers', async () => {
    const { id } = await shop.store.customer();
    await witness.listen();
    const rows = (stockQuantity: number) =>
      `${JSON.stringify({ slug: 'tea', title: 'Tea', sku: 'TEA-1', priceAmount: 500, stockQuantity })}\n`;
    const send = (body: string) => async () =>
      (
        await api.request('POST', '/admin/v1/products/import', {
          token: shop.store.token(),
          body,
          headers: { 'Content-Type': NDJSON },
        })
      ).expect(202);
    const taken = { keepsFailures: true };
    await job(['product.created', 'variant.created', 'import.completed'], catalog.processImports, {
      ...taken,
      prepare: send(rows(1)),
    });
    await job(
      ['variant.updated', 'product.updated', 'inventory.changed', 'import.completed'],
      catalog.processImports,
      {
        ...taken,
        prepare: send(rows(2)),
      },
    );
    await job(['customer.erased'], privacy.processErasures, {
      ...taken,
      async prepare() {
        (await shop.admin('POST', `/customers/${id}/erasure`)).expect(202);
        clock.advance(MINUTE_MS);
      },
    });
  });

  it('jobs tell of endpoints that fail, are paused and recover, and of given-up deliveries', async () => {
    const order = await placed();
    const body = { kind: 'pull', events: ['order.note_added'] };
    const { id } = (await shop.admin('POST', '/webhooks/subscriptions', body)).expect(201);
    const addNote = async (note: string) => {
      (await shop.act(order.id, 'notes', { note })).expect(200);
      await witness.forget();
    };
    await witness.listen();
    await addNote('Gift');
    const path = `/webhooks/subscriptions/${id}`;
    const respond = (responseCode: number) => async () => {
      const { items } = (await shop.admin('POST', `${path}/claims`, { limit: 1 })).expect(200);
      const outcomes = [{ deliveryId: items[0].deliveryId, responseCode, durationMs: 1 }];
      (await shop.admin('POST', `${path}/outcomes`, { outcomes })).expect(200);
    };

    await respond(500)();
    await job(['webhook.endpoint_failing'], webhooks.notifyEndpointHealth, { prepare: after(DAY_MS) });
    await job(['webhook.delivery_exhausted'], webhooks.recordExhausted, {
      async prepare() {
        for (let attempt = 2; attempt <= 7; attempt += 1) {
          clock.advance(2 * DAY_MS);
          await respond(500)();
        }
      },
    });
    await addNote('Urgent');
    await job(['webhook.endpoint_recovered'], webhooks.notifyEndpointHealth, { prepare: respond(200) });
    await addNote('Late');
    (await shop.admin('PATCH', path, { autoPause: true })).expect(200);
    await job(['webhook.endpoint_paused'], webhooks.notifyEndpointHealth, { prepare: respond(410) });
  });

  it('that is each of them, by each of these', () => {
    const found = EVENT_NAMES.map((name) => [name, [...(seen.get(name) ?? [])].sort()]);

    expect(Object.fromEntries(found)).to.deep.equal(
      Object.fromEntries(EVENT_NAMES.map((name) => [name, SEEN_BY[name].toSorted()])),
    );
  });

  it('and those say what changed that filters can ask for it', () => {
    const said = EVENT_NAMES.filter((name) => 'hasChanges' in EVENTS[name] && EVENTS[name].hasChanges);

    expect([...withChanges]).to.have.members(said);
  });

  /** A cart that will take the last use of a code. */
  async function withLastUse(shopper: Shopper): Promise<string> {
    const terms = { code: 'LAST', kind: 'percentage', basisPoints: 1000, usageLimit: 1 };
    (await shop.admin('POST', '/discounts', terms)).expect(201);
    const cartId = await shopper.createCart();
    (await shopper.addLine(cartId, (await shop.variant()).id)).expect(200);
    (await shopper.send('PATCH', `/${cartId}`, { email: 'ada@example.com' })).expect(200);
    (await shopper.send('POST', `/${cartId}/discount-code`, { code: 'LAST' })).expect(200);
    return cartId;
  }
});
