import { createHash, randomUUID } from 'node:crypto';
import {
  type CallOptions,
  createAdminClient,
  createSetupClient,
  createStoreClient,
} from '@service/client-js';
import type { AnyOperation } from '@service/contract';
import { redirects } from '@service/core';
import {
  paymentSucceeded,
  signProviderEvent,
  TEST_ADDRESS,
  TEST_SETTINGS,
  type TestStore,
  until,
} from '@service/testing';
import { TOTP } from 'otpauth';
import { makeFormerOrder } from './admin/former-orders/make-former-order.ts';
import { openReset, replaceInvitationToken } from './admin/operators.ts';
import { createCheckedFetch } from './client.ts';
import type { TestApi } from './harness.ts';
import { claimedDelivery, VALID_REQUESTS } from './valid-requests.ts';
import { waitAtPlace } from './wait-at-place.ts';

/** A PNG of one pixel. */
export const GREEN_DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGOQz3YFAAF8ANBUxYpnAAAAAElFTkSuQmCC',
  'base64',
);

export interface ClientScene {
  api: TestApi;
  store: TestStore;
  /** Real ids of the store, by operation and parameter. */
  ids(operationId: string): Promise<Record<string, string> | undefined>;
  /** Bodies that a new store takes, by operation, where the contract's example isn't one. */
  bodies: Readonly<Record<string, object>>;
  /** The admin token; one with every permission by default. */
  token?: string;
}

interface Given {
  input?: object;
  options?: CallOptions;
  /** The session of the customer who calls. */
  session?: string;
  /** The token of the operator who calls. */
  token?: string;
}

export interface ClientAnswer {
  /** What the method answered, decoded. */
  value: unknown;
  /** Of the call itself, not of what was called to arrange it. */
  notices: { operation: string; status: number; requestId: string | null }[];
}

/**
 * Calls the operation by the method of @service/client-js that bears its name: with the ids of the store and the
 * contract's example, or with what `GIVEN` arranges for it.
 */
export async function callThroughClient(scene: ClientScene, operation: AnyOperation): Promise<ClientAnswer> {
  const given = await (GIVEN[operation.id] ?? byExample(operation))(scene);
  const notices: ClientAnswer['notices'] = [];
  const caller = given.token ? { ...scene, token: given.token } : scene;
  const clients = clientsOf(caller, given.session, (notice) => notices.push(notice));
  const name = methodOf(operation);
  const client = Object.values(clients).find((each) => name in each) as Record<string, Method> | undefined;
  const method = client?.[name];
  if (!method)
    throw new Error(`No client has a method ${name}: \`npm run openapi\` in packages/contract makes it.`);
  return { value: await method(given.input, given.options), notices };
}

type Method = (input?: object, options?: CallOptions) => Promise<unknown>;

/** The specification gives one operation the id of a class and its method. */
const methodOf = ({ id }: AnyOperation) => id.replace(/^\w+Controller_/, '');

function clientsOf(
  { api, store, token = store.token() }: ClientScene,
  session?: string,
  onResponse: (notice: ClientAnswer['notices'][number]) => void = () => {},
) {
  const options = { baseUrl: api.url, maxRetries: 0, fetch: createCheckedFetch(api.url), onResponse };
  const { publishableKey } = store;
  return {
    admin: createAdminClient({ ...options, token }),
    shop: createStoreClient({ ...options, publishableKey, ...(session ? { session } : {}) }),
    setup: createSetupClient({ ...options, token, setupToken: TEST_SETTINGS.setupToken }),
  };
}

function byExample({ id, body, examples, auth }: AnyOperation) {
  return async ({ store, ids, bodies }: ClientScene): Promise<Given> => ({
    input: { ...(await ids(id)), ...(body ? { body: bodies[id] ?? examples.body } : {}) },
    ...(auth.kind === 'customer' ? { session: (await store.customer()).token } : {}),
  });
}

async function byValidRequest(operationId: string, { api, store }: ClientScene): Promise<Given> {
  const { ids, body, options } = (await VALID_REQUESTS[operationId]?.(api, store)) ?? {};
  return {
    input: { ...ids, ...(body ? { body } : {}) },
    ...(options?.token ? { session: options.token } : {}),
  };
}

/** Where the contract's example can't be taken as it is: it needs what only this store has, or what happened before. */
const GIVEN: Record<string, (scene: ClientScene) => Promise<Given>> = {
  login: async ({ store }) => ({
    input: { body: { email: store.adminEmail, password: store.adminPassword } },
  }),
  refreshLogin: async (scene) => ({ input: { body: { refreshToken: await refreshToken(scene) } } }),
  logout: async (scene) => ({ input: { body: { refreshToken: await refreshToken(scene) } } }),
  async changeOperatorPassword(scene) {
    const { adminEmail: email, adminPassword: password } = scene.store;
    const { accessToken } = await clientsOf(scene).admin.login({ body: { email, password } });
    return {
      input: { body: { currentPassword: password, newPassword: 'another long password' } },
      token: accessToken,
    };
  },
  async beginSecondFactor(scene) {
    return { input: { body: { currentPassword: scene.store.adminPassword } }, token: await ownToken(scene) };
  },
  async confirmSecondFactor(scene) {
    const token = await ownToken(scene);
    const client = clientsOf({ ...scene, token }).admin;
    const { secret } = await client.beginSecondFactor({
      body: { currentPassword: scene.store.adminPassword },
    });
    return { input: { body: { code: new TOTP({ secret }).generate() } }, token };
  },
  async removeSecondFactor(scene) {
    return { input: { body: { currentPassword: scene.store.adminPassword } }, token: await ownToken(scene) };
  },
  async sendTestMail(scene) {
    return { input: { body: { kind: 'order_shipped', locale: 'en' } }, token: await ownToken(scene) };
  },
  async endOwnSession(scene) {
    const token = await ownToken(scene);
    const { items } = await clientsOf({ ...scene, token }).admin.listOwnSessions();
    return { input: { id: items[0]?.id ?? '' }, token };
  },
  async endOwnSessions(scene) {
    return { token: await ownToken(scene) };
  },
  async resetOperatorPassword({ store }) {
    const token = await openReset(store);
    return { input: { body: { token, newPassword: 'another long password' } } };
  },
  async acceptInvitation(scene) {
    const { id } = await clientsOf(scene).admin.inviteUser({
      body: { email: `${randomUUID()}@example.com`, role: 'viewer' },
    });
    const token = await replaceInvitationToken(scene.api, id);
    return { input: { body: { token, password: 'a long enough password' } } };
  },
  async readyOrder(scene) {
    const id = await paidOrder(scene);
    await waitAtPlace(scene.store, id);
    return { input: { id, body: {} } };
  },
  async shipOrder(scene) {
    return { input: { id: await paidOrder(scene), body: {} } };
  },
  async acknowledgeOrder(scene) {
    return { input: { id: await paidOrder(scene, { amount_received: 1 }), body: { reason: 'A gift' } } };
  },
  async refundOrder(scene) {
    return { input: { id: await paidOrder(scene), body: { amount: 100 } } };
  },
  async previewRefund(scene) {
    return { input: { id: await paidOrder(scene), body: { amount: 100 } } };
  },
  ...Object.fromEntries(
    [
      'createLabel',
      'createReturn',
      'receiveReturn',
      'refundReturn',
      'exchangeReturn',
      'eraseBuyer',
      'payCartOrder',
      'readPaymentLink',
      'payByLink',
      'listOwnPaymentMethods',
      'payOwnOrder',
      'withdrawCartOrder',
      'withdrawOwnOrder',
      'getInvoiceXml',
      'getCreditNoteXml',
      'getCartCreditNote',
      'getCartCreditNoteData',
      'getCartCreditNoteXml',
      'getCartInvoice',
      'getCartInvoiceData',
      'getCartInvoiceXml',
      'getOwnCreditNote',
      'getOwnCreditNoteData',
      'getOwnCreditNoteXml',
      'getOwnInvoice',
      'getOwnInvoiceData',
      'getOwnInvoiceXml',
      'listCartReturns',
      'requestCartReturn',
      'listOwnReturns',
      'requestOwnReturn',
      'getOwnExport',
      'downloadOwnExport',
      'setPrices',
      'tagOrders',
      'changeOrder',
      'previewOrderChange',
    ].map((id) => [id, (scene: ClientScene) => byValidRequest(id, scene)]),
  ),
  async findRedirect({ store }) {
    await redirects.setRedirect(store.admin, { from: '/former', to: '/p/new' });
    return { input: { path: '/former' } };
  },
  async getInvoice(scene) {
    return { input: { id: await paidOrder(scene) } };
  },
  async getInvoiceData(scene) {
    return { input: { id: await paidOrder(scene) } };
  },
  async getCreditNote(scene) {
    const refund = await clientsOf(scene).admin.refundOrder({
      id: await paidOrder(scene),
      body: { amount: 100 },
    });
    return { input: { id: refund.creditNoteId } };
  },
  async getCreditNoteData(scene) {
    const refund = await clientsOf(scene).admin.refundOrder({
      id: await paidOrder(scene),
      body: { amount: 100 },
    });
    return { input: { id: refund.creditNoteId } };
  },
  importProducts: async () => ({
    input: {
      contentType: 'application/x-ndjson',
      body: '{"slug":"tea","title":"Tea","sku":"T","priceAmount":1}\n',
    },
  }),
  importCustomers: async () => ({
    input: { contentType: 'application/x-ndjson', body: '{"email":"ada@example.com"}\n' },
  }),
  importFormerOrders: async () => ({
    input: {
      contentType: 'application/x-ndjson',
      body: '{"number":"1","placedAt":"2024-03-01","currency":"EUR","total":"1","lines":[]}\n',
    },
  }),
  importRedirects: async () => ({
    input: { contentType: 'application/x-ndjson', body: '{"from":"/old","to":"/p/new"}\n' },
  }),
  uploadPicture: async () => ({ input: { contentType: 'image/png', body: new Uint8Array(GREEN_DOT) } }),
  /** No worker runs here, so the delivery is ended by hand while the call waits for it. */
  async testSubscription({ store, ids }) {
    const { db } = store.admin;
    const end = async () => {
      const { count } = await db.webhookDelivery.updateMany({
        where: { isTest: true, status: 'pending' },
        data: { status: 'exhausted', attempts: 7, nextRetryAt: null },
      });
      return count > 0;
    };
    void until(end, 'the test delivery');
    return { input: { ...(await ids('testSubscription')), body: { event: 'order.paid' } } };
  },

  async reportOutcomes({ api, store }) {
    const { id, deliveryId } = await claimedDelivery(api, store);
    return { input: { id, body: { outcomes: [{ deliveryId, responseCode: 204, durationMs: 12 }] } } };
  },

  createTenant: async () => ({
    input: {
      body: {
        name: 'Tea House',
        currency: 'EUR',
        country: 'DE',
        admin: { email: `${randomUUID()}@example.com`, password: 'a long enough password' },
      },
    },
  }),
  async receivePaymentEvent({ ids }) {
    const body = paymentSucceeded((await ids('getOrder'))?.id ?? '');
    const signature = signProviderEvent(JSON.stringify(body));
    return { input: { body }, options: { headers: { 'payment-signature': signature } } };
  },

  async receiveAccountEvent({ ids }) {
    const body = paymentSucceeded(randomUUID());
    const signature = signProviderEvent(JSON.stringify(body));
    const input = { ...(await ids('receiveAccountEvent')), body };
    return { input, options: { headers: { 'payment-signature': signature } } };
  },

  async addCartLine({ store, ids }) {
    return {
      input: { ...(await ids('addCartLine')), body: { variantId: await store.variant(), quantity: 1 } },
    };
  },
  async applyDiscountCode({ store, ids }) {
    const { id = '' } = (await ids('getDiscount')) ?? {};
    const { code } = await store.admin.db.discount.findFirstOrThrow({ where: { id } });
    return { input: { ...(await ids('applyDiscountCode')), body: { code } } };
  },
  async chooseShippingOption(scene) {
    const { cartId = '' } = (await scene.ids('chooseShippingOption')) ?? {};
    return { input: { cartId, body: { shippingOptionId: await shippingOption(scene, cartId) } } };
  },
  async checkout(scene) {
    return { input: { cartId: await fullCart(scene), body: {} } };
  },
  async getCartOrder(scene) {
    const cartId = await fullCart(scene);
    await clientsOf(scene).shop.checkout({ cartId });
    return { input: { cartId } };
  },
  async loginCustomer({ store }) {
    const { email, password } = await store.customer();
    return { input: { body: { email, password } } };
  },
  verifyCustomerEmail: (scene) => withToken(scene, 'verification', {}),
  confirmEmailChange: (scene) =>
    withToken(scene, 'email_change', {}, (session) =>
      clientsOf(scene, session).shop.requestEmailChange({
        body: { newEmail: `${randomUUID()}@example.com`, currentPassword: 'a long enough password' },
      }),
    ),
  resetPassword: (scene) =>
    withToken(scene, 'reset', { newPassword: 'another long password' }, (_, email) =>
      clientsOf(scene).shop.requestPasswordReset({ body: { email } }),
    ),
  async replaceOwnAddress({ store }) {
    const { token, addressId } = await store.customer();
    return { input: { id: addressId, body: TEST_ADDRESS }, session: token };
  },
  async deleteOwnAddress({ store }) {
    const { token, addressId } = await store.customer();
    return { input: { id: addressId }, session: token };
  },
  async getOwnFormerOrder({ store }) {
    const { id: customerId, token } = await store.customer();
    return { input: { id: await makeFormerOrder(store, customerId) }, session: token };
  },
  async getOwnOrder({ store }) {
    const { id: customerId, token } = await store.customer();
    const id = await store.order();
    await store.admin.db.order.updateMany({ where: { id }, data: { customerId } });
    return { input: { id }, session: token };
  },
};

async function refreshToken(scene: ClientScene): Promise<string> {
  const { adminEmail: email, adminPassword: password } = scene.store;
  return (await clientsOf(scene).admin.login({ body: { email, password } })).refreshToken;
}

async function paidOrder(scene: ClientScene, said: object = {}): Promise<string> {
  const id = await scene.store.order();
  const body = paymentSucceeded(id);
  Object.assign(body.data.object, said);
  const headers = { 'payment-signature': signProviderEvent(JSON.stringify(body)) };
  await clientsOf(scene).setup.receivePaymentEvent({ body }, { headers });
  return id;
}

async function shippingOption(scene: ClientScene, cartId: string): Promise<string> {
  const { shop } = clientsOf(scene);
  await shop.setShippingAddress({ cartId, body: TEST_ADDRESS });
  const { items } = await shop.listShippingOptions({ cartId });
  return items[0]?.id ?? '';
}

async function fullCart(scene: ClientScene): Promise<string> {
  const { shop } = clientsOf(scene);
  const { id: cartId } = await shop.createCart();
  await shop.addCartLine({ cartId, body: { variantId: await scene.store.variant(), quantity: 1 } });
  await shop.chooseShippingOption({
    cartId,
    body: { shippingOptionId: await shippingOption(scene, cartId) },
  });
  return cartId;
}

/** Tokens go out by mail only, so one of the test's own is put in the place of the one that was sent. */
async function withToken(
  { store }: ClientScene,
  purpose: string,
  body: object,
  ask: (session: string, email: string) => Promise<unknown> = async () => {},
): Promise<Given> {
  const customer = await store.customer();
  await ask(customer.token, customer.email);
  const token = `pt_${randomUUID()}`;
  const tokenHash = new Uint8Array(createHash('sha256').update(token).digest());
  const where = { customerId: customer.id, purpose };
  const [sent] = await store.admin.db.customerToken.updateManyAndReturn({ where, data: { tokenHash } });
  await store.admin.db.customerTokenHash.updateMany({
    where: { customerTokenId: sent?.id ?? '' },
    data: { tokenHash },
  });
  return { input: { body: { token, ...body } } };
}

/** Of the owner whom the store was made with. */
async function ownToken(scene: ClientScene): Promise<string> {
  const { adminEmail: email, adminPassword: password } = scene.store;
  return (await clientsOf(scene).admin.login({ body: { email, password } })).accessToken;
}
