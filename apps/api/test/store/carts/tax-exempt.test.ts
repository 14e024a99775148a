import { paymentSucceeded, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { pagesOf } from '../../admin/orders/pages-of.ts';
import { useApi } from '../../harness.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';
import { useShopOfEach } from '../shop.ts';
import { createShopper, type Shopper } from '../shopper.ts';

const VIENNA = { ...TEST_ADDRESS, city: 'Wien', postalCode: '1010', country: 'AT' };

interface Embassy extends Shopper {
  id: string;
}

describe('a tax-exempt customer', () => {
  const api = useApi();
  const shop = useShopOfEach(api);
  let embassy: Embassy;
  beforeEach(async () => {
    const { id, token } = await shop.store.customer();
    embassy = { ...createShopper(api, shop.store, token), id };
  });

  const exempt = async (taxExempt: boolean) =>
    (await shop.admin('PATCH', `/customers/${embassy.id}`, { taxExempt })).expect(200);
  const cartOf = async (shopper: Shopper, priceAmount: number, quantity: number) =>
    shopper.fullCart({ [(await shop.variant({ priceAmount })).id]: quantity });

  it('pays prices that include tax without it, wherever the goods go; a guest pays it', async () => {
    await exempt(true);
    const cartId = await cartOf(embassy, 1190, 2);

    const home = await embassy.read(cartId);
    (await embassy.setAddress(cartId, VIENNA)).expect(200);
    const abroad = await embassy.read(cartId);
    const guests = await shop.read(await cartOf(shop, 1190, 2));

    const untaxed = { taxExempt: true, reverseCharge: false, subtotal: 2000, taxTotal: 0, total: 2000 };
    expect(home).to.deep.include({
      ...untaxed,
      taxLines: [{ country: 'DE', rateBasisPoints: 0, baseAmount: 2000, amount: 0 }],
    });
    expect(abroad).to.deep.include({
      ...untaxed,
      taxLines: [{ country: 'AT', rateBasisPoints: 0, baseAmount: 2000, amount: 0 }],
    });
    expect(guests).to.include({ taxExempt: false, taxTotal: 380, total: 2380 });
  });

  it('ships free from the same listed price as everybody, and pays the shipping shown', async () => {
    const options = [{ name: 'Parcel', amount: 490, freeFrom: 5000 }];
    (await shop.admin('PUT', '/settings/shipping', { options })).expect(200);
    await exempt(true);
    const shipping = async (shopper: Shopper, priceAmount: number) => {
      const cartId = await cartOf(shopper, priceAmount, 5);
      const { items } = (await shopper.send('GET', `/${cartId}/shipping-options`)).expect(200);
      return [items[0].amount, (await shopper.read(cartId)).shippingTotal];
    };

    expect(await shipping(embassy, 1000)).to.deep.equal([0, 0]);
    expect(await shipping(shop, 1000)).to.deep.equal([0, 0]);
    expect(await shipping(embassy, 999)).to.deep.equal([412, 412]);
    expect(await shipping(shop, 999)).to.deep.equal([490, 490]);
  });

  it('pays prices without tax as they are listed, and nothing comes on top', async () => {
    (await shop.admin('PUT', '/settings/tax', { pricesIncludeTax: false, rates: [] })).expect(200);
    const cartId = await cartOf(embassy, 999, 3);
    const before = await embassy.read(cartId);

    await exempt(true);

    expect(before).to.include({ taxExempt: false, subtotal: 2997, taxTotal: 569, total: 3566 });
    expect(await embassy.read(cartId)).to.include({
      taxExempt: true,
      subtotal: 2997,
      taxTotal: 0,
      total: 2997,
    });
  });

  it('has tax taken off each unit, half up: units, lines and total agree to the cent', async () => {
    await exempt(true);
    // 9.99 holds 1.5950… of tax at 19 %, which is 1.60: 8.39 are left of it.
    const cart = await embassy.read(await cartOf(embassy, 999, 3));

    const [line] = cart.lines;
    expect(line).to.include({ unitAmount: 839, subtotal: 2517, taxTotal: 0, total: 2517 });
    expect(cart).to.include({ subtotal: 2517, taxTotal: 0, total: 2517 });
  });

  it('is taxed on open carts when the operator says so, and not at the total that was seen', async () => {
    await exempt(true);
    const cartId = await cartOf(embassy, 1190, 2);
    const { total } = await embassy.read(cartId);

    await exempt(false);

    expect(await embassy.read(cartId)).to.include({ taxExempt: false, total: 2380 });
    (await embassy.send('POST', `/${cartId}/checkout`, { expectedTotal: total })).refused('total_changed');
  });

  it('can’t make themselves exempt', async () => {
    const { taxExempt } = (
      await api.request('PATCH', '/store/v1/customers/me', {
        token: (await shop.store.customer()).token,
        body: { name: 'Ada', taxExempt: true },
      })
    ).expect(200);

    expect(taxExempt).to.not.equal(true);
  });

  it('has orders that stay exempt, and whose documents name the reason', async () => {
    await exempt(true);
    const cartId = await cartOf(embassy, 1190, 2);

    const { order } = (await embassy.checkOut(cartId)).expect(201);
    (await createProvider(api)(paymentSucceeded(order.id))).expect(200);
    await exempt(false);
    const refund = (await shop.admin('POST', `/orders/${order.id}/refunds`, { amount: 500 })).expect(201);

    const untaxed = { taxExempt: true, reverseCharge: false, taxTotal: 0, total: 2000 };
    expect(order).to.include(untaxed);
    const stored = (await shop.admin('GET', `/orders/${order.id}`)).expect(200);
    expect(stored).to.include(untaxed);
    expect(stored.payments[0]).to.include({ amount: 2000, refundedAmount: 0 });
    expect((await embassy.send('GET', `/${cartId}/order`)).expect(200)).to.include(untaxed);
    const token = shop.store.token();
    for (const path of [`/orders/${order.id}/invoice`, `/credit-notes/${refund.creditNoteId}`]) {
      const headers = { authorization: `Bearer ${token}` };
      const document = await fetch(`${api.url}/admin/v1${path}`, { headers });
      const text = (await pagesOf(await document.arrayBuffer())).join(' ').replace(/\s+/g, ' ');
      expect(text, path).to.include('No VAT is charged: the customer is exempt from VAT.');
      expect(text, path)
        .to.include('VAT DE 0%')
        .and.not.include('Intra-Community')
        .and.not.include('include VAT.');
    }
  });
});
