import { privacy } from '@service/core';
import { Prisma } from '@service/db';
import { createClock, paymentSucceeded, TEST_ADDRESS, until } from '@service/testing';
import { expect } from 'chai';
import { usePost } from '../../example-scene.ts';
import { useApi } from '../../harness.ts';
import { createShop, type Shop, useShopOfEach } from '../../store/shop.ts';
import { snapshot } from '../../table-snapshot.ts';

const SELLER = { ...TEST_ADDRESS, name: 'Tea House GmbH', line1: 'Teegasse 1', postalCode: '10115' };
const PARCEL = { carrier: 'table-post', service: 'parcel' };

describe('labels of a carrier', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const shop = useShopOfEach(api);
  const post = usePost(api);

  beforeEach(() => nameSeller(shop));

  const nameSeller = async ({ admin }: Shop) =>
    (await admin('PUT', '/settings', { name: 'Tea House', currency: 'EUR', seller: SELLER })).expect(200);

  /** Lines of 3 and 2 units of 500 g. */
  async function paidOrder(of: Shop = shop) {
    const [one, other] = [await of.variant({ weightGrams: 500 }), await of.variant({ weightGrams: 500 })];
    const cartId = await of.fullCart({ [one.id]: 3, [other.id]: 2 });
    (await of.send('PATCH', `/${cartId}`, { email: 'ada@example.com' })).expect(200);
    const { id } = (await of.checkOut(cartId)).expect(201).order;
    await of.tell(paymentSucceeded(id));
    const { lines } = await of.getOrder(id);
    const [three, two] = [...lines].sort((a, b) => b.quantity - a.quantity);
    return { id: id as string, three: three.id as string, two: two.id as string };
  }
  const label = (id: string, body: object = {}) => shop.act(id, 'labels', { ...PARCEL, ...body });
  const cancel = (labelId: string) => shop.admin('POST', `/labels/${labelId}/cancel`, {});
  const ship = (id: string, body: object) => shop.act(id, 'ship', body);
  const labelsOf = async (id: string) => (await shop.getOrder(id)).labels;
  const fileOf = (labelId: string) =>
    fetch(`${api.url}/admin/v1/labels/${labelId}/file`, {
      headers: { authorization: `Bearer ${shop.store.token()}` },
    });

  it('are made from what is left to ship, and the parcel leaves with their number', async () => {
    const { id, three, two } = await paidOrder();

    const made = (await label(id)).expect(201);

    expect(made).to.deep.include({ ...PARCEL, status: 'made', weightGrams: 2500, shipmentId: null });
    expect(made.lines).to.have.deep.members([
      { lineId: three, quantity: 3 },
      { lineId: two, quantity: 2 },
    ]);
    expect(post().asked.at(-1)).to.deep.include({ product: 'parcel', grams: 2500, reference: '1001' });
    expect(post().asked.at(-1).to).to.include({ name: 'Ada Lovelace', line1: 'Unter den Linden 1' });
    expect(post().asked.at(-1).from).to.include({ name: 'Tea House GmbH', postalCode: '10115' });
    const file = await fileOf(made.id);
    expect([file.status, file.headers.get('content-type')]).to.deep.equal([200, 'application/pdf']);
    expect(await file.text()).to.include('(Ada Lovelace)');

    const shipped = (await ship(id, { labelId: made.id })).expect(200);

    const tracking = { carrier: 'Table Post', number: 'TP00000001', url: made.tracking.url };
    expect(shipped).to.include({ status: 'shipped' });
    expect(shipped.shipments.map((each: { tracking: object }) => each.tracking)).to.deep.equal([tracking]);
    expect(shipped.labels).to.deep.equal([{ ...made, shipmentId: shipped.shipments[0].id }]);
    const mail = await shop.store.admin.db.mail.findFirstOrThrow({ where: { kind: 'order_shipped' } });
    expect(JSON.stringify(mail.data)).to.include('TP00000001');
    (await ship(id, { labelId: made.id })).refused('illegal_transition');
  });

  it('cost what the carrier says of all that is left to ship', async () => {
    const { id, three } = await paidOrder();
    const rates = async () => (await shop.admin('GET', `/orders/${id}/labels/rates`)).expect(200);
    const of = (service: string, amount: number) => ({
      carrier: 'table-post',
      service,
      amount,
      currency: 'EUR',
    });
    expect(await rates()).to.deep.equal({
      ...{ weightGrams: 2500, unavailable: [] },
      items: [of('parcel', 590), of('express', 1190)],
    });

    (await ship(id, { lines: [{ lineId: three }] })).expect(200);

    expect(await rates()).to.deep.include({
      weightGrams: 1000,
      items: [of('parcel', 390), of('express', 990)],
    });
    post().become('failing');
    expect(await rates()).to.deep.equal({ weightGrams: 1000, items: [], unavailable: ['table-post'] });
  });

  it('whose answer got lost are paid once', async () => {
    const { id } = await paidOrder();
    post().become('cut off');

    (await label(id)).refused('dependency_unavailable');

    const [requested] = await labelsOf(id);
    expect(requested).to.deep.include({ status: 'requested', tracking: { number: null, url: null } });
    expect((await shop.getOrder(id)).shipments).to.deep.equal([]);
    (await ship(id, { labelId: requested.id })).refused('validation_failed');
    post().become('working');
    expect((await label(id)).expect(201)).to.include({ id: requested.id, status: 'made' });
    expect(await labelsOf(id)).to.have.length(1);
    expect(post().labels()).to.have.length(1);
  });

  it('that two operators ask for at once are one', async () => {
    const { id } = await paidOrder();

    const [one, other] = await Promise.all([label(id), label(id)]);

    expect(one.expect(201)).to.deep.equal(other.expect(201));
    expect(post().labels()).to.have.length(1);
    (await label(id)).refused('label_exists');
    expect(await labelsOf(id)).to.have.length(1);
  });

  it('are the first one for a request that is repeated', async () => {
    const { id } = await paidOrder();
    const request = {
      token: shop.store.token(),
      body: PARCEL,
      headers: { 'Idempotency-Key': 'one-parcel' },
    };
    const ask = () => api.request('POST', `/admin/v1/orders/${id}/labels`, request);

    const first = (await ask()).expect(201);

    expect((await ask()).expect(201)).to.deep.equal(first);
    expect(post().labels()).to.have.length(1);
  });

  it('are not bought by a request that is repeated after the order was cancelled', async () => {
    const { id } = await paidOrder();
    const request = {
      token: shop.store.token(),
      body: PARCEL,
      headers: { 'Idempotency-Key': 'late-parcel' },
    };
    const ask = () => api.request('POST', `/admin/v1/orders/${id}/labels`, request);
    post().become('failing');
    (await ask()).refused('dependency_unavailable');
    (await shop.act(id, 'cancel')).expect(200);
    post().become('working');

    (await ask()).refused('illegal_transition');

    expect(post().labels()).to.deep.equal([]);
    expect((await labelsOf(id))[0]).to.include({ status: 'requested' });
  });

  it('that the carrier refuses are nowhere, and the reason is said', async () => {
    const { id } = await paidOrder();
    const nowhere = { ...TEST_ADDRESS, postalCode: '00000' };
    (await shop.admin('PATCH', `/orders/${id}`, { shippingAddress: nowhere })).expect(200);

    const { detail } = (await label(id)).refused('label_refused');

    expect(detail).to.equal('No town has the postal code 00000');
    expect(await labelsOf(id)).to.deep.equal([]);
    (await shop.admin('PATCH', `/orders/${id}`, { shippingAddress: TEST_ADDRESS })).expect(200);
    (await label(id)).expect(201);
  });

  it('are for parts, each unit on one of them', async () => {
    const { id, three, two } = await paidOrder();

    const first = (await label(id, { lines: [{ lineId: three, quantity: 2 }], weightGrams: 1100 })).expect(
      201,
    );
    const { errors } = (await label(id, { lines: [{ lineId: three, quantity: 2 }] })).refused(
      'quantity_exceeded',
    );
    const rest = (await label(id, { service: 'express' })).expect(201);

    expect(first).to.deep.include({ weightGrams: 1100, lines: [{ lineId: three, quantity: 2 }] });
    expect(errors?.map(({ path }) => path)).to.deep.equal(['/body/lines/0/quantity']);
    expect(rest.lines).to.have.deep.members([
      { lineId: three, quantity: 1 },
      { lineId: two, quantity: 2 },
    ]);
    expect((await ship(id, { labelId: rest.id })).expect(200)).to.include({ status: 'paid' });
    expect((await ship(id, { labelId: first.id })).expect(200)).to.include({ status: 'shipped' });
  });

  it('hold the address until they are cancelled', async () => {
    const { id } = await paidOrder();
    const { id: labelId } = (await label(id)).expect(201);
    const move = () =>
      shop.admin('PATCH', `/orders/${id}`, { shippingAddress: { ...TEST_ADDRESS, city: 'Kiel' } });
    (await move()).refused('address_fixed');

    expect((await cancel(labelId)).expect(200)).to.include({ status: 'cancelled' });

    expect(post().labels()).to.deep.include.members([{ ...post().labels()[0], isCancelled: true }]);
    expect((await fileOf(labelId)).status).to.equal(404);
    (await cancel(labelId)).expect(200);
    (await move()).expect(200);
    (await label(id)).expect(201);
    expect(post().asked.at(-1).to).to.include({ city: 'Kiel' });
  });

  it('without an answer are cancelled at the carrier too', async () => {
    const { id } = await paidOrder();
    post().become('cut off');
    (await label(id)).refused('dependency_unavailable');
    const [{ id: labelId }] = await labelsOf(id);
    (await cancel(labelId)).refused('dependency_unavailable');
    expect(await labelsOf(id)).to.deep.include.members([{ ...(await labelsOf(id))[0], status: 'requested' }]);
    post().become('working');

    (await cancel(labelId)).expect(200);

    expect(
      post()
        .labels()
        .map(({ isCancelled }) => isCancelled),
    ).to.deep.equal([true]);
    expect((await labelsOf(id))[0]).to.include({ status: 'cancelled' });
  });

  it('that a shipment left with are replaced', async () => {
    const { id } = await paidOrder();
    const { id: labelId } = (await label(id)).expect(201);
    const shipmentId = (await ship(id, { labelId })).expect(200).shipments[0].id;
    (await label(id, { shipmentId })).refused('label_exists');

    (await cancel(labelId)).expect(200);

    const none = { carrier: null, number: null, url: null };
    expect((await shop.getOrder(id)).shipments[0].tracking).to.deep.equal(none);
    const second = (await label(id, { shipmentId })).expect(201);
    expect(second).to.include({ status: 'made', shipmentId, weightGrams: 2500 });
    expect((await shop.getOrder(id)).shipments).to.have.length(1);
    expect((await shop.getOrder(id)).shipments[0].tracking).to.deep.equal({
      carrier: 'Table Post',
      ...second.tracking,
    });
    (await label(id, { shipmentId: id })).refused('not_found');
  });

  it('leave a shipment as it was where the carrier refuses', async () => {
    const { id } = await paidOrder();
    const shipmentId = (await ship(id, { tracking: { carrier: 'Courier' } })).expect(200).shipments[0].id;
    const before = (await shop.getOrder(id)).shipments;

    (await label(id, { shipmentId, weightGrams: 40_000 })).refused('label_refused');

    expect((await shop.getOrder(id)).shipments).to.deep.equal(before);
    (await label(id, { shipmentId })).expect(201);
  });

  it('are not made for what no carrier takes', async () => {
    const { id } = await paidOrder();
    const unpaid = (await shop.checkOut(await shop.fullCart({ [(await shop.variant()).id]: 1 }))).expect(201);
    const { id: cancelled } = await paidOrder();
    (await shop.act(cancelled, 'cancel')).expect(200);
    const { id: noAddress } = await paidOrder();
    const where = { tenantId_id: { tenantId: shop.store.tenantId, id: noAddress } };
    await shop.store.admin.db.order.update({ where, data: { shippingAddress: Prisma.DbNull } });
    const before = await snapshot(api.env);

    (await label(id, { carrier: 'pigeon' })).refused('validation_failed');
    (await label(unpaid.order.id)).refused('illegal_transition');
    (await label(cancelled)).refused('illegal_transition');
    (await label(noAddress)).refused('label_not_possible');

    expect(await snapshot(api.env)).to.deep.equal(before);
    (await shop.admin('PUT', '/settings', { name: 'Tea House', currency: 'EUR', seller: null })).expect(200);
    (await label(id)).refused('label_not_possible');
    expect(post().labels()).to.deep.equal([]);
  });

  it('that are no PDF or PNG aren’t kept', async () => {
    const { id } = await paidOrder();
    const modules = api.env.services.modules;
    const made = { ok: true as const, carrierLabelId: '1', trackingNumber: null, trackingUrl: null };
    for (const file of [Buffer.from('<html>'), Buffer.alloc(1_048_577, '%PDF-')]) {
      api.env.services.modules = {
        ...modules,
        openCarrier: () => ({
          name: 'x',
          rates: async () => [],
          createLabel: async () => ({ ...made, file }),
        }),
      };
      (await label(id)).refused('dependency_unavailable');
      expect((await labelsOf(id))[0]).to.include({ status: 'requested' });
    }
  });

  it('are removed with their buyer', async () => {
    const { id } = await paidOrder();
    const { id: labelId } = (await label(id)).expect(201);
    (await ship(id, { labelId })).expect(200);
    (await shop.admin('POST', `/orders/${id}/erasure`)).expect(202);
    clock.advance(60_000);
    await privacy.processErasures(api.env.system);

    expect((await fileOf(labelId)).status).to.equal(404);
    expect((await labelsOf(id))[0].tracking).to.deep.equal({ number: null, url: null });
  });

  it('of a carrier that hangs are waited for by its own store alone', async () => {
    const other = await createShop(api);
    await nameSeller(other);
    const [orders, others] = [
      await Promise.all(Array.from({ length: 5 }, () => paidOrder())),
      await paidOrder(other),
    ];
    post().become('silent');
    const hanging = orders.slice(0, 4).map(({ id }) => label(id));
    await until(() => post().asked.length === 4, 'four requests to the carrier');
    post().become('working');

    (await other.act(others.id, 'labels', PARCEL)).expect(201);
    (await label(orders[4]?.id ?? '')).refused('too_many_requests');
    (await ship(orders[4]?.id ?? '', {})).expect(200);

    await post().close();
    for (const answer of await Promise.all(hanging)) answer.refused('dependency_unavailable');
  });
});
