import { randomUUID } from 'node:crypto';
import { ALL_OPERATIONS } from '@service/contract';
import { TEST_ADDRESS, type TestCustomer } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { snapshot } from '../../table-snapshot.ts';
import { createShop, useShop } from '../shop.ts';
import { createShopper, type Shopper } from '../shopper.ts';

/** Every operation on one cart, so that one which is added later can't be forgotten here. */
const ON_A_CART = ALL_OPERATIONS.filter(({ path }) => path.startsWith('/store/v1/carts/{cartId}'));

describe('the cart of a customer', () => {
  const api = useApi();
  const shop = useShop(api);
  let ada: TestCustomer;
  let asAda: Shopper;
  let asBob: Shopper;

  before(async () => {
    ada = await shop.store.customer();
    asAda = createShopper(api, shop.store, ada.token);
    asBob = createShopper(api, shop.store, (await shop.store.customer()).token);
  });

  const claim = (shopper: Shopper, cartId: string) => shopper.send('POST', `/${cartId}/claim`);
  const ownOrders = async (token: string) =>
    (await api.request('GET', '/store/v1/customers/me/orders', { token })).expect(200);

  it('is one that was made while signed in, and tells whose it is', async () => {
    const mine = await asAda.createCart();
    const guests = await shop.createCart();

    expect((await asAda.send('GET', `/${mine}`)).expect(200)).to.include({
      customerId: ada.id,
      email: ada.email,
      version: 1,
    });
    expect((await asAda.send('GET', `/${guests}`)).expect(200)).to.include({ customerId: null, email: null });
  });

  it('is one that a guest filled and a customer claimed: with all that is in it', async () => {
    const { id } = await shop.variant();
    const cartId = await shop.fullCart({ [id]: 2 });
    const before = (await shop.send('GET', `/${cartId}`)).expect(200);

    const claimed = (await claim(asAda, cartId)).expect(200);
    const again = (await claim(asAda, cartId)).expect(200);

    expect(claimed).to.deep.equal({
      ...before,
      customerId: ada.id,
      email: ada.email,
      version: before.version + 1,
    });
    expect(again).to.deep.equal(claimed);
  });

  it('keeps an address for messages that was set before', async () => {
    const cartId = await shop.createCart();
    (await shop.send('PATCH', `/${cartId}`, { email: 'office@example.com' })).expect(200);

    expect((await claim(asAda, cartId)).expect(200)).to.include({ email: 'office@example.com' });
  });

  describe('returns 404, and changes nothing, for a guest and for another customer:', () => {
    for (const { id: operationId, method, path, ...operation } of ON_A_CART) {
      it(operationId, async () => {
        const { id } = await shop.variant();
        const cartId = await asAda.fullCart({ [id]: 1 });
        if (operationId === 'getCartOrder') (await asAda.checkOut(cartId)).expect(201);
        const { lines } = (await asAda.send('GET', `/${cartId}`)).expect(200);
        const target = path
          .replace('/store/v1/carts/{cartId}', `/${cartId}`)
          .replace('{lineId}', lines[0].id)
          .replace('{creditNoteId}', randomUUID());
        const examples: Record<string, unknown> = { addCartLine: { variantId: id, quantity: 1 } };
        const body = operation.body ? (examples[operationId] ?? operation.examples.body) : undefined;
        const before = await snapshot(api.env);

        // A claim is for the signed-in only.
        if (operationId !== 'claimCart') (await shop.send(method, target, body)).refused('not_found');
        (await asBob.send(method, target, body)).refused('not_found');

        expect(await snapshot(api.env)).to.deep.equal(before);
      });
    }
  });

  it('serves its own customer at each step up to the order', async () => {
    const { id } = await shop.variant();
    const cartId = await asAda.createCart();
    const { lines } = (await asAda.addLine(cartId, id)).expect(200);
    (await asAda.send('PATCH', `/${cartId}/lines/${lines[0].id}`, { quantity: 3 })).expect(200);
    (await asAda.setAddress(cartId)).expect(200);
    (await asAda.send('POST', `/${cartId}/billing-address`, TEST_ADDRESS)).expect(200);
    (await asAda.chooseShipping(cartId)).expect(200);
    (await asAda.send('DELETE', `/${cartId}/discount-code`)).expect(200);

    const { order } = (await asAda.checkOut(cartId)).expect(201);

    expect((await asAda.send('GET', `/${cartId}/order`)).expect(200).id).to.equal(order.id);
    expect((await shop.admin('GET', `/orders/${order.id}`)).expect(200)).to.include({
      customerId: ada.id,
      email: ada.email,
    });
    await shop.store.order();
    const { items, total } = await ownOrders(ada.token);
    expect(total).to.equal(items.length);
    const own = items.map((each: { id: string }) => each.id);
    expect(own).to.include(order.id);
    const events = await shop.store.admin.db.webhookEvent.findMany({
      where: { name: 'order.created', data: { path: ['orderId'], equals: order.id } },
    });
    expect(events.map(({ data }) => data)).to.deep.equal([{ orderId: order.id, customerId: ada.id }]);
  });

  it('stays theirs after the logout: a guest who knows its id gets nothing', async () => {
    const { token } = await shop.store.customer();
    const asLeaving = createShopper(api, shop.store, token);
    const cartId = await asLeaving.createCart();
    (await api.request('POST', '/store/v1/customers/logout', { token, body: {} })).expect(204);

    (await shop.send('GET', `/${cartId}`)).refused('not_found');
    (await asLeaving.send('GET', `/${cartId}`)).refused('unauthenticated');
  });

  it('is also a guest’s cart that a customer checks out, with its order', async () => {
    const { id } = await shop.variant();
    const cartId = await shop.fullCart({ [id]: 1 });

    const { order } = (await asAda.checkOut(cartId)).expect(201);

    expect((await shop.admin('GET', `/orders/${order.id}`)).expect(200)).to.include({ customerId: ada.id });
    (await shop.send('GET', `/${cartId}/order`)).refused('not_found');
    (await shop.send('GET', `/${cartId}`)).refused('not_found');
    (await asBob.send('GET', `/${cartId}/order`)).refused('not_found');
    expect((await asAda.send('GET', `/${cartId}/order`)).expect(200).id).to.equal(order.id);
  });

  it('can’t be claimed once it is an order, signed out, or from another store', async () => {
    const { id } = await shop.variant();
    const cartId = await shop.fullCart({ [id]: 1 });
    (await shop.checkOut(cartId)).expect(201);
    const open = await shop.createCart();
    const other = await createShop(api);
    const stranger = createShopper(api, other.store, (await other.store.customer()).token);

    (await claim(asAda, cartId)).refused('cart_completed');
    (await claim(shop, open)).refused('unauthenticated');
    (await claim(stranger, open)).refused('not_found');

    expect((await shop.send('GET', `/${open}`)).expect(200)).to.include({ customerId: null, version: 1 });
  });

  it('can’t be claimed once it is abandoned', async () => {
    const cartId = await shop.createCart();
    const longAgo = new Date(0);
    await shop.store.admin.db.cart.updateMany({ where: { id: cartId }, data: { updatedAt: longAgo } });

    (await claim(asAda, cartId)).refused('not_found');

    const row = await shop.store.admin.db.cart.findFirstOrThrow({ where: { id: cartId } });
    expect(row).to.deep.include({ customerId: null, version: 1, updatedAt: longAgo });
  });

  it('belongs to one of two customers who claim at once', async () => {
    const cartIds = await Promise.all(Array.from({ length: 10 }, () => shop.createCart()));

    const rounds = await Promise.all(
      cartIds.map((cartId) => Promise.all([claim(asAda, cartId), claim(asBob, cartId)])),
    );

    for (const [index, answers] of rounds.entries()) {
      const [winner] = answers.filter(({ status }) => status === 200);
      const losers = answers.filter(({ status }) => status !== 200);
      expect(losers).to.have.lengthOf(1);
      losers[0]?.refused('not_found');
      const stored = await shop.store.admin.db.cart.findFirstOrThrow({
        where: { id: cartIds[index] ?? '' },
      });
      expect(stored).to.include({ customerId: winner?.body.customerId, version: 2 });
    }
  });

  it('takes no change of a guest at the moment of its claim that its customer doesn’t see', async () => {
    const { id } = await shop.variant();
    const cartId = await shop.createCart();

    const answers = await Promise.all([
      claim(asAda, cartId),
      ...Array.from({ length: 6 }, () => shop.addLine(cartId, id)),
    ]);

    const added = answers.slice(1).filter(({ status }) => status === 200).length;
    for (const answer of answers.slice(1)) if (answer.status !== 200) answer.refused('not_found');
    const { lines } = (await asAda.send('GET', `/${cartId}`)).expect(200);
    expect(lines.reduce((sum: number, line: { quantity: number }) => sum + line.quantity, 0)).to.equal(added);
  });
});
