import { access } from '@service/core';
import { paymentSucceeded } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { snapshot } from '../../table-snapshot.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';
import { createShop, useShopOfEach } from '../shop.ts';

describe('orders that a network leaves unpaid', () => {
  const api = useApi({ settings: { unpaidOrdersPerNetwork: 2, trustedProxies: ['loopback'] } });
  const shop = useShopOfEach(api);

  const [home, elsewhere] = ['2001:db8:1:2::1', '2001:db8:1:3::1'];

  async function carts(count: number, of = shop) {
    const { id } = await of.variant();
    const made: string[] = [];
    for (let at = 0; at < count; at += 1) made.push(await of.fullCart({ [id]: 1 }));
    return { id, made };
  }
  const checkOut = (cartId: string | undefined, from = home, of = shop) =>
    of.checkOutWith(cartId ?? '', {}, { 'X-Forwarded-For': from });
  const reservedOf = async (id: string) =>
    Number((await shop.store.admin.db.variant.findFirstOrThrow({ where: { id } })).reserved);

  it('hold stock up to a limit, also when they are placed at once', async () => {
    const { id, made } = await carts(6);

    const answers = await Promise.all(made.map((cartId) => checkOut(cartId)));

    expect(answers.filter(({ status }) => status === 201)).to.have.length(2);
    const refused = answers.filter(({ status }) => status !== 201);
    for (const answer of refused) answer.refused('too_many_unpaid_orders');
    expect(await reservedOf(id)).to.equal(2);
  });

  it('count for all addresses of a network, whatever the cart, and a refusal writes nothing', async () => {
    const { made } = await carts(3);
    (await checkOut(made[0])).expect(201);
    (await checkOut(made[1], '2001:db8:1:2:ffff::9')).expect(201);
    const before = await snapshot(api.env);

    (await checkOut(made[2])).refused('too_many_unpaid_orders');

    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('keep no other shopper from ordering, nor this one from another store', async () => {
    const { made } = await carts(4);
    for (const cartId of made.slice(0, 2)) (await checkOut(cartId)).expect(201);
    const other = await createShop(api);

    (await checkOut(made[2], elsewhere)).expect(201);
    (await checkOut((await carts(1, other)).made[0], home, other)).expect(201);
    (await checkOut(made[3])).refused('too_many_unpaid_orders');
  });

  it('count for the visitor whose address the shop’s server passes on', async () => {
    const { admin } = shop.store;
    const { key } = await access.createApiKey(admin, { name: 'Shop', permissions: ['catalog:read'] });
    const { made } = await carts(5);
    const place = (at: number, visitor: string) =>
      shop.checkOutWith(made[at] ?? '', {}, { 'X-Server-Key': key, 'X-Client-Address': visitor });

    for (const at of [0, 1]) (await place(at, '198.51.100.1')).expect(201);

    (await place(2, '198.51.100.2')).expect(201);
    (await place(3, '198.51.100.1')).refused('too_many_unpaid_orders');
    (await checkOut(made[4], '127.0.0.1')).expect(201);
  });

  it('no longer count once they are paid or cancelled', async () => {
    const { made } = await carts(5);
    const { order: first } = (await checkOut(made[0])).expect(201);
    const { order: second } = (await checkOut(made[1])).expect(201);

    (await createProvider(api)(paymentSucceeded(first.id))).expect(200);
    (await checkOut(made[2])).expect(201);
    (await shop.admin('POST', `/orders/${second.id}/cancel`, {})).expect(200);
    (await checkOut(made[3])).expect(201);
    (await checkOut(made[4])).refused('too_many_unpaid_orders');
  });
});
