import { MINUTE_MS } from '@service/jobs/primitives';
import { createClock, paymentSucceeded, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { useDesk } from '../../example-scene.ts';
import { useApi } from '../../harness.ts';
import { writesNothing } from '../../table-snapshot.ts';
import { useShopOfEach } from '../shop.ts';

const NEW_YORK = { ...TEST_ADDRESS, city: 'New York', region: 'NY', postalCode: '10013', country: 'US' };
const AUSTIN = { ...NEW_YORK, city: 'Austin', region: 'TX', postalCode: '78701' };

interface Taxed {
  taxLines: { rateBasisPoints: number; baseAmount: number; amount: number }[];
}

describe('a store whose tax a provider says', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const shop = useShopOfEach(api);
  const desk = useDesk(api);
  beforeEach(async () => {
    await settle('refuse_checkout');
    (await shop.admin('PUT', '/settings/shipping', { options: [{ name: 'Parcel', amount: 500 }] })).expect(
      200,
    );
  });

  const put = (settings: object) =>
    shop.admin('PUT', '/settings/tax', { pricesIncludeTax: false, ...settings });
  const settle = async (whenUnavailable: string) =>
    (
      await put({
        classes: [{ code: 'clothing', name: 'Clothing' }],
        rates: [{ country: 'US', rateBasisPoints: 500 }],
        provider: { name: 'tax-desk', whenUnavailable },
      })
    ).expect(200);
  const taxesOf = ({ taxLines }: Taxed) =>
    taxLines.map(({ rateBasisPoints, baseAmount, amount }) => [rateBasisPoints, baseAmount, amount]);

  /** A mug for $50 and a shirt for $20, with shipping for $5. */
  async function cartOf(address = NEW_YORK) {
    const cartId = await shop.createCart();
    for (const [priceAmount, taxClass] of [
      [5000, 'standard'],
      [2000, 'clothing'],
    ] as const) {
      (await shop.addLine(cartId, (await shop.variant({ priceAmount, taxClass })).id)).expect(200);
      // Lines are in the order in which they were added.
      clock.advance(1);
    }
    (await shop.setAddress(cartId, address)).expect(200);
    const cart = (await shop.chooseShipping(cartId)).expect(200);
    return { cartId, cart };
  }

  it('charges its rates in the cart, the order, refunds and the report, and asks about each cart once', async () => {
    const { cartId, cart } = await cartOf();

    expect(taxesOf(cart)).to.deep.equal([
      [0, 2000, 0],
      [887.5, 5500, 488],
    ]);
    expect(cart).to.deep.include({ total: 7988, issues: [] });
    const asked = desk().asked.length;
    expect(await shop.read(cartId)).to.deep.equal(cart);
    expect(desk().asked).to.have.length(asked);
    const { country, region, postalCode, city } = NEW_YORK;
    expect(desk().asked.at(-1)).to.deep.equal({
      to: { country, region, postalCode, city },
      items: [
        { kind: 'general', centsEach: 5000 },
        { kind: 'apparel', centsEach: 2000 },
      ],
    });

    const { order: placed } = (await shop.checkOut(cartId)).expect(201);
    await shop.tell(paymentSucceeded(placed.id));
    const order = await shop.getOrder(placed.id);
    expect(taxesOf(order)).to.deep.equal(taxesOf(cart));
    const [mug] = order.lines;
    expect(mug).to.include({ rateBasisPoints: 887.5, taxTotal: 444 });
    const { creditNoteId } = (
      await shop.refund(order.id, { lines: [{ lineId: mug.id, quantity: 1 }] })
    ).expect(201);
    const note = (await shop.admin('GET', `/credit-notes/${creditNoteId}/data`)).expect(200);
    expect(taxesOf(note)).to.deep.equal([[887.5, 5000, 444]]);
    const { items } = (await shop.admin('GET', '/reports/taxes')).expect(200);
    expect(items[0]).to.include({ country: 'US', region: 'NY', rateBasisPoints: 887.5, soldTax: 488 });
    expect(desk().asked).to.have.length(asked);
  });

  it('asks again after a change of the goods or the address, and after half an hour', async () => {
    const { cartId, cart } = await cartOf(AUSTIN);
    expect(taxesOf(cart)).to.deep.equal([[825, 7500, 619]]);

    const [, shirt] = cart.lines;
    const changed = (await shop.send('PATCH', `/${cartId}/lines/${shirt.id}`, { quantity: 2 })).expect(200);
    expect(taxesOf(changed)).to.deep.equal([[825, 9500, 784]]);
    expect(taxesOf((await shop.setAddress(cartId, NEW_YORK)).expect(200))).to.deep.equal([
      [0, 4000, 0],
      [887.5, 5500, 488],
    ]);
    const asked = desk().asked.length;
    clock.advance(31 * MINUTE_MS);
    await writesNothing(api.env, async () => (await shop.checkOut(cartId)).refused('tax_unavailable'));
    expect(desk().asked).to.have.length(asked);
    expect(await shop.read(cartId)).to.deep.include({ issues: [] });
    expect(desk().asked).to.have.length(asked + 1);
    (await shop.checkOut(cartId)).expect(201);
  });

  it('refuses the checkout while it fails, and takes it once it responds again', async () => {
    desk().become('failing');
    const { cartId, cart } = await cartOf();
    expect(cart).to.deep.include({ issues: ['tax_unavailable'] });
    expect(taxesOf(cart)).to.deep.equal([[500, 7500, 375]]);
    await writesNothing(api.env, async () => (await shop.checkOut(cartId)).refused('tax_unavailable'));

    desk().become('working');
    clock.advance(2 * MINUTE_MS);
    expect(await shop.read(cartId)).to.deep.include({ total: 7988, issues: [] });
    (await shop.checkOut(cartId)).expect(201);
  });

  it('charges its own rates while it fails, where it says so, and isn’t asked by each page', async () => {
    await settle('own_rates');
    desk().become('failing');
    const { cartId, cart } = await cartOf();

    expect(cart).to.deep.include({ issues: [] });
    expect(taxesOf(cart)).to.deep.equal([[500, 7500, 375]]);
    const asked = desk().asked.length;
    await shop.read(cartId);
    clock.advance(2 * MINUTE_MS);
    const { order } = (await shop.checkOut(cartId)).expect(201);
    expect(order).to.include({ taxTotal: 375 });
    expect(desk().asked).to.have.length(asked);
  });

  it('asks nobody about a buyer who pays no tax, goods that bear none, and before there is an address', async () => {
    const { id, token } = await shop.store.customer();
    (await shop.admin('PATCH', `/customers/${id}`, { taxExempt: true })).expect(200);
    const cartId = await shop.createCart();
    (await shop.addLine(cartId, (await shop.variant({ taxClass: 'zero' })).id)).expect(200);
    (await shop.setAddress(cartId, NEW_YORK)).expect(200);
    expect(desk().asked).to.deep.equal([]);
    const { id: variantId } = await shop.variant({ priceAmount: 5000 });
    (await shop.addLine(cartId, variantId)).expect(200);
    expect(desk().asked.at(-1)).to.have.property('items').with.length(1);

    const asked = desk().asked.length;
    const other = await shop.createCart();
    (await shop.addLine(other, variantId)).expect(200);
    const claim = { key: shop.store.publishableKey, token };
    (await api.request('POST', `/store/v1/carts/${other}/claim`, claim)).expect(200);
    const path = `/store/v1/carts/${other}/shipping-address`;
    const exempt = (await api.request('POST', path, { ...claim, body: NEW_YORK })).expect(200);
    expect(exempt).to.deep.include({ taxExempt: true, taxTotal: 0, issues: [] });
    expect(desk().asked).to.have.length(asked);
  });

  it('is asked about draft orders too, and an order’s address stays where it was asked about', async () => {
    const { id: variantId } = await shop.variant({ priceAmount: 5000 });
    const draft = {
      ...{ email: 'ada@example.com', shippingAddress: NEW_YORK, billingAddress: NEW_YORK },
      ...{ lines: [{ variantId, quantity: 1 }], shippingByHand: { name: 'Courier', amount: 500 } },
    };
    const made = (await shop.admin('POST', '/draft-orders', draft)).expect(201);
    expect(taxesOf(made)).to.deep.equal([[887.5, 5500, 488]]);
    const cheaper = { lines: [{ variantId, quantity: 1, unitAmountByHand: 4000 }] };
    const changed = (await shop.admin('PATCH', `/draft-orders/${made.id}`, cheaper)).expect(200);
    expect(taxesOf(changed)).to.deep.equal([[887.5, 4500, 399]]);
    const order = (await shop.admin('POST', `/draft-orders/${made.id}/place`, {})).expect(201);
    expect(taxesOf(order)).to.deep.equal([[887.5, 4500, 399]]);
    const copy = (await shop.admin('POST', `/orders/${order.id}/draft-orders`, {})).expect(201);
    expect(copy).to.deep.include({ issues: [] });
    expect(taxesOf(copy)).to.deep.equal([[887.5, 5000, 444]]);

    const change = (shippingAddress: object) =>
      shop.admin('PATCH', `/orders/${order.id}`, { shippingAddress });
    await writesNothing(api.env, async () =>
      (await change({ ...NEW_YORK, postalCode: '10014' })).refused('tax_would_change'),
    );
    (await change({ ...NEW_YORK, line1: 'Broadway 1' })).expect(200);
  });

  it('responds to a repeated request as to a change that was made, also once its draft is placed', async () => {
    const { id: variantId } = await shop.variant({ priceAmount: 5000 });
    const body = {
      ...{ email: 'ada@example.com', shippingAddress: NEW_YORK, billingAddress: NEW_YORK },
      ...{ lines: [{ variantId, quantity: 1 }], shippingByHand: { name: 'Courier', amount: 500 } },
    };
    // A key is that of a caller.
    const request = { token: shop.store.token(), body, headers: { 'Idempotency-Key': 'a-draft' } };
    const make = () => api.request('POST', '/admin/v1/draft-orders', request);
    const made = (await make()).expect(201);
    expect(made).to.deep.include({ issues: [], total: 5988 });
    (await shop.admin('POST', `/draft-orders/${made.id}/place`, {})).expect(201);

    expect((await make()).expect(201)).to.include({ id: made.id, total: 5775 });
  });

  it('chooses it among those that modules offer', async () => {
    await writesNothing(api.env, async () => {
      const provider = { name: 'nobody', whenUnavailable: 'own_rates' };
      const { errors } = (await put({ rates: [], classes: [], provider })).refused('validation_failed');
      expect(errors?.[0]).to.include({ path: '/body/provider/name', code: 'not_offered' });
    });
    const { items } = (await shop.admin('GET', '/modules')).expect(200);
    expect(items[0]).to.deep.include({ name: 'tax-desk', taxProviders: ['tax-desk'] });
  });
});
