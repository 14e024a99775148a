import { randomUUID } from 'node:crypto';
import { catalog, formerOrders, notifications } from '@service/core';
import { paymentSucceeded, signProviderEvent, TEST_ADDRESS } from '@service/testing';
import { type CustomerScene, PASSWORD } from '../../store/customers/scene.ts';
import { createShopper } from '../../store/shopper.ts';

/** Somebody who has done everything that a customer can do, and whom others have written about. */
export interface PersonOfStore {
  id: string;
  email: string;
  /** How texts name them. */
  terms: readonly string[];
  /** Paid, and so with an invoice; the last one of a guest with the same address. */
  paidOrders: readonly string[];
  /** Cancelled before it was paid. */
  unpaidOrder: string;
  creditNoteId: string;
}

/** Makes the person through the product; only what no test can cause is written by hand. */
export async function createPerson(scene: CustomerScene): Promise<PersonOfStore> {
  const unique = randomUUID().slice(0, 8);
  const name = `Ottilie Quill-${unique}`;
  const [email, former] = [`ottilie-${unique}@example.com`, `before-${unique}@example.com`];
  const phone = `+49 170 555 ${Number.parseInt(unique.slice(0, 6), 16)}`;
  const [street, billingStreet] = [`Hollowbrook Lane ${unique}`, `Millers Row ${unique}`];
  const address = { ...TEST_ADDRESS, name, line1: street, phone };
  const said = `${name} of ${street}, ${phone}, ${email}`;
  const { store, api } = scene;
  const { db } = store.admin;

  const { id } = (await scene.ask('POST', '/customers', { email: former, password: PASSWORD, name })).expect(
    201,
  );
  let token = await scene.logIn(former, PASSWORD);
  const change = { newEmail: email, currentPassword: PASSWORD };
  (await scene.ask('POST', '/customers/me/email/change', change, token)).expect(202);
  (await scene.ask('POST', '/customers/email/confirm', { token: await scene.tokenTo(email) })).expect(200);
  token = await scene.logIn(email, PASSWORD);
  (
    await scene.ask(
      'PATCH',
      '/customers/me',
      { phone, vatNumber: 'DE136695976', acceptsMarketing: true },
      token,
    )
  ).expect(200);
  (await scene.ask('POST', '/customers/me/addresses', address, token)).expect(201);
  (await scene.admin('PATCH', `/customers/${id}`, { metadata: { about: said } })).expect(200);
  const gone = (await scene.admin('POST', `/customers/${id}/addresses`, address)).expect(201);
  (await scene.admin('DELETE', `/customers/${id}/addresses/${gone.id}`)).expect(204);

  async function order(session?: string): Promise<{ orderId: string; cartId: string }> {
    const shopper = createShopper(api, store, session);
    const cartId = await shopper.createCart();
    (await shopper.addLine(cartId, await store.variant(), 2)).expect(200);
    (await shopper.setAddress(cartId, address)).expect(200);
    const billing = { ...address, line1: billingStreet };
    (await shopper.send('POST', `/${cartId}/billing-address`, billing)).expect(200);
    const metadata = { 'public.gift': said };
    (await shopper.send('PATCH', `/${cartId}`, { email, metadata })).expect(200);
    (await shopper.chooseShipping(cartId)).expect(200);
    return { orderId: (await shopper.checkOut(cartId)).expect(201).order.id, cartId };
  }

  /** Paid and shipped: nothing is left to happen. */
  async function finished(session?: string): Promise<string> {
    const { orderId } = await order(session);
    const change = { shippingAddress: { ...address, line2: 'Rear building' }, tags: [`for ${name}`] };
    (await scene.admin('PATCH', `/orders/${orderId}`, change)).expect(200);
    await pay(scene, orderId, { receipt_email: email, billing_details: { name, phone, address } });
    return shipped(orderId);
  }

  /** The same, of a guest who pays by bank transfer. */
  async function transferred(): Promise<string> {
    const account = { provider: 'manual', name: 'Bank transfer', instructions: 'IBAN', dueDays: 10 };
    const { id: accountId } = (await scene.admin('POST', '/payment-accounts', account)).expect(201);
    const turn = (active: boolean) => scene.admin('PATCH', `/payment-accounts/${accountId}`, { active });
    (await turn(true)).expect(200);
    const { orderId } = await order();
    (await turn(false)).expect(200);
    const [payment] = (await scene.admin('GET', `/orders/${orderId}`)).expect(200).payments;
    const receipt = { reference: `Line 7: ${said}`, paidOn: '2026-02-27' };
    (await scene.admin('POST', `/payments/${payment.id}/mark-paid`, receipt)).expect(200);
    return shipped(orderId);
  }

  async function shipped(orderId: string): Promise<string> {
    const tracking = { carrier: 'Post', number: `for ${said}` };
    (await scene.admin('POST', `/orders/${orderId}/ship`, { tracking })).expect(200);
    const label = {
      carrier: 'post',
      service: 'parcel',
      weightGrams: 1,
      lines: [],
      trackingNumber: `for ${said}`,
    };
    await db.shippingLabel.create({ data: { tenantId: store.tenantId, orderId, ...label } });
    return orderId;
  }

  const subscription = { url: 'http://127.0.0.1:1/hook', events: ['*'], payload: 'full' };
  (await scene.admin('POST', '/webhooks/subscriptions', subscription)).expect(201);
  const paidOrders = [await finished(token), await transferred()];
  const [first = ''] = paidOrders;
  (
    await scene.admin('PATCH', `/orders/${first}`, {
      metadata: { 'public.note': said, 'erp.id': '17', told: said },
    })
  ).expect(200);
  (await scene.admin('POST', `/orders/${first}/notes`, { note: said })).expect(200);
  const { lines } = (await scene.admin('GET', `/orders/${first}`)).expect(200);
  const wanted = { lines: [{ lineId: lines[0].id, quantity: 1 }], reason: said };
  const returned = (await scene.ask('POST', `/customers/me/orders/${first}/returns`, wanted, token)).expect(
    201,
  );
  (await scene.admin('POST', `/returns/${returned.id}/reject`, { note: said })).expect(200);
  const refund = { amount: 100, reason: said };
  const { creditNoteId } = (await scene.admin('POST', `/orders/${first}/refunds`, refund)).expect(201);

  const { orderId: unpaidOrder } = await order(token);
  (await scene.admin('POST', `/orders/${unpaidOrder}/cancel`, { reason: said })).expect(200);
  await createShopper(api, store, token).createCart();
  (await scene.ask('POST', '/customers/reset/request', { email })).expect(202);

  // In rows that aren't the person's, only the confirmed address is searched for.
  const named = `somebody, ${email}`;
  await notifications.notifyAdmins(store.admin, { kind: 'test', title: named, detail: named });
  await catalog.importProducts(store.admin, 'ndjson', chunks(JSON.stringify({ slug: named })));
  await catalog.processImports(api.env.system);
  const bought = { number: unique, placedAt: '2024-03-01', currency: 'EUR', total: '1', lines: [] };
  const formerOrder = JSON.stringify({ ...bought, email, note: said, shippingAddress: { name } });
  await formerOrders.importFormerOrders(store.admin, 'ndjson', chunks(formerOrder));
  await formerOrders.processFormerOrderImports(api.env.system);
  await db.mail.create({
    data: {
      ...{
        tenantId: store.tenantId,
        kind: 'operator_notice',
        status: 'sent',
        recipient: store.adminEmail,
        createdAt: store.admin.now(),
      },
      data: { title: named, detail: named },
    },
  });
  const deliveries = await db.webhookDelivery.findMany({ where: { resourceId: first } });
  await db.webhookAttempt.createMany({
    data: deliveries.map(({ id: deliveryId, subscriptionId }) => ({
      ...{ tenantId: store.tenantId, deliveryId, subscriptionId, number: 1, startedAt: store.admin.now() },
      responseBody: `Thank you, ${said}`,
    })),
  });
  return {
    id,
    email,
    terms: [name, email, former, phone, street, billingStreet, unique],
    paidOrders,
    unpaidOrder,
    creditNoteId,
  };
}

/** What the provider reports, `payer` in it. */
export async function pay({ api, clock }: CustomerScene, orderId: string, payer: object = {}): Promise<void> {
  const event = paymentSucceeded(orderId);
  Object.assign(event.data.object, payer);
  const body = JSON.stringify(event);
  const timestamp = Math.floor(clock.now().getTime() / 1000);
  const headers = { 'payment-signature': signProviderEvent(body, { timestamp }) };
  (await api.request('POST', '/webhooks/payment', { body, headers })).expect(200);
}

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
