import { carts, checkout, prices } from '@service/core';
import type { Carrier } from '@service/module-sdk';
import { paymentSucceeded, signProviderEvent, TEST_ADDRESS, type TestStore } from '@service/testing';
import type { RequestOptions } from './client.ts';
import type { TestApi } from './harness.ts';
import { createShopper } from './store/shopper.ts';
import { waitAtPlace } from './wait-at-place.ts';

export interface ValidRequest {
  ids?: Record<string, string>;
  body?: object;
  options?: RequestOptions;
}

type Make = (api: TestApi, store: TestStore) => Promise<ValidRequest>;

const WITH_SELLER = { name: 'Test Store', currency: 'EUR', seller: TEST_ADDRESS };

/** A carrier that makes every label. */
const TEST_CARRIER: Carrier = {
  name: 'test',
  rates: async () => [{ service: 'parcel', amount: 490n }],
  createLabel: async ({ labelId }) => ({
    ...{ ok: true, carrierLabelId: labelId, trackingNumber: labelId, trackingUrl: null },
    file: Buffer.from('%PDF-1.4'),
  }),
  cancelLabel: async () => ({ ok: true }),
};

/** From now on what the store issues is there as XML, too. */
async function issuesXml(api: TestApi, store: TestStore): Promise<void> {
  const body = { ...WITH_SELLER, vatNumber: 'DE136695976' };
  (await api.request('PUT', '/admin/v1/settings', { token: store.token(), body })).expect(200);
}

const withXml =
  (make: Make): Make =>
  async (api, store) => {
    await issuesXml(api, store);
    return make(api, store);
  };

/** A draft order that lacks nothing. */
export async function makeDraft(store: TestStore): Promise<string> {
  const draft = await carts.createDraft(store.admin, {
    email: 'ada@example.com',
    lines: [{ variantId: await store.variant(), quantity: 1 }],
    shippingAddress: TEST_ADDRESS,
    shippingByHand: { name: 'Courier', amount: 0 },
  });
  return draft.id;
}

async function linkedPayment({ env }: TestApi, store: TestStore): Promise<ValidRequest> {
  const { id: orderId } = await checkout.placeDraft(store.admin, await makeDraft(store));
  const { tokenSealed } = await store.admin.db.mail.findFirstOrThrow({ where: { orderId } });
  return { body: { token: env.services.sealer.open(tokenSealed ?? '') } };
}

/** Valid requests by operation, for those that need more than the contract’s example and the ids of a new store. */
export const VALID_REQUESTS: Readonly<Record<string, Make>> = {
  addCartLine: async (api, store) => ({
    ids: { cartId: await createShopper(api, store).createCart() },
    body: { variantId: await store.variant(), quantity: 2 },
  }),
  chooseShippingOption: async (api, store) => {
    const shopper = createShopper(api, store);
    const cartId = await shopper.fullCart({ [await store.variant()]: 1 });
    const { items } = (await shopper.send('GET', `/${cartId}/shipping-options`)).expect(200);
    return { ids: { cartId }, body: { shippingOptionId: items[0].id } };
  },
  applyDiscountCode: async (api, store) => {
    const { tenantId, admin } = store;
    await admin.db.discount.create({ data: { tenantId, code: 'ONCE', kind: 'free_shipping' } });
    return { ids: { cartId: await createShopper(api, store).createCart() }, body: { code: 'ONCE' } };
  },
  checkout: async (api, store) => ({
    ids: { cartId: await createShopper(api, store).fullCart({ [await store.variant()]: 1 }) },
    body: {},
  }),
  createDraftOrder: async () => ({ body: { email: 'ada@example.com' } }),
  updateDraftOrder: async (_api, store) => ({ ids: { id: await makeDraft(store) }, body: { note: 'Rang' } }),
  placeDraftOrder: async (_api, store) => ({ ids: { id: await makeDraft(store) }, body: {} }),
  readPaymentLink: linkedPayment,
  payByLink: linkedPayment,
  importPictures: async () => ({ body: {} }),
  setPrices: async (_api, store) => {
    const { id } = await prices.createPriceList(store.admin, { name: 'Sale', currency: 'EUR' });
    return { ids: { id }, body: { prices: [{ variantId: await store.variant(), amount: 990 }] } };
  },
  acknowledgeOrder: async (api, store) => ({
    ids: { id: await paidOrder(api, store, { amount_received: 1 }) },
    body: { reason: 'A gift' },
  }),
  reportOutcomes: async (api, store) => {
    const { id, deliveryId } = await claimedDelivery(api, store);
    return { ids: { id }, body: { outcomes: [{ deliveryId, responseCode: 204, durationMs: 12 }] } };
  },
  readyOrder: async (api, store) => {
    const id = await paidOrder(api, store);
    await waitAtPlace(store, id);
    return { ids: { id }, body: {} };
  },
  shipOrder: async (api, store) => ({ ids: { id: await paidOrder(api, store) }, body: {} }),
  createLabel: async (api, store) => {
    api.env.services.modules = { ...api.env.services.modules, openCarrier: () => TEST_CARRIER };
    (await api.request('PUT', '/admin/v1/settings', { token: store.token(), body: WITH_SELLER })).expect(200);
    return { ids: { id: await paidOrder(api, store) }, body: { carrier: 'test', service: 'parcel' } };
  },
  refundOrder: async (api, store) => ({ ids: { id: await paidOrder(api, store) }, body: { amount: 100 } }),
  previewRefund: async (api, store) => ({ ids: { id: await paidOrder(api, store) }, body: { amount: 100 } }),
  tagOrders: async (_api, store) => ({ body: { orderIds: [await store.order()], add: ['gift'] } }),
  changeOrder: async (api, store) => {
    const { id, lineId } = await unshippedOrder(api, store);
    return { ids: { id }, body: { remove: [{ lineId, quantity: 1 }] } };
  },
  previewOrderChange: async (api, store) => {
    const { id, lineId } = await unshippedOrder(api, store);
    return { ids: { id }, body: { remove: [{ lineId, quantity: 1 }] } };
  },
  eraseBuyer: async (api, store) => ({ ids: { id: (await shippedOrder(api, store)).id } }),
  createReturn: async (api, store) => {
    const { id, lineId } = await shippedOrder(api, store);
    return { ids: { id }, body: { lines: [{ lineId, quantity: 1 }] } };
  },
  receiveReturn: async (api, store) => {
    const { id, lineId } = await approvedReturn(api, store);
    return { ids: { id }, body: receiptOf(lineId) };
  },
  refundReturn: async (api, store) => ({ ids: { id: (await receivedReturn(api, store)).id }, body: {} }),
  exchangeReturn: async (api, store) => {
    const { id, lineId } = await receivedReturn(api, store);
    return { ids: { id }, body: { lines: [{ lineId }] } };
  },
  getInvoiceXml: withXml(async (api, store) => ({ ids: { id: (await shippedOrder(api, store)).id } })),
  getCreditNoteXml: withXml(async (api, store) => {
    const { id } = await shippedOrder(api, store);
    return { ids: { id: await credit(api, store, id) } };
  }),
  getCartInvoiceXml: withXml(ofCart),
  getCartCreditNoteXml: withXml(creditedOfCart),
  getOwnInvoiceXml: withXml(ofCustomer),
  getOwnCreditNoteXml: withXml(creditedOfCustomer),
  getCartCreditNote: creditedOfCart,
  getCartCreditNoteData: creditedOfCart,
  payCartOrder: async (api, store) => ({
    ids: { cartId: (await placedOrder(api, store)).cartId },
    body: {},
  }),
  listOwnPaymentMethods: unpaidOfCustomer,
  payOwnOrder: async (api, store) => ({ ...(await unpaidOfCustomer(api, store)), body: {} }),
  withdrawCartOrder: async (api, store) => ({ ids: { cartId: (await placedOrder(api, store)).cartId } }),
  withdrawOwnOrder: unpaidOfCustomer,
  getCartInvoice: ofCart,
  getCartInvoiceData: ofCart,
  listCartReturns: ofCart,
  requestCartReturn: async (api, store) => {
    const { cartId, lineId } = await shippedOrder(api, store);
    return { ids: { cartId }, body: { lines: [{ lineId, quantity: 1 }] } };
  },
  getOwnCreditNote: creditedOfCustomer,
  getOwnCreditNoteData: creditedOfCustomer,
  getOwnInvoice: ofCustomer,
  getOwnInvoiceData: ofCustomer,
  listOwnReturns: ofCustomer,
  requestOwnReturn: async (api, store) => {
    const { token } = await store.customer();
    const { id, lineId } = await shippedOrder(api, store, token);
    return { ids: { id }, body: { lines: [{ lineId, quantity: 1 }] }, options: { token } };
  },
  requestEmailChange: async (_api, store) => {
    const { token, password, email } = await store.customer();
    return { body: { newEmail: `new-${email}`, currentPassword: password }, options: { token } };
  },
  getOwnExport: ownExport,
  downloadOwnExport: ownExport,
  replaceOwnAddress: async (_api, store) => {
    const { token, addressId } = await store.customer();
    return { ids: { id: addressId }, body: { ...TEST_ADDRESS, line2: 'Second floor' }, options: { token } };
  },
  deleteOwnAddress: async (_api, store) => {
    const { token, addressId } = await store.customer();
    return { ids: { id: addressId }, options: { token } };
  },
  changeOwnPassword: async (_api, store) => {
    const { token, password } = await store.customer();
    return {
      body: { currentPassword: password, newPassword: 'another long password' },
      options: { token },
    };
  },
};

/** A customer's own export that the worker has written. */
async function ownExport(api: TestApi, store: TestStore): Promise<ValidRequest> {
  const { token, password } = await store.customer();
  const options = { token, body: { currentPassword: password } };
  const { id } = (await api.request('POST', '/store/v1/customers/me/exports', options)).expect(202);
  await store.admin.db.customerExport.updateMany({ where: { id }, data: { status: 'completed' } });
  return { ids: { id }, options: { token } };
}

/** A delivery that a pull subscription has claimed. */
export async function claimedDelivery(
  api: TestApi,
  store: TestStore,
): Promise<{ id: string; deliveryId: string }> {
  const call = async (path: string, body: object) => {
    const answer = await api.request('POST', `/admin/v1/webhooks/subscriptions${path}`, {
      token: store.token(),
      body,
    });
    return answer.body;
  };
  const { id } = await call('', { kind: 'pull', events: ['product.created'] });
  await store.variant();
  const { items } = await call(`/${id}/claims`, { limit: 1 });
  return { id, deliveryId: items[0].deliveryId };
}

/** A guest's cart whose order has left. */
async function ofCart(api: TestApi, store: TestStore): Promise<ValidRequest> {
  const { cartId } = await shippedOrder(api, store);
  return { ids: { cartId } };
}

/** The same of a customer. */
async function ofCustomer(api: TestApi, store: TestStore): Promise<ValidRequest> {
  const { token } = await store.customer();
  return { ids: { id: (await shippedOrder(api, store, token)).id }, options: { token } };
}

/** A credit note of a guest's order. */
async function creditedOfCart(api: TestApi, store: TestStore): Promise<ValidRequest> {
  const { id, cartId } = await shippedOrder(api, store);
  return { ids: { cartId, creditNoteId: await credit(api, store, id) } };
}

/** The same of a customer. */
async function creditedOfCustomer(api: TestApi, store: TestStore): Promise<ValidRequest> {
  const { token } = await store.customer();
  const { id } = await shippedOrder(api, store, token);
  return { ids: { id, creditNoteId: await credit(api, store, id) }, options: { token } };
}

async function credit(api: TestApi, store: TestStore, orderId: string): Promise<string> {
  const options = { token: store.token(), body: { amount: 100 } };
  return (await api.request('POST', `/admin/v1/orders/${orderId}/refunds`, options)).expect(201).creditNoteId;
}

/** Of a guest, or of the customer of the session. */
async function shippedOrder(api: TestApi, store: TestStore, session?: string) {
  const { id, cartId } = await placedOrder(api, store, session);
  await pay(api, id);
  const options = { token: store.token(), body: {} };
  const { lines } = (await api.request('POST', `/admin/v1/orders/${id}/ship`, options)).expect(200);
  return { id, cartId, lineId: lines[0].id as string };
}

/** The same, not paid yet. */
async function placedOrder(api: TestApi, store: TestStore, session?: string) {
  const shopper = createShopper(api, store, session);
  const cartId = await shopper.fullCart({ [await store.variant()]: 1 });
  const { order } = (await shopper.checkOut(cartId)).expect(201);
  return { id: order.id as string, cartId };
}

/** The same, of a customer who is signed in. */
async function unpaidOfCustomer(api: TestApi, store: TestStore): Promise<ValidRequest> {
  const { token } = await store.customer();
  return { ids: { id: (await placedOrder(api, store, token)).id }, options: { token } };
}

/** Of a store whose seller is known, so that its documents are e-invoices. */
async function approvedReturn(api: TestApi, store: TestStore) {
  const { id: orderId, lineId } = await shippedOrder(api, store);
  const options = { token: store.token(), body: { lines: [{ lineId, quantity: 1 }] } };
  const { id } = (await api.request('POST', `/admin/v1/orders/${orderId}/returns`, options)).expect(201);
  return { id: id as string, lineId };
}

async function receivedReturn(api: TestApi, store: TestStore) {
  const { id, lineId } = await approvedReturn(api, store);
  const options = { token: store.token(), body: receiptOf(lineId) };
  (await api.request('POST', `/admin/v1/returns/${id}/receive`, options)).expect(200);
  return { id, lineId };
}

const receiptOf = (lineId: string) => ({
  lines: [{ lineId, quantity: 1, condition: 'new', restock: true }],
});

async function paidOrder(api: TestApi, store: TestStore, said: object = {}): Promise<string> {
  const orderId = await store.order();
  await pay(api, orderId, said);
  return orderId;
}

/** The same, with its line. */
async function unshippedOrder(api: TestApi, store: TestStore) {
  const id = await paidOrder(api, store);
  const { id: lineId } = await store.admin.db.orderLine.findFirstOrThrow({ where: { orderId: id } });
  return { id, lineId };
}

async function pay(api: TestApi, orderId: string, said: object = {}): Promise<void> {
  const event = paymentSucceeded(orderId);
  Object.assign(event.data.object, said);
  const body = JSON.stringify(event);
  const headers = { 'payment-signature': signProviderEvent(body) };
  (await api.request('POST', '/webhooks/payment', { body, headers })).expect(200);
}
