import { createStore, paymentSucceeded, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { useApi } from '../harness.ts';
import { refundsSent } from '../refunds-sent.ts';
import { useShopOfEach } from '../store/shop.ts';
import { createShopper } from '../store/shopper.ts';

const FORMULA = '=HYPERLINK("https://evil.example")';

describe('exports of orders and customers', () => {
  const api = useApi();
  const shop = useShopOfEach(api);

  async function rowsOf(path: string, token = shop.store.token()): Promise<Record<string, string>[]> {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${api.url}/admin/v1${path}`, { headers });
    expect(response.status, path).to.equal(200);
    expect(response.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    return parse(await response.text(), { columns: true });
  }

  it('are refused without a token, and to a key that may read only the other list', async () => {
    for (const [path, permissions] of [
      ['/orders/export', ['customers:read']],
      ['/customers/export', ['orders:read']],
    ] as const) {
      const key = await shop.admin('POST', '/api-keys', { name: 'Reader', permissions });
      (await api.request('GET', `/admin/v1${path}`)).refused('unauthenticated');
      (await api.request('GET', `/admin/v1${path}`, { token: key.expect(201).key })).refused(
        'permission_missing',
      );
    }
  });

  describe('GET /admin/v1/orders/export', () => {
    it('has a row for each line, and the sums of an order once', async () => {
      const cartId = await shop.createCart();
      for (const priceAmount of [1000, 2500])
        (await shop.addLine(cartId, (await shop.variant({ priceAmount })).id, 2)).expect(200);
      (await shop.setAddress(cartId, { ...TEST_ADDRESS, name: FORMULA })).expect(200);
      (await shop.chooseShipping(cartId)).expect(200);
      const { order } = (await shop.checkOut(cartId)).expect(201);
      await shop.tell(paymentSucceeded(order.id));
      (await shop.refund(order.id, { amount: 700 })).expect(201);
      await refundsSent(shop.store);

      const [first, second, ...more] = await rowsOf('/orders/export');

      expect(more).to.deep.equal([]);
      expect(first).to.include({
        ...{ order: `${order.number}`, status: 'partially_refunded', currency: 'EUR' },
        ...{ total: '70.00', removedTotal: '0.00', refundedTotal: '7.00' },
        ...{ quantity: '2', unitPrice: '10.00', lineTotal: '20.00' },
        ...{ shippingName: `'${FORMULA}`, shippingCountry: 'DE', taxRate: '19.00' },
      });
      expect(second).to.include({
        ...{ order: `${order.number}`, email: first?.email, lineTotal: '50.00' },
        ...{ subtotal: '', total: '', removedTotal: '', refundedTotal: '' },
      });
    });

    it('has each order once over several pages, by state and time, and none of another store', async () => {
      const ids: string[] = [];
      for (let index = 0; index < 27; index += 1) ids.push(await shop.store.order());
      (await shop.act(`${ids[0]}`, 'cancel')).expect(200);
      await (await createStore(api.env.system)).order();
      const numbersOf = async (query: string) =>
        (await rowsOf(`/orders/export${query}`)).map((row) => row.order);
      const whole = await numbersOf('');
      const { createdAt } = await shop.getOrder(`${ids[1]}`);

      expect(whole).to.have.lengthOf(27);
      expect(new Set(whole).size).to.equal(27);
      expect(await numbersOf('?status=cancelled')).to.deep.equal(whole.slice(0, 1));
      expect(await numbersOf(`?from=${createdAt}`)).to.deep.equal(whole.slice(1));
      expect(await numbersOf(`?to=${createdAt}`)).to.deep.equal(whole.slice(0, 1));
      expect(await numbersOf('?from=2026-01-01T00:00:00%2B20:00'), 'an offset far from any').to.have.lengthOf(
        27,
      );
    });

    it('has only its head in a store without orders, and refuses what is no moment or state', async () => {
      expect(await rowsOf('/orders/export')).to.deep.equal([]);
      for (const query of ['from=yesterday', 'to=2026-02-31T00:00:00Z', 'status=lost'])
        (await shop.admin('GET', `/orders/export?${query}`)).refused('validation_failed');
    });
  });

  describe('GET /admin/v1/customers/export', () => {
    it('has each customer with the newest address, and nobody who is erased', async () => {
      const group = { name: 'Trade' };
      const { id: customerGroupId } = (await shop.admin('POST', '/customer-groups', group)).expect(201);
      const { id, token } = await shop.store.customer();
      (await shop.admin('PATCH', `/customers/${id}`, { customerGroupId, name: FORMULA, isB2b: true })).expect(
        200,
      );
      for (const city of ['Berlin', 'Bonn'])
        (
          await api.request('POST', '/store/v1/customers/me/addresses', {
            ...{ key: shop.store.publishableKey, token, body: { ...TEST_ADDRESS, city } },
          })
        ).expect(201);
      const shopper = createShopper(api, shop.store, token);
      const { id: variantId } = await shop.variant();
      (await shopper.checkOut(await shopper.fullCart({ [variantId]: 1 }))).expect(201);
      const erased = await shop.store.customer();
      (await shop.admin('POST', `/customers/${erased.id}/erasure`)).expect(202);
      const other = await shop.store.customer();

      const [first, second, ...more] = await rowsOf('/customers/export');

      expect(more).to.deep.equal([]);
      expect(first).to.include({
        ...{ name: `'${FORMULA}`, group: 'Trade', business: 'true', orders: '1', addressCity: 'Bonn' },
      });
      expect(second).to.include({ group: '', business: 'false', orders: '0', email: other.email });
      expect(await rowsOf(`/customers/export?customerGroupId=${customerGroupId}`)).to.deep.equal([first]);
      const stranger = await createStore(api.env.system);
      const ofStranger = `/customers/export?customerGroupId=${customerGroupId}`;
      expect(await rowsOf(ofStranger, stranger.token()), 'of another store’s group').to.deep.equal([]);
    });

    it('has each customer once over several pages, and only its head in a store without any', async () => {
      expect(await rowsOf('/customers/export')).to.deep.equal([]);
      const { tenantId } = shop.store;
      const emails = Array.from({ length: 401 }, (_, index) => `${index}@example.com`);
      await shop.store.admin.db.customer.createMany({ data: emails.map((email) => ({ tenantId, email })) });

      const exported = (await rowsOf('/customers/export')).map(({ email }) => email);

      expect(exported.toSorted()).to.deep.equal(emails.toSorted());
    });
  });
});
