import { randomUUID } from 'node:crypto';
import { carts, privacy } from '@service/core';
import { DAY_MS, MINUTE_MS } from '@service/jobs/primitives';
import { createClock } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { createShop, type Shop, useShopOfEach } from '../../store/shop.ts';
import { createShopper } from '../../store/shopper.ts';
import { eventsOf, payloadsOf } from '../events-of.ts';

const ADDRESS = { name: 'Ada King', line1: 'Am Markt 1', postalCode: '10115', city: 'Berlin', country: 'DE' };

describe('events of carts', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const shop = useShopOfEach(api);

  const call = async (method: string, path: string, body?: object, status = 200) =>
    (await shop.admin(method, path, body)).expect(status as 200);
  const named = async (name: string, store = shop.store) =>
    (await eventsOf(api, store)).filter((event) => event.name === name);
  const listen = (of: Shop = shop, payload = 'full') =>
    of
      .admin('POST', '/webhooks/subscriptions', {
        ...{ url: `http://127.0.0.1:1/${randomUUID()}`, events: ['cart.*', 'checkout.*'], payload },
      })
      .then((answer) => answer.expect(201));
  const sent = (event: string) => payloadsOf(shop, event);
  const cart = async (method: string, path: string, body?: object, of: Shop = shop) =>
    (
      await api.request(method, `/store/v1/carts${path}`, {
        key: of.store.publishableKey,
        ...(body ? { body } : {}),
      })
    ).expect(method === 'POST' ? 201 : 200);
  async function filled(email: string | null, of: Shop = shop): Promise<string> {
    const { id } = await cart('POST', '', {}, of);
    const variant = await of.variant();
    const key = of.store.publishableKey;
    await api.request('POST', `/store/v1/carts/${id}/lines`, {
      key,
      body: { variantId: variant.id, quantity: 1 },
    });
    if (email) await cart('PATCH', `/${id}`, { email }, of);
    return id;
  }
  const setAddress = async (id: string) => {
    const given = { key: shop.store.publishableKey, body: ADDRESS };
    return (await api.request('POST', `/store/v1/carts/${id}/shipping-address`, given)).expect(200);
  };
  const runJob = () => carts.recordAbandonedCarts(api.env.system);

  it('tell once that a checkout has started: with the e-mail and the address, in either order', async () => {
    await listen();
    const [first, second] = [await filled('ada@example.com'), await filled(null)];
    expect(await named('checkout.started')).to.deep.equal([]);

    await setAddress(first);
    await setAddress(first);
    await setAddress(second);
    for (const email of ['eve@example.com', 'eve@example.com', 'eva@example.com'])
      await cart('PATCH', `/${second}`, { email });

    const told = await named('checkout.started');
    expect(told).to.have.lengthOf(2);
    expect(JSON.stringify(told)).to.not.include(first).and.not.include(second).and.not.include('@');
    const objects = (await sent('checkout.started')).map(({ object: { id, email } }) => [id, email]);
    expect(objects).to.have.deep.members([
      [first, 'ada@example.com'],
      [second, 'eve@example.com'],
    ]);
  });

  it('count no start twice of several changes at once', async () => {
    await listen(shop, 'thin');
    const id = await filled('ada@example.com');

    await Promise.all([
      setAddress(id),
      setAddress(id),
      cart('PATCH', `/${id}`, { email: 'eve@example.com' }),
    ]);

    expect(await named('checkout.started')).to.have.lengthOf(1);
  });

  it('tell once of a cart that was left, by two workers, and of none without e-mail or lines', async () => {
    await listen();
    const left = await filled('ada@example.com');
    await filled(null);
    const { id: empty } = await cart('POST', '', {});
    await cart('PATCH', `/${empty}`, { email: 'eve@example.com' });
    clock.advance(59 * MINUTE_MS);
    const busy = await filled('eva@example.com');
    await runJob();
    expect(await named('cart.abandoned')).to.deep.equal([]);
    const { version } = await cart('GET', `/${left}`);

    clock.advance(2 * MINUTE_MS);
    await Promise.all([runJob(), runJob()]);
    await runJob();

    const [told, ...more] = await sent('cart.abandoned');
    expect(more).to.deep.equal([]);
    expect(told.object).to.deep.include({ id: left, email: 'ada@example.com', version });
    expect(told.actor).to.deep.equal({ type: 'job', id: null });
    expect(told).to.include({ customerId: null });
    clock.advance(DAY_MS);
    await cart('PATCH', `/${busy}`, { email: 'eva@example.com' });
    await runJob();
    expect(await named('cart.abandoned')).to.have.lengthOf(2);
  });

  it('tell a store that begins to listen of no carts of days before, and another store of none', async () => {
    const other = await createShop(api);
    await filled('ada@example.com');
    await filled('ada@example.com', other);
    clock.advance(DAY_MS + 2 * 60 * MINUTE_MS);
    await listen();
    await filled('eve@example.com');
    clock.advance(61 * MINUTE_MS);
    await runJob();

    expect(await named('cart.abandoned')).to.have.lengthOf(1);
    expect(await named('cart.abandoned', other.store)).to.deep.equal([]);
    await listen(other);
    await runJob();
    expect(await named('cart.abandoned', other.store)).to.deep.equal([]);
  });

  it('tell of a customer’s cart, and leave nothing of it when the customer is erased', async () => {
    await listen();
    const email = `ada-${randomUUID()}@example.com`;
    const key = shop.store.publishableKey;
    const body = { email, password: 'a long pass phrase' };
    const { id: customerId } = (await api.request('POST', '/store/v1/customers', { key, body })).expect(201);
    const { token } = (await api.request('POST', '/store/v1/customers/login', { key, body })).expect(200);
    const { id } = (await api.request('POST', '/store/v1/carts', { key, token, body: {} })).expect(201);
    const variant = await shop.variant();
    const line = { variantId: variant.id, quantity: 1 };
    (await api.request('POST', `/store/v1/carts/${id}/lines`, { key, token, body: line })).expect(200);
    clock.advance(61 * MINUTE_MS);
    await runJob();
    const [told] = await sent('cart.abandoned');
    expect(told).to.deep.include({ customerId });
    expect(told.object).to.include({ id, email });

    (await shop.admin('POST', `/customers/${customerId}/erasure`)).expect(202);
    clock.advance(MINUTE_MS);
    await privacy.processErasures(api.env.system);

    const [after] = await sent('cart.abandoned');
    expect(after).to.deep.include({ object: null, objectOmitted: 'erased', actor: null });
    const kept = await api.env.system.db.webhookFullPayload.findMany({
      where: { tenantId: shop.store.tenantId },
    });
    expect(JSON.stringify(kept)).to.not.include(email).and.not.include(id);
  });

  it('pass over carts of disabled accounts and those that can’t be shown, and tell of others', async () => {
    await listen();
    const customer = await shop.store.customer();
    const variant = await shop.variant({ priceAmount: 1 });
    const theirs = createShopper(api, shop.store, customer.token);
    (await theirs.addLine(await theirs.createCart(), variant.id)).expect(200);
    (await shop.admin('POST', `/customers/${customer.id}/disable`)).expect(200);
    const dear = await shop.createCart();
    (await shop.addLine(dear, variant.id, 2)).expect(200);
    await cart('PATCH', `/${dear}`, { email: 'eve@example.com' });
    const path = `/products/${variant.productId}/variants/${variant.id}`;
    await call('PATCH', path, { priceAmount: Number.MAX_SAFE_INTEGER });
    (await shop.send('GET', `/${dear}`)).refused('amount_too_large');
    const other = await filled('ada@example.com');
    clock.advance(61 * MINUTE_MS);

    await runJob();

    expect((await sent('cart.abandoned')).map(({ object }) => object.id)).to.deep.equal([other]);
  });

  it('leave nothing of a cart that is deleted because of its age', async () => {
    await listen();
    const id = await filled('ada@example.com');
    clock.advance(61 * MINUTE_MS);
    await runJob();
    expect((await sent('cart.abandoned'))[0].object).to.include({ id });

    clock.advance(31 * DAY_MS);
    await carts.deleteAbandonedCarts(api.env.system, 1000);

    const [kept] = await api.env.system.db.webhookFullPayload.findMany({
      where: { tenantId: shop.store.tenantId },
    });
    expect(kept?.payload).to.deep.include({ object: null, objectOmitted: 'erased' });
  });
});
