import { randomUUID } from 'node:crypto';
import { once as onceEvent } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { ALL_OPERATIONS, type AnyOperation, CORE_VERSION, isPermitted, PERMISSIONS } from '@service/contract';
import {
  access,
  catalog,
  customerGroups,
  customers,
  inTransaction,
  prices,
  privacy,
  tenants,
  webhooks,
} from '@service/core';
import {
  createStore,
  signAdminToken,
  signProviderEvent,
  TEST_SETTINGS,
  type TestCustomer,
  type TestStore,
  until,
} from '@service/testing';
import { expect } from 'chai';
import { recordedDelivery } from './admin/webhooks/deliveries/recorded-delivery.ts';
import type { RequestOptions } from './client.ts';
import { callThroughClient } from './client-calls.ts';
import { startApi, type TestApi } from './harness.ts';
import { snapshot } from './table-snapshot.ts';
import { VALID_REQUESTS } from './valid-requests.ts';

type MakeId = () => Promise<string>;

/** Makes it when it is first asked for. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Real ids of a store, by operation and parameter. */
function idsOf(store: TestStore): (operationId: string) => Promise<Record<string, string> | undefined> {
  const makers = makersOf(store);
  return async (operationId) => {
    const wanted = makers[operationId];
    if (!wanted) return undefined;
    const ids: Record<string, string> = {};
    for (const [name, make] of Object.entries(wanted)) ids[name] = await make();
    return ids;
  };
}

/** What each operation is about; one that is missing here fails its test. */
function makersOf(store: TestStore): Record<string, Record<string, MakeId>> {
  const { tenantId, admin, storefront } = store;
  const email = () => `${randomUUID()}@example.com`;

  const subscriptionId = once(async () => {
    const body = { url: 'http://127.0.0.1:1/hook', events: ['order.paid' as const] };
    return (await webhooks.createSubscription(admin, body)).id;
  });
  const pullId = once(async () => {
    const body = { kind: 'pull' as const, events: ['order.paid' as const] };
    return (await webhooks.createSubscription(admin, body)).id;
  });
  const deliveryId = once(async () =>
    recordedDelivery(store, { subscriptionId: await subscriptionId(), status: 'exhausted', attempts: 7 }),
  );
  const recoveryId = once(async () => {
    // With nothing to send again it would be completed at once.
    await deliveryId();
    const body = { ...aroundNow(), missing: false, dryRun: false, ratePerSecond: 1 };
    return (await webhooks.createRecovery(admin, body)).id;
  });
  const orderId = once(() => store.order());
  const makeReturn = async () => {
    const data = {
      tenantId,
      orderId: await orderId(),
      status: 'requested',
      requestedBy: 'customer',
      lines: [],
    };
    return (await admin.db.return.create({ data })).id;
  };
  const [returnId, rejectedId] = [once(makeReturn), once(makeReturn)];
  const paymentEventId = once(async () => {
    const id = `evt_${randomUUID()}`;
    const payload = { id, type: 'refund.created', data: { object: { payment_intent: `pi_${id}` } } };
    const data = {
      id,
      type: payload.type,
      payload,
      orderId: await orderId(),
      matchKeys: [`payment:pi_${id}`],
    };
    await inTransaction(admin, (tx) => tx.db.system.paymentEvent.create({ data }));
    return id;
  });
  const customer = once(() => store.customer());
  const customerId = once(async () => (await customer()).id);
  const addressId = once(async () => (await customer()).addressId);
  const exportId = once(async () => {
    const { id } = await privacy.requestExport(admin, await customerId());
    await admin.db.customerExport.updateMany({ where: { id }, data: { status: 'completed' } });
    return id;
  });
  const disabledId = once(async () => {
    const { id } = await store.customer();
    await customers.disableCustomer(admin, id);
    return id;
  });
  const businessId = once(
    async () => (await customers.createCustomer(admin, { email: email(), vatNumber: 'DE136695976' })).id,
  );
  const cartId = once(
    async () => (await storefront.db.cart.create({ data: { tenantId, currency: 'EUR' } })).id,
  );
  const userId = once(async () => {
    const data = { tenantId, email: email(), passwordHash: '-', role: 'support' };
    return (await admin.db.adminUser.create({ data })).id;
  });
  const sessionId = once(async () => {
    const data = {
      tenantId,
      adminUserId: await userId(),
      familyId: randomUUID(),
      tokenHash: Buffer.alloc(32),
      expiresAt: new Date(admin.now().getTime() + 60_000),
    };
    return (await admin.db.adminSession.create({ data })).familyId;
  });
  const invitationId = once(
    async () => (await access.inviteUser(admin, { email: email(), role: 'viewer' })).id,
  );
  const apiKeyId = once(
    async () => (await access.createApiKey(admin, { name: 'T', permissions: ['orders:read'] })).id,
  );
  const portalSessionId = once(async () => {
    const body = { label: 'acme', capabilities: ['view' as const], expiresInSeconds: 60 };
    return (await access.createPortalSession(admin, body, '')).id;
  });
  const lineId = once(async () => {
    const of = { tenantId, cartId: await cartId(), variantId: await store.variant() };
    const data = { ...of, quantity: 1, seenUnitAmount: 1250n };
    return (await storefront.db.cartLine.create({ data })).id;
  });
  const paymentOf = (data: { provider: string; status: string }) =>
    once(async () => {
      const terms = { tenantId, orderId: await store.order(), amount: 2500n, currency: 'EUR' };
      return (await admin.db.payment.create({ data: { ...terms, ...data } })).id;
    });
  const accountId = once(async () => {
    const webhookSecretSealed = admin.services.sealer.seal(TEST_SETTINGS.paymentWebhookSecret);
    const data = { tenantId, provider: 'fake', name: 'Foreign', webhookSecretSealed };
    return (await admin.db.paymentAccount.create({ data })).id;
  });
  const discountId = once(async () => {
    const data = { tenantId, code: 'FOREIGN', kind: 'free_shipping' };
    return (await admin.db.discount.create({ data })).id;
  });
  const customerGroupId = once(
    async () => (await customerGroups.createCustomerGroup(admin, { name: 'Foreign' })).id,
  );
  const priceListId = once(
    async () => (await prices.createPriceList(admin, { name: 'Foreign', currency: 'EUR' })).id,
  );
  const noticeId = once(async () => {
    const data = { tenantId, kind: 'test', title: 'T', detail: 'D', createdAt: admin.now() };
    return (await admin.db.adminNotification.create({ data })).id;
  });
  const category = once(() => catalog.createCategory(admin, { name: 'Foreign category' }));
  const categoryId = once(async () => (await category()).id);
  const categorySlug = once(async () => (await category()).slug);
  const product = once(() =>
    catalog.createProduct(admin, {
      title: 'Foreign product',
      status: 'published',
      variants: [{ sku: 'FOREIGN', priceAmount: 1, stockQuantity: 10 }],
    }),
  );
  const productIds = { productId: once(async () => (await product()).id) };
  const productSlug = once(async () => (await product()).slug);
  const variantIds = { ...productIds, variantId: once(async () => (await product()).variants[0]?.id ?? '') };
  const draftId = once(async () => (await catalog.createProduct(admin, { title: 'Foreign draft' })).id);
  const pictureImportId = once(async () => (await catalog.importPictures(admin, {})).id);
  const importId = once(async () => (await catalog.importProducts(admin, 'ndjson', oneLine())).id);
  const host = once(async () => {
    const name = `${tenantId}.example`;
    await tenants.assignStoreHost(admin, name);
    return name;
  });
  return {
    verifyStoreHost: { host },
    getUser: { id: userId },
    updateUser: { id: userId },
    resetSecondFactor: { id: userId },
    endOwnSession: { id: sessionId },
    withdrawInvitation: { id: invitationId },
    revokeApiKey: { id: apiKeyId },
    expirePortalSession: { id: portalSessionId },
    readNotification: { id: noticeId },
    getCategory: { id: categoryId },
    updateCategory: { id: categoryId },
    deleteCategory: { id: categoryId },
    getStoreCategory: { slug: categorySlug },
    getProduct: productIds,
    updateProduct: productIds,
    publishProduct: { productId: draftId },
    deleteProduct: productIds,
    getStoreProduct: { slug: productSlug },
    createVariant: productIds,
    getVariant: variantIds,
    updateVariant: variantIds,
    deleteVariant: variantIds,
    getStock: variantIds,
    adjustStock: variantIds,
    listStockMovements: variantIds,
    getProductImport: { id: importId },
    listRefusedRows: { id: importId },
    getPictureImport: { id: pictureImportId },
    listFailedPictures: { id: pictureImportId },
    getKeysOfStore: { storeId: async () => tenantId },
    getSubscription: { id: subscriptionId },
    updateSubscription: { id: subscriptionId },
    deleteSubscription: { id: subscriptionId },
    rotateSubscriptionSecret: { id: subscriptionId },
    getSubscriptionStats: { id: subscriptionId },
    listSubscriptionGaps: { id: subscriptionId },
    testSubscription: { id: subscriptionId },
    claimDeliveries: { id: pullId },
    reportOutcomes: { id: pullId },
    getDelivery: { id: deliveryId },
    retryDelivery: { id: deliveryId },
    getRecovery: { id: recoveryId },
    pauseRecovery: { id: recoveryId },
    resumeRecovery: { id: recoveryId },
    cancelRecovery: { id: recoveryId },
    getOrder: { id: orderId },
    updateOrder: { id: orderId },
    shipOrder: { id: orderId },
    acknowledgeOrder: { id: orderId },
    cancelOrder: { id: orderId },
    refundOrder: { id: orderId },
    previewRefund: { id: orderId },
    createReturn: { id: orderId },
    getReturn: { id: returnId },
    approveReturn: { id: returnId },
    rejectReturn: { id: rejectedId },
    receiveReturn: { id: returnId },
    refundReturn: { id: returnId },
    exchangeReturn: { id: returnId },
    replayPaymentEvent: { id: paymentEventId },
    getInvoice: { id: orderId },
    getCreditNote: { id: orderId },
    getCart: { cartId },
    claimCart: { cartId },
    updateCart: { cartId },
    addCartLine: { cartId },
    changeCartLine: { cartId, lineId },
    removeCartLine: { cartId, lineId },
    applyDiscountCode: { cartId },
    removeDiscountCode: { cartId },
    markPaymentPaid: { id: paymentOf({ provider: 'manual', status: 'requires_payment' }) },
    capturePayment: { id: paymentOf({ provider: 'fake', status: 'authorised' }) },
    getPaymentAccount: { id: accountId },
    updatePaymentAccount: { id: accountId },
    deletePaymentAccount: { id: accountId },
    receiveAccountEvent: { accountId },
    getDiscount: { id: discountId },
    updateDiscount: { id: discountId },
    deleteDiscount: { id: discountId },
    getCustomerGroup: { id: customerGroupId },
    updateCustomerGroup: { id: customerGroupId },
    deleteCustomerGroup: { id: customerGroupId },
    getPriceList: { id: priceListId },
    updatePriceList: { id: priceListId },
    deletePriceList: { id: priceListId },
    listPrices: { id: priceListId },
    setPrices: { id: priceListId },
    setShippingAddress: { cartId },
    setBillingAddress: { cartId },
    listShippingOptions: { cartId },
    chooseShippingOption: { cartId },
    checkout: { cartId },
    getCustomer: { id: customerId },
    updateCustomer: { id: customerId },
    disableCustomer: { id: customerId },
    enableCustomer: { id: disabledId },
    recheckVat: { id: businessId },
    requestCustomerExport: { id: customerId },
    listCustomerExports: { id: customerId },
    getCustomerErasure: { id: customerId },
    listConsents: { id: customerId },
    recordConsent: { id: customerId },
    eraseCustomer: { id: customerId },
    getOrderErasure: { id: orderId },
    eraseBuyer: { id: orderId },
    getCustomerExport: { id: customerId, exportId },
    downloadCustomerExport: { id: customerId, exportId },
    getOwnExport: { id: exportId },
    downloadOwnExport: { id: exportId },
    listCustomerAddresses: { id: customerId },
    createCustomerAddress: { id: customerId },
    replaceCustomerAddress: { id: customerId, addressId },
    deleteCustomerAddress: { id: customerId, addressId },
    replaceOwnAddress: { id: addressId },
    deleteOwnAddress: { id: addressId },
    getOwnOrder: { id: orderId },
    getCartOrder: { cartId },
    listCartReturns: { cartId },
    requestCartReturn: { cartId },
    listOwnReturns: { id: orderId },
    requestOwnReturn: { id: orderId },
  };
}

/** Bodies that a new store takes, where the contract's example isn't one. */
const TAKEN_BODIES: Readonly<Record<string, object>> = {
  createSubscription: { url: 'http://127.0.0.1:1/hook', events: ['order.paid'] },
  createPaymentAccount: { provider: 'fake', name: 'Ours' },
  putNotificationSettings: { slackUrl: 'http://127.0.0.1:1/slack' },
  createRecovery: { ...aroundNow(), dryRun: true },
  replaceSettings: { name: 'Tea House', currency: 'EUR' },
  claimDeliveries: { limit: 1, waitSeconds: 0 },
  importPictures: {},
};

/** These change what one reader has seen, and nothing of the store. */
const OF_THE_READER = ['readNotification', 'readAllNotifications'];

/** This changes nothing. */
const WITHOUT_EFFECT = ['previewRefund'];

/** The ledger is the record of these. */
const OF_THE_LEDGER = ['claimDeliveries', 'reportOutcomes'];

/** Changes that this walk can't make: they need an operator, a paid order, a file, a worker, or a record in DNS. They call recordChange like all others. */
const NOT_AUDITED = new Set<string>([
  'changeOperatorPassword',
  'beginSecondFactor',
  'confirmSecondFactor',
  'removeSecondFactor',
  'endOwnSession',
  'endOwnSessions',
  'shipOrder',
  'refundOrder',
  'createReturn',
  'receiveReturn',
  'refundReturn',
  'exchangeReturn',
  'eraseBuyer',
  'importProducts',
  'uploadPicture',
  'testSubscription',
  ...OF_THE_LEDGER,
  ...WITHOUT_EFFECT,
  'verifyStoreHost',
  ...OF_THE_READER,
]);

function aroundNow(): { from: string; to: string } {
  const at = (offsetMs: number) => new Date(Date.now() + offsetMs).toISOString();
  return { from: at(-3_600_000), to: at(3_600_000) };
}

async function* oneLine() {
  yield Buffer.from('{}\n');
}

/** A slug is no id: nearly every text is one. */
function takesIds(params: object): boolean {
  const { properties } = params as { properties: Record<string, { format?: string }> };
  return Object.values(properties).every(({ format }) => format === 'uuid');
}

describe('every operation', () => {
  let api: TestApi;
  let store: TestStore;
  let other: TestStore;
  let foreign: ReturnType<typeof idsOf>;
  let shopper: TestCustomer;
  let accountId: string;

  before(async () => {
    api = await startApi();
    store = await createStore(api.env.system);
    other = await createStore(api.env.system);
    foreign = idsOf(store);
    shopper = await other.customer();
    accountId = (await idsOf(other)('receiveAccountEvent'))?.accountId ?? '';
  });

  after(() => api.close());

  const url = ({ path }: AnyOperation, ids: Record<string, string> = {}) =>
    // A callback is verified with the secret of the account that its address names.
    path.replace(
      /\{(\w+)\}/g,
      (_, name: string) => ids[name] ?? (name === 'accountId' ? accountId : randomUUID()),
    );

  /** What lets the request through: of the store, with every permission. */
  function credential({ auth }: AnyOperation, of: TestStore, rawBody = ''): RequestOptions {
    if (auth.kind === 'admin') return { token: of.token() };
    if (auth.kind === 'setup') return { token: TEST_SETTINGS.setupToken };
    if (auth.kind === 'store') return { key: of.publishableKey };
    // A session is of the store that the requests with ids of another are made from.
    if (auth.kind === 'customer') return { token: shopper.token };
    if (auth.kind === 'provider-signature')
      return { headers: { 'payment-signature': signProviderEvent(rawBody) } };
    return {};
  }

  /** A request that a store of its own takes. */
  async function takenRequest(operation: AnyOperation, own: TestStore) {
    const { ids, body, options } = (await VALID_REQUESTS[operation.id]?.(api, own)) ?? {
      ids: await idsOf(own)(operation.id),
      body: operation.body && (TAKEN_BODIES[operation.id] ?? operation.examples.body),
    };
    const token = operation.auth.kind === 'customer' ? (await own.customer()).token : own.token();
    const known = operation.auth.kind === 'store' ? { key: own.publishableKey } : { token };
    return { target: url(operation, ids), options: { ...known, ...options, ...(body ? { body } : {}) } };
  }

  /** Sends these bytes with a credential that is good for them. */
  async function send(operation: AnyOperation, rawBody: string, headers: Record<string, string> = {}) {
    const { headers: signature, ...options } = credential(operation, other, rawBody);
    return api.request(operation.method, url(operation), {
      ...options,
      body: rawBody,
      headers: { ...signature, ...headers },
    });
  }

  /** The payment provider is asked after the commit: the next test would see what is written of its answer. */
  const providerAnswered = ({ admin: { db } }: TestStore) =>
    until(async () => {
      const refunds = await db.refund.count({ where: { sendAt: { not: null } } });
      const payments = await db.payment.count({ where: { cancelAt: { not: null } } });
      return refunds + payments === 0;
    }, 'the answers of the payment provider');

  async function writesNothing(act: () => Promise<void>): Promise<void> {
    const before = await snapshot(api.env);
    await act();
    expect(await snapshot(api.env), 'rows').to.deep.equal(before);
  }

  it('is documented at /openapi.json, which is what is mounted', async () => {
    const answer = await fetch(`${api.url}/openapi.json`, { headers: { 'X-Request-Id': 'trace-1' } });
    const { paths } = (await answer.json()) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };

    expect(answer.headers.get('x-api-version')).to.equal(CORE_VERSION);
    expect(answer.headers.get('x-request-id')).to.equal('trace-1');
    const documented = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId);
    expect(documented).to.have.members(ALL_OPERATIONS.map(({ id }) => id));
  });

  for (const operation of ALL_OPERATIONS) {
    const { auth, method, path, body, params, query } = operation;
    const example = body ? { body: operation.examples.body } : {};

    describe(`${method} ${path}`, () => {
      if (auth.kind !== 'public' && auth.kind !== 'provider-signature') {
        it('returns 401 without a credential, and writes nothing', () =>
          writesNothing(async () => {
            (await api.request(method, url(operation), example)).refused('unauthenticated');
          }));

        it('returns 401 with the credential of another interface, and writes nothing', () =>
          writesNothing(async () => {
            const wrong =
              auth.kind === 'store'
                ? { token: store.token() }
                : { key: store.publishableKey, token: store.publishableKey };

            (await api.request(method, url(operation), { ...wrong, ...example })).refused('unauthenticated');
          }));
      }

      if (auth.kind === 'admin' && auth.permission) {
        const needed = auth.permission;
        it(`returns 403 with every permission but ${auth.permission}, and writes nothing`, () =>
          writesNothing(async () => {
            const token = store.token(PERMISSIONS.filter((each) => !isPermitted([each], needed)));

            const answer = await api.request(method, url(operation), { token, ...example });

            expect(answer.refused('permission_missing').detail).to.include(auth.permission);
          }));
      }

      if (params && (auth.kind === 'admin' || auth.kind === 'store' || auth.kind === 'customer')) {
        it('returns 404 for the ids of another store as for unknown ones, and writes nothing', async () => {
          const ids = await foreign(operation.id);
          expect(ids, `ids of ${operation.id}`).to.have.all.keys(Object.keys(params.properties));

          await writesNothing(async () => {
            for (const target of [url(operation, ids), url(operation)]) {
              const answer = await api.request(method, target, {
                ...credential(operation, other),
                ...example,
              });
              answer.refused('not_found');
            }
          });
        });
      }

      if (params && takesIds(params) && (auth.kind === 'admin' || auth.kind === 'store')) {
        it('returns 400 for ids that are none, and writes nothing', () =>
          writesNothing(async () => {
            for (const id of ['1', 'null', `urn:uuid:${randomUUID()}`, '%00', `${randomUUID()}%0A`]) {
              const target = path.replace(/\{\w+\}/g, id);

              const answer = await api.request(method, target, {
                ...credential(operation, other),
                ...example,
              });

              answer.refused('validation_failed');
            }
          }));
      }

      if (params) {
        it('returns 400 for a path that can’t be decoded, whatever the credential, and writes nothing', () =>
          writesNothing(async () => {
            for (const segment of ['%', '%E0%A4%A', '%zz', '%ED%A0%80']) {
              const target = path.replace(/\{\w+\}/g, segment);

              (await api.request(method, target, example)).refused('malformed_path');
            }
          }));
      }

      if (query) {
        it('returns 400 for NUL in a query parameter, and takes no notice of one in an unknown parameter', () =>
          writesNothing(async () => {
            const ask = (text: string) =>
              api.request(method, `${url(operation)}?${text}`, credential(operation, other));

            for (const name of Object.keys(query.properties)) {
              const { errors } = (await ask(`${name}=a%00b`)).refused('validation_failed');
              expect(
                errors?.map((error) => error.path),
                name,
              ).to.include(`/query/${name}`);
            }
            const { body: answered } = await ask('unknown=%00');
            expect(answered?.code ?? 'not_found', JSON.stringify(answered)).to.equal('not_found');
          }));
      }

      if (auth.kind === 'admin' && !auth.permission) {
        it('needs no permission, because it is about the caller alone, or each of its parts needs its own', () => {
          expect(operation.id).to.be.oneOf([
            'getCurrentAdmin',
            'changeOperatorPassword',
            'beginSecondFactor',
            'confirmSecondFactor',
            'removeSecondFactor',
            'listOwnSessions',
            'endOwnSession',
            'endOwnSessions',
            'getHome',
            'search',
          ]);
        });
      }

      if (auth.kind === 'admin' && method !== 'GET' && !NOT_AUDITED.has(operation.id)) {
        it('leaves an audit record of who changed what, without a secret, when @service/client-js calls it', async () => {
          const own = await createStore(api.env.system);
          const ids = idsOf(own);
          const sub = randomUUID();
          const token = signAdminToken({ sub, tenantId: own.tenantId, permissions: PERMISSIONS });

          const { value, notices } = await callThroughClient(
            { api, store: own, ids, bodies: TAKEN_BODIES, token },
            operation,
          );

          const records = await own.admin.db.auditRecord.findMany({ where: { actor: `admin:${sub}` } });
          expect(records, `audit records of ${operation.id}: call recordChange(tx, …)`).to.not.be.empty;
          expect(records[0]?.requestId).to.equal(notices[0]?.requestId);
          const secrets = Object.entries(value ?? {}).filter(
            ([name, each]) => /secret|token|^key$/i.test(name) && typeof each === 'string',
          );
          for (const [name, secret] of secrets) expect(JSON.stringify(records), name).to.not.include(secret);
        });
      }

      if (auth.kind !== 'admin' || method === 'GET' || NOT_AUDITED.has(operation.id)) {
        it('is called by @service/client-js, which decodes the response', async () => {
          const own = method === 'GET' ? store : await createStore(api.env.system);
          const ids = method === 'GET' ? foreign : idsOf(own);

          const { value, notices } = await callThroughClient(
            { api, store: own, ids, bodies: TAKEN_BODIES },
            operation,
          );

          const { status, schema, contentType, contentTypes } = operation.response;
          expect(notices.map((notice) => notice.status)).to.deep.equal([status]);
          if (contentType) expect(value).to.be.instanceOf(Uint8Array);
          else if (contentTypes) expect(value).to.be.instanceOf(ReadableStream);
          else if (schema) expect(value).to.be.an(schema.type ?? 'object');
          else expect(value).to.equal(undefined);
        });
      }

      if (operation.idempotent) {
        it('returns 400 for an Idempotency-Key that can’t be one, and writes nothing', async () => {
          const own = await createStore(api.env.system);
          const { target, options } = await takenRequest(operation, own);

          await writesNothing(async () => {
            for (const key of ['', 'two words', 'ümlaut', 'x'.repeat(256)]) {
              const headers = { 'Idempotency-Key': key };
              (await api.request(method, target, { ...options, headers })).refused('validation_failed');
            }
          });
        });

        it('is executed once for one Idempotency-Key, and returns that to repetitions', async () => {
          const own = await createStore(api.env.system);
          const { target, options } = await takenRequest(operation, own);
          const headers = { 'Idempotency-Key': randomUUID() };
          const send = () => api.request(method, target, { ...options, headers });
          const recordsBefore = await own.admin.db.auditRecord.count();

          const answers = await Promise.all([send(), send(), send()]);
          const written = await snapshot(api.env);
          const repeated = await send();

          const isFirst = ({ status, headers: said }: (typeof answers)[number]) =>
            status === operation.response.status && said.get('idempotent-replayed') === null;
          expect(answers.filter(isFirst), JSON.stringify(answers)).to.have.length(1);
          const { shownOnce } = operation;
          for (const answer of answers) {
            if (answer.status === 409) {
              answer.refused('idempotency_key_in_flight');
              continue;
            }
            const body = answer.expect(operation.response.status);
            if (shownOnce && isFirst(answer)) {
              // A secret is in the first answer only.
              expect(body).to.have.property(shownOnce);
              expect(body).to.deep.equal({ ...repeated.body, [shownOnce]: body[shownOnce] });
              expect(repeated.body).not.to.have.property(shownOnce);
            } else expect(body).to.deep.equal(repeated.body);
          }
          repeated.expect(operation.response.status);
          expect(repeated.headers.get('idempotent-replayed')).to.equal('true');
          expect(repeated.headers.get('idempotent-omitted')).to.equal(operation.shownOnce ?? null);
          // The payment provider is asked after the commit, and its answer may come late.
          const {
            refunds: _refunds,
            payments: _payments,
            payment_references: _references,
            ...rows
          } = await snapshot(api.env);
          expect({ ...written, ...rows }, 'rows').to.deep.equal(written);
          expect(await own.admin.db.idempotencyKey.count()).to.equal(1);
          if (auth.kind === 'admin')
            expect(await own.admin.db.auditRecord.count(), 'audit records').to.equal(
              recordsBefore + (OF_THE_READER.includes(operation.id) ? 0 : 1),
            );
          await providerAnswered(own);
        });
      }

      if (operation.ifMatch) {
        it('writes for one of several that name its version in If-Match, and for none that names another', async () => {
          const own = await createStore(api.env.system);
          const { target, options } = await takenRequest(operation, own);
          const send = (tag: string, more = {}) =>
            api.request(method, target, { ...options, headers: { 'If-Match': tag, ...more } });
          const before = await snapshot(api.env);

          const tags = ['"999"', '"97", "98"', 'W/"1"', 'nonsense', '"1e0"'];
          const others = await Promise.all(tags.map((tag) => send(tag)));
          if (operation.idempotent) others.push(await send('"999"', { 'Idempotency-Key': randomUUID() }));
          const untouched = await snapshot(api.env);
          const [version] =
            /\d+/.exec(others.map((answer) => answer.refused('precondition_failed').detail)[0] ?? '') ?? [];
          const answers = await Promise.all(Array.from({ length: 4 }, () => send(`"99", "${version}"`)));

          expect(untouched, 'rows').to.deep.equal(before);
          const passed = answers.filter(({ status }) => status === operation.response.status);
          expect(passed, JSON.stringify(answers)).to.have.length(1);
          for (const { status, body: problem } of answers.filter((answer) => !passed.includes(answer)))
            expect([404, 412], JSON.stringify(problem)).to.include(status);
          await providerAnswered(own);
        });
      }

      if (body) {
        for (const [what, raw] of Object.entries({
          'half an object': '{"a":',
          'no JSON': 'hello',
          'JSON with something behind': '{} {}',
          'a comment': '{} // no',
        })) {
          it(`returns 400 for ${what}, and writes nothing`, () =>
            writesNothing(async () => {
              (await send(operation, raw)).refused('malformed_json');
            }));
        }

        for (const [what, raw] of Object.entries({
          'a list': '[]',
          text: '"hello"',
          'a number': '5',
          null: 'null',
        })) {
          it(`returns 400 for a body that is ${what}, and writes nothing`, () =>
            writesNothing(async () => {
              (await send(operation, raw)).refused('validation_failed');
            }));
        }

        for (const [what, escaped] of Object.entries({
          NUL: '\\u0000',
          'the first half of a surrogate pair': '\\ud83d',
          'the second half of a surrogate pair': '\\uDE00',
        })) {
          it(`returns 400 for ${what} in a value, in a name, or far inside, and writes nothing`, () =>
            writesNothing(async () => {
              const far = `${'['.repeat(50_000)}"${escaped}"${']'.repeat(50_000)}`;
              for (const raw of [`{"name":"a${escaped}"}`, `{"a${escaped}":1}`, `{"name":${far}}`]) {
                const { errors } = (await send(operation, raw)).refused('validation_failed');
                expect(errors?.[0]?.path).to.match(/^\/body/);
              }
            }));
        }

        it('returns 415 for another content type, and writes nothing', () =>
          writesNothing(async () => {
            for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
              const raw = JSON.stringify(operation.examples.body);

              (await send(operation, raw, { 'Content-Type': type })).refused('unsupported_media_type');
            }
          }));

        const limitKiB = operation.auth.kind === 'provider-signature' ? 1024 : 256;
        it(`returns 413 for a body over ${limitKiB} KiB, and writes nothing`, () =>
          writesNothing(async () => {
            (await send(operation, `{"name":"${'x'.repeat(limitKiB * 1024)}"}`)).refused('payload_too_large');
          }));
      }

      it('responds with a request id of its own, or with the one that was sent', async () => {
        const request = (id?: string) =>
          api.request(method, url(operation), { headers: id === undefined ? {} : { 'X-Request-Id': id } });

        const own = await Promise.all([request(), request('no spaces, please'), request('x'.repeat(129))]);
        const given = await request('trace-1:a.b_C');

        const ids = own.map(({ headers }) => headers.get('x-request-id'));
        for (const id of ids) expect(id).to.match(/^[0-9a-f-]{36}$/);
        expect(new Set(ids).size).to.equal(3);
        expect(given.headers.get('x-request-id')).to.equal('trace-1:a.b_C');
        const { revalidates } = operation;
        const isKept = given.status === 200 && typeof revalidates === 'object';
        const kept = isKept ? `public, max-age=${revalidates.keepSeconds}` : 'no-store';
        expect(given.headers.get('cache-control')).to.equal(kept);
      });
    });
  }

  describe('that doesn’t exist', () => {
    /** Without `fetch`, which refuses to send TRACE. */
    async function askBare(method: string, path: string) {
      const sent = request(api.url + path, { method }).end();
      const [response] = (await onceEvent(sent, 'response')) as [IncomingMessage];
      const text = (await response.toArray()).join('');
      return {
        status: response.statusCode,
        allow: response.headers.allow,
        body: text ? JSON.parse(text) : undefined,
      };
    }

    for (const [method, path, allowed] of [
      ['PUT', '/admin/v1/webhooks/subscriptions', 'OPTIONS, HEAD, POST, GET'],
      ['GET', '/setup/v1/tenants', 'OPTIONS, POST'],
      ['POST', '/health', 'OPTIONS, HEAD, GET'],
      ['GET', '/webhooks/payment', 'OPTIONS, POST'],
      ['TRACE', '/health', 'OPTIONS, HEAD, GET'],
      ['PROPFIND', '/admin/v1/orders/1', 'OPTIONS, HEAD, GET, PATCH'],
    ] as const) {
      it(`responds with 405 and the methods that there are: ${method} ${path}`, async () => {
        const { status, allow, body } = await askBare(method, path);

        expect({ status, code: body.code, allow }).to.deep.equal({
          status: 405,
          code: 'method_not_allowed',
          allow: allowed,
        });
      });
    }

    it('names the methods that there are by OPTIONS', async () => {
      const { status, allow } = await askBare('OPTIONS', '/health');

      expect({ status, allow }).to.deep.equal({ status: 204, allow: 'OPTIONS, HEAD, GET' });
    });

    for (const [method, path] of [
      ['GET', '/nowhere'],
      ['GET', '/admin/v2/webhooks/subscriptions'],
      ['GET', '/store/v1/carts/../../../etc/passwd'],
      ['DELETE', '/admin/v1/orders/%2e%2e'],
      ['GET', '/%E0%A4%A'],
      ['GET', '/docs/%'],
      ['POST', '/admin/v1/%zz'],
    ] as const) {
      it(`returns 404: ${method} ${path}`, async () => {
        (await api.request(method, path)).refused('route_not_found');
      });
    }
  });
});
