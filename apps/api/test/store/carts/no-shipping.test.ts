import { randomUUID } from 'node:crypto';
import { paymentSucceeded, TEST_ADDRESS, validateCii } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { refundsSent } from '../../refunds-sent.ts';
import { useShopOfEach } from '../shop.ts';
import { createShopper, type Shopper } from '../shopper.ts';

const FRENCH = { ...TEST_ADDRESS, country: 'FR', city: 'Paris', postalCode: '75001' };

describe('goods that need no shipping', () => {
  const api = useApi();
  const shop = useShopOfEach(api);

  const voucher = (terms = {}) => shop.variant({ priceAmount: 5000, requiresShipping: false, ...terms });
  const stockOf = async ({ id, productId }: { id: string; productId: string }) => {
    const { stockQuantity, reserved } = (
      await shop.admin('GET', `/products/${productId}/variants/${id}`)
    ).expect(200);
    return [stockQuantity, reserved];
  };
  const bill = async (cartId: string, address = FRENCH, shopper: Shopper = shop) =>
    (await shopper.send('POST', `/${cartId}/billing-address`, address)).expect(200);

  async function cartOf(...variantIds: string[]): Promise<string> {
    const cartId = await shop.createCart();
    for (const variantId of variantIds) (await shop.addLine(cartId, variantId)).expect(200);
    return cartId;
  }

  async function paid(cartId: string, shopper: Shopper = shop) {
    const { order } = (await shopper.checkOut(cartId)).expect(201);
    await shop.tell(paymentSucceeded(order.id));
    return shop.getOrder(order.id);
  }

  const eventsOf = async (orderId: string) => {
    const events = await shop.store.admin.db.webhookEvent.findMany({ orderBy: { occurredAt: 'asc' } });
    return events.flatMap(({ name, data }) => (JSON.stringify(data).includes(orderId) ? [name] : [])).sort();
  };

  /** What the checkout says is missing. */
  const missing = async (cartId: string) =>
    (await shop.checkOut(cartId)).refused('cart_incomplete').errors?.map(({ path }) => path);
  const rename = async (settings: object) =>
    (await shop.admin('PUT', '/settings', { name: 'Tea', currency: 'EUR', ...settings })).expect(200);

  it('ask for no shipping address and no option, and are taxed where the invoice goes', async () => {
    (await shop.admin('PUT', '/settings/shipping', { options: [{ name: 'Parcel', amount: 490 }] })).expect(
      200,
    );
    const bought = await voucher();
    const cartId = await cartOf(bought.id);
    expect(await missing(cartId)).to.deep.equal(['/cart/billingAddress']);
    expect(await stockOf(bought)).to.deep.equal([100, 0]);

    const cart = await bill(cartId);
    const { items } = (await shop.send('GET', `/${cartId}/shipping-options`)).expect(200);
    const order = await paid(cartId);

    expect(items).to.deep.equal([]);
    expect(cart).to.include({ requiresShipping: false, shippingTotal: 0, total: 5000 });
    expect(cart.taxLines).to.deep.equal([
      { country: 'FR', rateBasisPoints: 2000, baseAmount: 4167, amount: 833 },
    ]);
    expect(order).to.deep.include({
      ...{ status: 'paid', fulfilmentStatus: 'nothing_to_ship', shippingAddress: null, shipments: [] },
      ...{ shippingTotal: 0, taxLines: cart.taxLines, billingAddress: FRENCH },
    });
    expect(order.lines[0]).to.include({ requiresShipping: false, shippedQuantity: 1, shippableQuantity: 0 });
    expect(await stockOf(bought)).to.deep.equal([99, 0]);
  });

  it('cost no shipping that was chosen before the shipped goods were taken out', async () => {
    (await shop.admin('PUT', '/settings/shipping', { options: [{ name: 'Parcel', amount: 490 }] })).expect(
      200,
    );
    const tea = await shop.variant();
    const cartId = await cartOf(tea.id, (await voucher()).id);
    (await shop.setAddress(cartId)).expect(200);
    const mixed = (await shop.chooseShipping(cartId)).expect(200);
    const line = mixed.lines.find(({ variantId }: { variantId: string }) => variantId === tea.id);
    const rest = (await shop.send('DELETE', `/${cartId}/lines/${line.id}`)).expect(200);

    expect(mixed).to.include({ requiresShipping: true, shippingTotal: 490 });
    expect(rest).to.deep.include({ requiresShipping: false, shippingTotal: 0, issues: [] });
    expect((await bill(cartId)).taxLines[0]).to.include({ country: 'FR' });
  });

  it('are refused where the store doesn’t sell to the country of the invoice', async () => {
    await rename({ countries: ['DE'] });
    const bought = await voucher();
    const cartId = await cartOf(bought.id);
    await bill(cartId);

    expect(await missing(cartId)).to.deep.equal(['/cart/billingAddress/country']);
    expect(await stockOf(bought)).to.deep.equal([100, 0]);
  });

  it('leave when the order is paid, which completes it and has its invoice issued', async () => {
    await rename({ invoiceIssuedWhen: 'shipped' });
    const cartId = await cartOf((await voucher()).id);
    await bill(cartId);
    const order = await paid(cartId);

    expect(order.invoiceNumber).to.be.a('string');
    expect(await eventsOf(order.id)).to.include('order.completed');
    (await shop.act(order.id, 'ship')).refused('quantity_exceeded');
    (await shop.act(order.id, 'cancel')).refused('illegal_transition');
    (await shop.send('POST', `/${cartId}/order/withdrawal`)).refused('illegal_transition');
    const back = { lines: [{ lineId: order.lines[0].id, quantity: 1 }] };
    (await shop.admin('POST', `/orders/${order.id}/returns`, back)).refused('quantity_exceeded');
    expect(await shop.getOrder(order.id)).to.deep.equal(order);
  });

  it('go beside shipped goods: taxed with them, gone before them', async () => {
    const tea = await shop.variant();
    const bought = await voucher({ stockQuantity: 1 });
    const cartId = await cartOf(tea.id, bought.id);
    expect(await missing(cartId)).to.deep.equal(['/cart/shippingAddress', '/cart/shippingOptionId']);
    (await shop.setAddress(cartId)).expect(200);
    (await shop.chooseShipping(cartId)).expect(200);
    await bill(cartId);
    const order = await paid(cartId);
    const shipped = (await shop.act(order.id, 'ship')).expect(200);

    expect(order.taxLines[0]).to.include({ country: 'DE' });
    expect(order).to.include({ status: 'paid', fulfilmentStatus: 'unfulfilled' });
    expect(await stockOf(bought)).to.deep.equal([0, 0]);
    expect(shipped).to.include({ status: 'shipped', fulfilmentStatus: 'shipped' });
    expect(shipped.shipments[0].lines).to.have.length(1);
    expect((await eventsOf(order.id)).filter((type) => type === 'order.completed')).to.have.length(1);
  });

  it('are released with an order that is never paid, and restocked by a refund that says so', async () => {
    const bought = await voucher({ stockQuantity: 2 });
    const [unpaid, kept] = [await cartOf(bought.id), await cartOf(bought.id)];
    await bill(unpaid);
    await bill(kept);
    const { order } = (await shop.checkOut(unpaid)).expect(201);
    expect(await stockOf(bought)).to.deep.equal([2, 1]);
    (await shop.act(order.id, 'cancel')).expect(200);
    expect(await stockOf(bought)).to.deep.equal([2, 0]);

    const { id } = await paid(kept);
    (await shop.refund(id, { restock: true })).expect(201);
    await refundsSent(shop.store);

    expect(await stockOf(bought)).to.deep.equal([2, 0]);
    expect(await shop.getOrder(id)).to.include({ status: 'refunded', fulfilmentStatus: 'nothing_to_ship' });
  });

  it('are held and handed over when a cancelled order is paid after all', async () => {
    const bought = await voucher({ stockQuantity: 1 });
    const cartId = await cartOf(bought.id);
    await bill(cartId);
    const { order } = (await shop.checkOut(cartId)).expect(201);
    (await shop.act(order.id, 'cancel')).expect(200);
    await shop.tell(paymentSucceeded(order.id));

    expect(await shop.getOrder(order.id)).to.include({
      status: 'paid',
      attention: 'paid_after_cancellation',
    });
    expect(await stockOf(bought)).to.deep.equal([0, 0]);
  });

  it('shift the tax to a business of another member state as services do', async () => {
    const seller = {
      ...{ name: 'Tee GmbH', line1: 'Weg 1', postalCode: '10117', city: 'Berlin', country: 'DE' },
      ...{ registration: null, email: 'laden@example.com' },
    };
    await rename({ vatNumber: 'DE136695976', seller });
    const customer = await shop.store.customer();
    await shop.store.admin.db.customer.updateMany({
      where: { id: customer.id },
      data: {
        ...{ vatNumber: 'FR40303265045', vatStatus: 'valid' },
        ...{ vatCheckedAt: new Date(), vatCheckId: randomUUID() },
      },
    });
    const shopper = createShopper(api, shop.store, customer.token);
    const cartId = await shopper.createCart();
    (await shopper.addLine(cartId, (await voucher({ priceAmount: 1190 })).id)).expect(200);
    await bill(cartId, FRENCH, shopper);
    const order = await paid(cartId, shopper);
    const invoice = (await shop.admin('GET', `/orders/${order.id}/invoice/data`)).expect(200);
    const xml = await fetch(`${api.url}/admin/v1/orders/${order.id}/invoice/xml`, {
      headers: { authorization: `Bearer ${shop.store.token()}` },
    });

    expect(order).to.include({ reverseCharge: true, taxTotal: 0, total: 1000 });
    expect(invoice).to.deep.include({ exemption: 'reverse_charge', deliveryAddress: null });
    const text = await xml.text();
    expect(text).to.include('<ram:CategoryCode>AE</ram:CategoryCode>').and.include('VATEX-EU-AE');
    expect(await validateCii(text)).to.deep.equal([]);
  });
});
