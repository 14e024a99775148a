import { paymentSucceeded, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { useShopOfEach } from '../shop.ts';

/** In a country of another rate than the store's. */
const PLACE = {
  address: {
    name: 'Teehaus Salzburg',
    line1: 'Teegasse 1',
    city: 'Salzburg',
    postalCode: '5020',
    country: 'AT',
  },
  openingHours: [
    { day: 'saturday', opens: '10:00', closes: '14:00' },
    { day: 'monday', opens: '13:00', closes: '18:00' },
    { day: 'monday', opens: '09:00', closes: '12:00' },
  ],
  note: 'Ring twice.',
};
const [SATURDAY, AFTERNOON, MORNING] = PLACE.openingHours;
const SHOWN = { ...PLACE, openingHours: [MORNING, AFTERNOON, SATURDAY] };
const FRENCH = { ...TEST_ADDRESS, country: 'FR' };

describe('goods that are picked up', () => {
  const api = useApi();
  const shop = useShopOfEach(api);

  const put = (options: object[]) => shop.admin('PUT', '/settings/shipping', { options });
  const optionsOf = async (cartId: string) =>
    (await shop.send('GET', `/${cartId}/shipping-options`)).expect(200).items;
  const bill = (cartId: string) => shop.send('POST', `/${cartId}/billing-address`, FRENCH);
  const missing = async (cartId: string) =>
    (await shop.checkOut(cartId)).refused('cart_incomplete').errors?.map(({ path }) => path);

  /** A cart of one variant at 12.00, for which the place is chosen. */
  async function cartOf(terms: object = {}, option: object = {}) {
    (await put([{ name: 'Pick-up', amount: 100, pickupPlace: PLACE, ...option }])).expect(200);
    const variant = await shop.variant({ priceAmount: 1200, ...terms });
    const cartId = await shop.createCart();
    (await shop.addLine(cartId, variant.id)).expect(200);
    const cart = (await shop.chooseShipping(cartId)).expect(200);
    return { cartId, cart, variant };
  }

  async function paid(terms?: object) {
    const { cartId } = await cartOf(terms);
    (await bill(cartId)).expect(200);
    (await shop.send('PATCH', `/${cartId}`, { email: 'ada@example.com', locale: 'de' })).expect(200);
    const { order } = (await shop.checkOut(cartId)).expect(201);
    await shop.tell(paymentSucceeded(order.id));
    return { id: order.id as string, cartId };
  }
  const mailsOf = async (orderId: string) => {
    const rows = await shop.store.admin.db.mail.findMany({ where: { orderId } });
    return rows.map(({ kind }) => kind).sort();
  };

  it('ask for no shipping address, and are taxed where they are handed over', async () => {
    const { cartId, cart, variant } = await cartOf();

    expect((await optionsOf(cartId))[0]).to.deep.include({
      name: 'Pick-up',
      amount: 100,
      pickupPlace: SHOWN,
    });
    expect(cart).to.deep.include({ requiresShipping: true, shippingAddress: null, pickupPlace: SHOWN });
    expect(cart.taxLines).to.deep.equal([
      { country: 'AT', rateBasisPoints: 2000, baseAmount: 1083, amount: 217 },
    ]);
    expect(await missing(cartId)).to.deep.equal(['/cart/billingAddress']);
    (await bill(cartId)).expect(200);
    const { order } = (await shop.checkOut(cartId)).expect(201);
    const placed = await shop.getOrder(order.id);

    expect(placed).to.deep.include({
      ...{ shippingAddress: null, pickupPlace: SHOWN, readyForPickupAt: null, billingAddress: FRENCH },
      ...{ shippingTotal: 100, total: 1300, taxLines: cart.taxLines },
    });
    expect(placed.lines[0]).to.include({
      variantId: variant.id,
      requiresShipping: true,
      shippableQuantity: 1,
    });
    const own = (await shop.send('GET', `/${cartId}/order`)).expect(200);
    expect(own).to.deep.include({ pickupPlace: SHOWN, shippingAddress: null });
  });

  it('are sold to buyers of every country, and keep their place whatever the settings say later', async () => {
    const store = { name: 'Tea', currency: 'EUR', countries: ['DE'] };
    (await shop.admin('PUT', '/settings', store)).expect(200);
    const { id } = await paid();
    (await put([{ name: 'Parcel', amount: 490 }])).expect(200);

    expect(await shop.getOrder(id)).to.deep.include({ status: 'paid', pickupPlace: SHOWN });
  });

  it('tell their buyer once that they wait, and are shipped when they are picked up', async () => {
    const { id } = await paid();
    const ready = (await shop.act(id, 'ready-for-pickup')).expect(200);
    const again = (await shop.act(id, 'ready-for-pickup')).expect(200);
    const shipped = (await shop.act(id, 'ship')).expect(200);

    expect(ready.readyForPickupAt).to.be.a('string');
    expect(ready.history.at(-1).details).to.deep.equal({ readyForPickup: true });
    expect(again).to.deep.equal(ready);
    expect(shipped).to.include({ status: 'shipped', fulfilmentStatus: 'shipped' });
    expect(await mailsOf(id)).to.deep.equal(['order_confirmation', 'order_ready']);
    const mail = await shop.store.admin.db.mail.findFirst({ where: { orderId: id, kind: 'order_ready' } });
    expect(mail).to.deep.include({ recipient: 'ada@example.com' });
    expect(mail?.data).to.deep.include({
      locale: 'de',
      place: SHOWN,
      lines: [{ title: 'Darjeeling', quantity: 1 }],
    });
    const events = await shop.store.admin.db.webhookEvent.findMany({
      where: { name: { startsWith: 'order.' } },
    });
    expect(events.map(({ name }) => name).sort()).to.deep.equal([
      ...['order.completed', 'order.created', 'order.paid', 'order.ready_for_pickup'],
      ...['order.shipment_created', 'order.shipped'],
    ]);
    (await shop.act(id, 'ready-for-pickup')).refused('nothing_to_pick_up');
  });

  it('don’t wait before they are paid, nor where they are sent', async () => {
    const sent = await shop.store.order();
    const { cartId } = await cartOf();
    (await bill(cartId)).expect(200);
    const { order } = (await shop.checkOut(cartId)).expect(201);
    const before = await shop.getOrder(order.id);
    (await shop.act(order.id, 'ready-for-pickup')).refused('illegal_transition');
    expect(await shop.getOrder(order.id)).to.deep.equal(before);

    await shop.tell(paymentSucceeded(sent));
    const paidOne = await shop.getOrder(sent);
    (await shop.act(sent, 'ready-for-pickup')).refused('nothing_to_pick_up');
    expect(await shop.getOrder(sent)).to.deep.equal(paidOne);
  });

  it('can be billed elsewhere, are taxed as at the place, and have no shipping address', async () => {
    const { id } = await paid();
    const billingAddress = { ...TEST_ADDRESS, country: 'CH' };
    const changed = (await shop.admin('PATCH', `/orders/${id}`, { billingAddress })).expect(200);
    (await shop.admin('PATCH', `/orders/${id}`, { shippingAddress: TEST_ADDRESS })).refused('address_fixed');

    expect(changed).to.deep.include({ billingAddress, shippingAddress: null, pickupPlace: SHOWN });
    expect(await shop.getOrder(id)).to.deep.equal(changed);
  });

  it('have the place as the delivery address of their invoice', async () => {
    const { id } = await paid();
    const invoice = (await shop.admin('GET', `/orders/${id}/invoice/data`)).expect(200);

    expect(invoice.buyer).to.deep.include({ country: 'FR' });
    expect(invoice.deliveryAddress).to.deep.include({ name: 'Teehaus Salzburg', country: 'AT' });
  });

  it('are no longer offered by an option that is switched off', async () => {
    const { cartId } = await cartOf();
    const [{ id }] = await optionsOf(cartId);
    (await put([{ id, name: 'Pick-up', amount: 100, pickupPlace: PLACE, active: false }])).expect(200);
    const cart = await shop.read(cartId);

    expect(await optionsOf(cartId)).to.deep.equal([]);
    expect(cart).to.deep.include({
      pickupPlace: null,
      issues: ['shipping_option_unavailable'],
      shippingTotal: 0,
    });
    (await shop.send('POST', `/${cartId}/shipping-option`, { shippingOptionId: id })).refused('not_found');
    expect(await shop.read(cartId)).to.deep.equal(cart);
  });

  for (const [what, change, path] of [
    [
      'hours that end before they begin',
      { openingHours: [{ day: 'monday', opens: '18:00', closes: '09:00' }] },
      '/pickupPlace/openingHours/0/closes',
    ],
    [
      'hours that overlap',
      { openingHours: [MORNING, AFTERNOON, { day: 'monday', opens: '11:00', closes: '14:00' }] },
      '/pickupPlace/openingHours/2/opens',
    ],
    [
      'a time that is none',
      { openingHours: [{ day: 'monday', opens: '9:00', closes: '24:30' }] },
      '/pickupPlace/openingHours/0/opens',
    ],
    [
      'an address without a street',
      { address: { ...PLACE.address, line1: '' } },
      '/pickupPlace/address/line1',
    ],
  ] as const)
    it(`are refused at a place with ${what}`, async () => {
      const before = (await shop.admin('GET', '/settings/shipping')).expect(200);
      const refused = await put([{ name: 'Pick-up', amount: 0, pickupPlace: { ...PLACE, ...change } }]);

      expect(refused.refused('validation_failed').errors?.[0]?.path).to.equal(`/body/options/0${path}`);
      expect((await shop.admin('GET', '/settings/shipping')).expect(200)).to.deep.equal(before);
    });

  it('are refused by an option that is restricted to countries or postal codes', async () => {
    const option = { name: 'Pick-up', amount: 0, pickupPlace: PLACE };
    const { errors } = (await put([{ ...option, countries: ['DE'], postalCodes: ['10*'] }])).refused(
      'validation_failed',
    );

    expect(errors?.map(({ path }) => path)).to.deep.equal([
      '/body/options/0/countries',
      '/body/options/0/postalCodes',
    ]);
  });
});
