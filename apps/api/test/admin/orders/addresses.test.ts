import { paymentSucceeded, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { useShop } from '../../store/shop.ts';
import { writesNothing } from '../../table-snapshot.ts';
import { eventsOf } from '../events-of.ts';

const HAMBURG = {
  name: 'Ada Byron',
  line1: 'Elbchaussee 1',
  city: 'Hamburg',
  postalCode: '22765',
  country: 'DE',
};

describe('the addresses of an order that is placed', () => {
  const api = useApi();
  const shop = useShop(api);

  async function order({ paid = true, ...terms }: { paid?: boolean; requiresShipping?: boolean } = {}) {
    const { id: variantId } = await shop.variant(terms);
    const cartId = await shop.createCart();
    (await shop.addLine(cartId, variantId, 2)).expect(200);
    const kind = terms.requiresShipping === false ? 'billing-address' : 'shipping-address';
    (await shop.send('POST', `/${cartId}/${kind}`, TEST_ADDRESS)).expect(200);
    if (kind === 'shipping-address') await shop.chooseShipping(cartId);
    const { id } = (await shop.checkOut(cartId)).expect(201).order;
    if (paid) await shop.tell(paymentSucceeded(id));
    return { id: id as string, cartId };
  }
  const change = (id: string, body: object) => shop.admin('PATCH', `/orders/${id}`, body);
  const invoice = async (id: string) => (await shop.admin('GET', `/orders/${id}/invoice/data`)).expect(200);

  it('change until goods leave: shoppers see the new, an issued invoice keeps the former', async () => {
    const { id, cartId } = await order();
    const issued = await invoice(id);

    const body = {
      shippingAddress: { ...HAMBURG, country: 'de' },
      billingAddress: { ...HAMBURG, company: 'Engines' },
    };
    const changed = (await change(id, body)).expect(200);

    expect(changed).to.deep.include({
      shippingAddress: HAMBURG,
      billingAddress: body.billingAddress,
      version: 3,
    });
    const entry = changed.history.at(-1);
    expect(entry).to.deep.include({ status: 'paid', previousStatus: 'paid' });
    expect(entry.details).to.deep.equal({ changed: ['shippingAddress', 'billingAddress'] });
    const seen = (await shop.send('GET', `/${cartId}/order`)).expect(200);
    expect(seen.shippingAddress).to.deep.equal(HAMBURG);
    expect(seen).not.to.have.property('tags');
    expect(await invoice(id)).to.deep.equal(issued);
    const told = (await eventsOf(api, shop.store)).filter(
      ({ data }) => (data as { orderId?: string }).orderId === id,
    );
    expect(told.at(-1)?.name).to.equal('order.updated');
    const { items } = (await shop.admin('GET', `/audit?subjectId=${id}`)).expect(200);
    expect(items[0]).to.deep.include({
      action: 'order.updated',
      after: { ...body, shippingAddress: HAMBURG },
    });
    await writesNothing(api.env, async () => (await change(id, { shippingAddress: HAMBURG })).expect(200));
  });

  it('stand in an invoice that is issued afterwards', async () => {
    const { id } = await order({ paid: false });
    (await change(id, { shippingAddress: HAMBURG })).expect(200);
    await shop.tell(paymentSucceeded(id));
    expect((await invoice(id)).buyer).to.deep.include({ name: 'Ada Byron', city: 'Hamburg' });
  });

  it('stay once goods have left for them, or nothing is left to ship', async () => {
    const { id } = await order();
    const [{ id: lineId }] = (await shop.getOrder(id)).lines;
    (await shop.act(id, 'ship', { lines: [{ lineId, quantity: 1 }] })).expect(200);

    await writesNothing(api.env, async () => {
      const { errors } = (await change(id, { shippingAddress: HAMBURG, tags: ['late'] })).refused(
        'address_fixed',
      );
      expect(errors?.[0]).to.include({ path: '/body/shippingAddress' });
    });
    (await change(id, { billingAddress: HAMBURG })).expect(200);
    (await shop.act(id, 'ship')).expect(200);
    await writesNothing(api.env, async () =>
      (await change(id, { billingAddress: TEST_ADDRESS })).refused('address_fixed'),
    );

    const { id: cancelled } = await order({ paid: false });
    (await shop.act(cancelled, 'cancel')).expect(200);
    await writesNothing(api.env, async () =>
      (await change(cancelled, { shippingAddress: HAMBURG })).refused('address_fixed'),
    );
  });

  it('keep the tax: another country, and a place with another rate, are refused', async () => {
    const rates = [{ country: 'DE', postalCode: '20*', rateBasisPoints: 1600 }];
    (await shop.admin('PUT', '/settings/tax', { pricesIncludeTax: true, rates, classes: [] })).expect(200);
    const { id } = await order();
    for (const place of [
      { country: 'AT', postalCode: '1010' },
      { postalCode: '20095' },
      { postalCode: '27498' },
    ])
      await writesNothing(api.env, async () => {
        const { errors } = (await change(id, { shippingAddress: { ...HAMBURG, ...place } })).refused(
          'tax_would_change',
        );
        expect(errors?.[0]).to.include({ path: '/body/shippingAddress' });
      });
    // The tax follows the goods: where they go stays.
    (await change(id, { billingAddress: { ...HAMBURG, country: 'AT', postalCode: '1010' } })).expect(200);
  });

  it('of goods that aren’t shipped are billing addresses alone, which decide about the tax', async () => {
    const { id } = await order({ requiresShipping: false, paid: false });
    await writesNothing(api.env, async () => {
      (await change(id, { shippingAddress: HAMBURG })).refused('address_fixed');
      (await change(id, { billingAddress: { ...HAMBURG, country: 'AT' } })).refused('tax_would_change');
    });
    (await change(id, { billingAddress: HAMBURG })).expect(200);
  });

  it('either change before a parcel leaves or not at all, when both happen at once', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await order();
      const [changed, shipped] = await Promise.all([
        change(id, { shippingAddress: HAMBURG }),
        shop.act(id, 'ship'),
      ]);
      shipped.expect(200);
      const { history, shippingAddress } = await shop.getOrder(id);
      const at = (wanted: (details?: { changed?: string[]; shipmentId?: string }) => unknown) =>
        history.findIndex(({ details }: { details?: object }) => wanted(details));
      const ship = at((details) => details?.shipmentId);
      if (changed.status === 200) expect(at((details) => details?.changed)).to.be.within(0, ship);
      else changed.refused('address_fixed');
      expect(shippingAddress.city).to.equal(changed.status === 200 ? 'Hamburg' : 'Berlin');
    }
  });
});
