import { paymentSucceeded } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';
import { createShop, useShop } from '../shop.ts';
import { createShopper } from '../shopper.ts';

describe('the invoice of a shopper', () => {
  const api = useApi();
  const shop = useShop(api);

  const pay = async (id: string) => (await createProvider(api)(paymentSucceeded(id))).expect(200);

  /** Of a guest, or of the customer of the session; not paid yet. */
  async function ordered(session?: string) {
    const shopper = createShopper(api, shop.store, session);
    const cartId = await shopper.fullCart({ [(await shop.variant()).id]: 2 });
    const { id } = (await shopper.checkOut(cartId)).expect(201).order;
    return { id: id as string, cartId };
  }

  const asked = (path: string, token?: string, key = shop.store.publishableKey) =>
    api.request('GET', `/store/v1${path}`, { key, ...(token ? { token } : {}) });

  const ofCart = (cartId: string) => `/carts/${cartId}/order/invoice`;
  const ofOrder = (id: string) => `/customers/me/orders/${id}/invoice`;

  async function bytesOf(path: string, headers: Record<string, string>): Promise<Buffer> {
    const response = await fetch(api.url + path, { headers });
    expect(response.status, path).to.equal(200);
    expect(response.headers.get('content-type')).to.equal('application/pdf');
    expect(response.headers.get('cache-control')).to.equal('no-store');
    return Buffer.from(await response.arrayBuffer());
  }

  const documentsOf = (orderId: string) => shop.store.admin.db.document.count({ where: { orderId } });

  it('is the same document for a guest as for the operators', async () => {
    const { id, cartId } = await ordered();
    await pay(id);

    const bytes = await bytesOf(`/store/v1${ofCart(cartId)}`, {
      'x-publishable-key': shop.store.publishableKey,
    });

    const token = { authorization: `Bearer ${shop.store.token()}` };
    expect(bytes.equals(await bytesOf(`/admin/v1/orders/${id}/invoice`, token))).to.equal(true);
    const invoice = (await shop.admin('GET', `/orders/${id}/invoice/data`)).expect(200);
    expect((await asked(`${ofCart(cartId)}/data`)).expect(200)).to.deep.equal(invoice);
    expect((await asked(`/carts/${cartId}/order`)).expect(200).invoiceNumber).to.equal(invoice.number);
    expect((await shop.admin('GET', `/orders/${id}`)).expect(200).invoiceNumber).to.equal(invoice.number);
  });

  it('is the same document for a signed-in customer', async () => {
    const { token } = await shop.store.customer();
    const { id, cartId } = await ordered(token);
    await pay(id);

    const invoice = (await asked(`${ofOrder(id)}/data`, token)).expect(200);

    expect(invoice).to.deep.equal((await shop.admin('GET', `/orders/${id}/invoice/data`)).expect(200));
    expect((await asked(`${ofCart(cartId)}/data`, token)).expect(200)).to.deep.equal(invoice);
    const shown = (await asked(`/customers/me/orders/${id}`, token)).expect(200);
    expect(shown.invoiceNumber).to.equal(invoice.number);
  });

  it('is not there before it is issued, and asking issues none', async () => {
    const { token } = await shop.store.customer();
    const { id, cartId } = await ordered(token);

    for (const path of [ofCart(cartId), ofOrder(id)])
      for (const part of ['', '/data', '/xml']) (await asked(path + part, token)).refused('not_paid');

    expect((await asked(`/customers/me/orders/${id}`, token)).expect(200).invoiceNumber).to.equal(null);
    expect(await documentsOf(id)).to.equal(0);
  });

  it('is 404 for another customer, a guest and another store, and is not drawn for them', async () => {
    const { token } = await shop.store.customer();
    const { token: another } = await shop.store.customer();
    const { id, cartId } = await ordered(token);
    await pay(id);
    const other = await createShop(api);
    const { token: abroad } = await other.store.customer();
    const theirKey = other.store.publishableKey;

    for (const data of ['', '/data', '/xml']) {
      (await asked(ofOrder(id) + data, another)).refused('not_found');
      (await asked(ofCart(cartId) + data, another)).refused('not_found');
      (await asked(ofCart(cartId) + data)).refused('not_found');
      (await asked(ofOrder(id) + data, abroad, theirKey)).refused('not_found');
      (await asked(ofCart(cartId) + data, abroad, theirKey)).refused('not_found');
      (await asked(ofCart(cartId) + data, undefined, theirKey)).refused('not_found');
      (await asked(ofOrder(id) + data)).refused('unauthenticated');
    }

    expect(await shop.store.admin.db.documentFile.count({ where: { documentId: id } })).to.equal(0);
  });
});
