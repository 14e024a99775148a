import { paymentSucceeded } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { refundsSent } from '../../refunds-sent.ts';
import { createEvents } from '../../webhooks/payment/provider-events.ts';
import { createShop, useShop } from '../shop.ts';
import { createShopper } from '../shopper.ts';

describe('the credit notes of a shopper', () => {
  const api = useApi();
  const shop = useShop(api);

  /** A paid order of a guest, or of the customer of the session, with one credit note. */
  async function credited(session?: string) {
    const shopper = createShopper(api, shop.store, session);
    const cartId = await shopper.fullCart({ [(await shop.variant()).id]: 2 });
    const { id } = (await shopper.checkOut(cartId)).expect(201).order;
    await shop.tell(paymentSucceeded(id));
    const { creditNoteId } = (await shop.admin('POST', `/orders/${id}/refunds`, { amount: 500 })).expect(201);
    await refundsSent(shop.store);
    return { id: id as string, cartId, creditNoteId: creditNoteId as string };
  }

  const asked = (path: string, token?: string, key = shop.store.publishableKey) =>
    api.request('GET', `/store/v1${path}`, { key, ...(token ? { token } : {}) });

  async function bytesOf(path: string, headers: Record<string, string>): Promise<Buffer> {
    const response = await fetch(api.url + path, { headers });
    expect(response.status, path).to.equal(200);
    expect(response.headers.get('content-type')).to.equal('application/pdf');
    return Buffer.from(await response.arrayBuffer());
  }

  it('are listed with the order, and are the same documents as for the operators', async () => {
    const { token } = await shop.store.customer();
    for (const session of [undefined, token]) {
      const { id, cartId, creditNoteId } = await credited(session);
      const order = session ? `/customers/me/orders/${id}` : `/carts/${cartId}/order`;

      const { creditNotes } = (await asked(order, session)).expect(200);
      const path = `${order}/credit-notes/${creditNoteId}`;
      const bytes = await bytesOf(`/store/v1${path}`, {
        'x-publishable-key': shop.store.publishableKey,
        ...(session ? { authorization: `Bearer ${session}` } : {}),
      });

      const document = (await asked(`${path}/data`, session)).expect(200);

      expect(creditNotes).to.have.length(1);
      expect(creditNotes[0]).to.include({
        id: creditNoteId,
        amount: 500,
        currency: 'EUR',
        cancellation: null,
      });
      expect(document).to.deep.equal((await shop.admin('GET', `/credit-notes/${creditNoteId}/data`)).body);
      const operator = { authorization: `Bearer ${shop.store.token()}` };
      const theirs = await bytesOf(`/admin/v1/credit-notes/${creditNoteId}`, operator);
      expect(bytes.equals(theirs)).to.equal(true);
    }
  });

  it('are shown with what cancels them, when the refund failed', async () => {
    const { token } = await shop.store.customer();
    const { id } = await credited(token);
    const { payments, refunds } = (await shop.admin('GET', `/orders/${id}`)).expect(200);
    const told = createEvents(payments[0].providerPaymentId, 2_000_000_000);
    await shop.tell(told.refund('updated', refunds[0].providerRefundId, 500, 'failed'));

    const { creditNotes } = (await asked(`/customers/me/orders/${id}`, token)).expect(200);
    const [{ number, cancellation }] = creditNotes;
    const path = `/customers/me/orders/${id}/credit-notes/${cancellation.id}/data`;

    expect((await asked(path, token)).expect(200).cancels.number).to.equal(String(number));
  });

  it('are 404 by another order, for another customer, a guest and another store, and not drawn', async () => {
    const { token } = await shop.store.customer();
    const { token: another } = await shop.store.customer();
    const { id, cartId, creditNoteId } = await credited(token);
    const second = await credited(token);
    const other = await createShop(api);
    const { token: abroad } = await other.store.customer();
    const theirKey = other.store.publishableKey;

    for (const data of ['', '/data']) {
      const note = `/credit-notes/${creditNoteId}${data}`;
      (await asked(`/customers/me/orders/${second.id}${note}`, token)).refused('not_found');
      (await asked(`/customers/me/orders/${id}${note}`, another)).refused('not_found');
      (await asked(`/customers/me/orders/${id}${note}`, abroad, theirKey)).refused('not_found');
      (await asked(`/customers/me/orders/${id}${note}`)).refused('unauthenticated');
      (await asked(`/carts/${cartId}/order${note}`)).refused('not_found');
      (await asked(`/carts/${cartId}/order${note}`, another)).refused('not_found');
    }

    const drawn = { where: { documentId: creditNoteId } };
    expect(await shop.store.admin.db.documentFile.count(drawn)).to.equal(0);
  });
});
