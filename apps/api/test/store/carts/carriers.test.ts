import { MINUTE_MS } from '@service/jobs/primitives';
import { createClock, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { usePost } from '../../example-scene.ts';
import { useApi } from '../../harness.ts';
import { useShopOfEach } from '../shop.ts';

describe('shipping options whose price a carrier says', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const shop = useShopOfEach(api);
  const post = usePost(api);

  const optionOf = (service: string, whenUnavailable = 'own_price') => ({
    ...{ name: service, amount: 700 },
    carrier: { name: 'table-post', service, whenUnavailable },
  });
  const put = (options: object[]) => shop.admin('PUT', '/settings/shipping', { options });

  /** A cart of 2.5 kg that goes to Berlin. */
  async function cartOf() {
    const { id } = await shop.variant({ priceAmount: 1190, weightGrams: 1250 });
    const cartId = await shop.createCart();
    const { lines } = (await shop.addLine(cartId, id, 2)).expect(200);
    (await shop.setAddress(cartId)).expect(200);
    return { cartId, lineId: lines[0].id as string };
  }
  const pricesOf = async (cartId: string) => {
    const { items } = (await shop.send('GET', `/${cartId}/shipping-options`)).expect(200);
    return items.map(({ name, amount }: { name: string; amount: number }) => [name, amount]);
  };

  it('cost what it says of weight and address, in the cart and in the order', async () => {
    (await put([optionOf('parcel'), optionOf('express'), optionOf('pigeon')])).expect(200);
    const { cartId } = await cartOf();

    expect(await pricesOf(cartId)).to.deep.equal([
      ['parcel', 590],
      ['express', 1190],
    ]);
    const { country, postalCode, city } = TEST_ADDRESS;
    expect(post().asked).to.deep.equal([
      { grams: 2500, from: 'DE', to: { country, region: null, postalCode, city }, currency: 'EUR' },
    ]);
    expect((await shop.chooseShipping(cartId)).expect(200)).to.include({ shippingTotal: 590 });
    const { order } = (await shop.checkOut(cartId)).expect(201);
    expect(await shop.getOrder(order.id)).to.include({ shippingTotal: 590, total: 2970 });
    expect(post().asked).to.have.length(1);
  });

  it('are asked for again after a change of the goods, and after half an hour', async () => {
    (await put([optionOf('parcel')])).expect(200);
    const { cartId, lineId } = await cartOf();
    (await shop.chooseShipping(cartId)).expect(200);
    const changed = (await shop.send('PATCH', `/${cartId}/lines/${lineId}`, { quantity: 9 })).expect(200);

    expect(changed).to.deep.include({ shippingTotal: 0, issues: ['shipping_option_unavailable'] });
    (await shop.checkOut(cartId)).refused('cart_incomplete');
    expect(await pricesOf(cartId)).to.deep.equal([['parcel', 1090]]);
    expect(await shop.read(cartId)).to.deep.include({ shippingTotal: 1090, issues: [] });
    clock.advance(31 * MINUTE_MS);
    expect(await shop.read(cartId)).to.deep.include({ issues: ['shipping_option_unavailable'] });
    expect(await pricesOf(cartId)).to.deep.equal([['parcel', 1090]]);
    expect(await shop.read(cartId)).to.deep.include({ shippingTotal: 1090, issues: [] });
    expect(post().asked).to.have.length(3);
  });

  it('have the store’s own price, or aren’t offered, while it fails', async () => {
    (await put([optionOf('parcel'), optionOf('express', 'not_offered')])).expect(200);
    post().become('failing');
    const { cartId } = await cartOf();

    expect(await pricesOf(cartId)).to.deep.equal([['parcel', 700]]);
    expect((await shop.chooseShipping(cartId)).expect(200)).to.include({ shippingTotal: 700 });
  });

  it('that weren’t offered while it failed are offered as soon as it answers', async () => {
    (await put([optionOf('parcel'), optionOf('express', 'not_offered')])).expect(200);
    post().become('failing');
    const { cartId } = await cartOf();
    expect(await pricesOf(cartId)).to.deep.equal([['parcel', 700]]);
    post().become('working');

    expect(await pricesOf(cartId)).to.deep.equal([
      ['parcel', 700],
      ['express', 1190],
    ]);
    expect(post().asked).to.have.length(2);
    expect(await pricesOf(cartId)).to.have.length(2);
    expect(post().asked).to.have.length(2);
  });

  it('are asked for where the store has added one since', async () => {
    (await put([optionOf('parcel'), optionOf('pigeon')])).expect(200);
    const { cartId } = await cartOf();
    expect(await pricesOf(cartId)).to.deep.equal([['parcel', 590]]);
    const { options } = (await shop.admin('GET', '/settings/shipping')).expect(200);
    (await put([...options, optionOf('express')])).expect(200);

    expect(await pricesOf(cartId)).to.deep.equal([
      ['parcel', 590],
      ['express', 1190],
    ]);
    expect(post().asked).to.have.length(2);
  });

  it('are free from what the store says, and not offered before the address is known', async () => {
    (await put([{ ...optionOf('parcel'), freeFrom: 2000 }])).expect(200);
    const cartId = await shop.createCart();
    (await shop.addLine(cartId, (await shop.variant()).id)).expect(200);

    expect(await pricesOf(cartId)).to.deep.equal([]);
    expect(post().asked).to.deep.equal([]);
    expect(await pricesOf((await cartOf()).cartId)).to.deep.equal([['parcel', 0]]);
  });

  it('are not called while the store has no such option', async () => {
    const { cartId } = await cartOf();

    expect(await pricesOf(cartId)).to.have.length(1);
    expect(post().asked).to.deep.equal([]);
  });

  it('are refused with a carrier that no module offers, and at a place of pick-up', async () => {
    const before = (await shop.admin('GET', '/settings/shipping')).expect(200);
    const pickupPlace = { address: TEST_ADDRESS, openingHours: [], note: null };
    const unknown = { ...optionOf('parcel'), carrier: { ...optionOf('parcel').carrier, name: 'nobody' } };
    const { errors } = (await put([unknown, { ...optionOf('parcel'), pickupPlace }])).refused(
      'validation_failed',
    );

    expect(errors?.map(({ path, code }) => [path, code])).to.deep.equal([
      ['/body/options/0/carrier/name', 'not_offered'],
      ['/body/options/1/carrier', 'unexpected'],
    ]);
    expect((await shop.admin('GET', '/settings/shipping')).expect(200)).to.deep.equal(before);
  });
});
