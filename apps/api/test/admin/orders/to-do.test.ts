import { paymentSucceeded } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { refundsSent } from '../../refunds-sent.ts';
import { useShop, useShopOfEach } from '../../store/shop.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';

describe('what waits in a store', () => {
  const api = useApi();
  const shop = useShopOfEach(api);
  const stranger = useShop(api);

  const placed = async (of = shop): Promise<string> => {
    const { id } = await of.variant();
    return (await of.checkOut(await of.fullCart({ [id]: 2 }))).expect(201).order.id;
  };
  const paid = async (of = shop): Promise<string> => {
    const id = await placed(of);
    (await createProvider(api)(paymentSucceeded(id))).expect(200);
    return id;
  };
  const idsOf = async (path: string): Promise<string[]> => {
    const { items } = (await shop.admin('GET', path)).expect(200);
    return items.map(({ id }: { id: string }) => id);
  };
  const lineOf = async (id: string): Promise<string> =>
    (await shop.admin('GET', `/orders/${id}`)).expect(200).lines[0].id;

  it('is to be shipped where it is paid and not gone, of the store alone', async () => {
    await paid(stranger);
    const [pending, whole, part, refunded, gone, cancelled] = [
      await placed(),
      await paid(),
      await paid(),
      await paid(),
      await paid(),
      await paid(),
    ];
    (await shop.act(part, 'ship', { lines: [{ lineId: await lineOf(part), quantity: 1 }] })).expect(200);
    (await shop.act(refunded, 'refunds', { amount: 100 })).expect(201);
    (await shop.act(gone, 'ship')).expect(200);
    (await shop.act(cancelled, 'cancel')).expect(200);
    await refundsSent(shop.store);

    const toShip = await idsOf('/orders?toShip=true');

    expect(toShip).to.have.members([whole, part, refunded]);
    expect(await idsOf('/orders?toShip=false')).to.have.members([pending, gone, cancelled]);
    expect(await idsOf('/orders?toShip=true&status=paid')).to.have.members([whole, part]);
    expect(await idsOf('/orders?toShip=true&fulfilmentStatus=shipped')).to.deep.equal([]);
    // Read by another statement: what is searched for.
    const searched = (query: string) => idsOf(`/orders?metadata=a:x&${query}`);
    for (const id of [whole, gone])
      (await shop.admin('PATCH', `/orders/${id}`, { metadata: { a: 'x' } })).expect(200);
    expect(await searched('toShip=true')).to.deep.equal([whole]);
    expect(await searched('toShip=false')).to.deep.equal([gone]);
    const home = (await shop.admin('GET', '/home')).expect(200);
    expect(home.orders).to.include({ toShip: 3, unpaid: 1, openReturns: 0 });
    (await shop.admin('GET', '/orders?toShip=perhaps')).refused('validation_failed');
  });

  it('is a return until it ends', async () => {
    const order = await paid();
    (await shop.act(order, 'ship')).expect(200);
    const lines = [{ lineId: await lineOf(order), quantity: 1 }];
    const [first, second] = [
      (await shop.act(order, 'returns', { lines })).expect(201).id,
      (await shop.act(order, 'returns', { lines })).expect(201).id,
    ];
    (await shop.admin('POST', `/returns/${first}/reject`, {})).expect(200);

    expect(await idsOf('/returns?open=true')).to.deep.equal([second]);
    expect(await idsOf('/returns?open=false')).to.deep.equal([first]);
    expect(await idsOf('/returns?open=true&status=rejected')).to.deep.equal([]);
    expect((await shop.admin('GET', '/home')).expect(200).orders.openReturns).to.equal(1);
  });

  it('is counted up to a bound', async () => {
    for (let count = 0; count < 103; count += 1) await shop.store.order();

    const { orders } = (await shop.admin('GET', '/home')).expect(200);

    expect(orders).to.include({ toShip: 0, unpaid: 101 });
  });
});
