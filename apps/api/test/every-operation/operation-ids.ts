import { randomUUID } from 'node:crypto';
import { ALL_OPERATIONS } from '@service/contract';
import {
  access,
  catalog,
  checkout,
  customerGroups,
  customers,
  formerOrders,
  inTransaction,
  prices,
  privacy,
  redirects,
  tenants,
  webhooks,
} from '@service/core';
import { TEST_SETTINGS, type TestStore } from '@service/testing';
import { makeFormerOrder } from '../admin/former-orders/make-former-order.ts';
import { recordedDelivery } from '../admin/webhooks/deliveries/recorded-delivery.ts';
import { makeDraft } from '../valid-requests.ts';

type MakeId = () => Promise<string>;

export type IdsOf = (operationId: string) => Promise<Record<string, string> | undefined>;

/** Makes it when it is first asked for. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Real ids of a store, by operation and parameter. */
export function idsOf(store: TestStore): IdsOf {
  const makers = makersOf(store);
  return async (operationId) => {
    const wanted = makers[operationId];
    if (!wanted && hasIds(operationId))
      throw new Error(`Add the ids of ${operationId} to apps/api/test/every-operation/operation-ids.ts.`);
    if (!wanted) return undefined;
    const ids: Record<string, string> = {};
    for (const [name, make] of Object.entries(wanted)) ids[name] = await make();
    return ids;
  };
}

function hasIds(operationId: string): boolean {
  return ALL_OPERATIONS.some(({ id, path }) => id === operationId && path.includes('{'));
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
  const labelOf = (status: 'made' | 'cancelled') =>
    once(async () => {
      const terms = { carrier: 'test', service: 'parcel', weightGrams: 1, lines: [], status };
      const { id } = await admin.db.shippingLabel.create({
        data: { tenantId, orderId: await orderId(), ...terms },
      });
      const bytes = Buffer.from('%PDF-1.4');
      await admin.db.shippingLabelFile.create({ data: { tenantId, labelId: id, bytes } });
      return id;
    });
  const [labelId, cancelledLabelId] = [labelOf('made'), labelOf('cancelled')];
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
      expiresAt: new Date(admin.now().getTime() + 60_000),
    };
    return (await admin.db.adminLogin.create({ data })).id;
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
  const codedDiscountId = once(async () => {
    const data = { tenantId, code: 'MANY', kind: 'free_shipping', singleUseCodes: true };
    return (await admin.db.discount.create({ data })).id;
  });
  const customerGroupId = once(
    async () => (await customerGroups.createCustomerGroup(admin, { name: 'Foreign' })).id,
  );
  const priceListId = once(
    async () => (await prices.createPriceList(admin, { name: 'Foreign', currency: 'EUR' })).id,
  );
  const draft = () => makeDraft(store);
  const [draftOrderId, deletedDraftId, placedDraftId] = [once(draft), once(draft), once(draft)];
  const linkedOrderId = once(async () => (await checkout.placeDraft(admin, await draft())).id);
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
  const customerImportId = once(async () => (await customers.importCustomers(admin, 'ndjson', oneLine())).id);
  const redirectImportId = once(async () => (await redirects.importRedirects(admin, 'ndjson', oneLine())).id);
  const formerImportId = once(
    async () => (await formerOrders.importFormerOrders(admin, 'ndjson', oneLine())).id,
  );
  const formerOrderId = once(() => makeFormerOrder(store));
  const redirectId = once(
    async () => (await redirects.setRedirect(admin, { from: `/${tenantId}`, to: '/p/new' })).id,
  );
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
    getCustomerImport: { id: customerImportId },
    listRefusedCustomers: { id: customerImportId },
    getFormerOrder: { id: formerOrderId },
    getOwnFormerOrder: { id: formerOrderId },
    deleteFormerOrder: { id: formerOrderId },
    getFormerOrderImport: { id: formerImportId },
    listRefusedFormerOrders: { id: formerImportId },
    deleteRedirect: { id: redirectId },
    getRedirectImport: { id: redirectImportId },
    listRefusedRedirects: { id: redirectImportId },
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
    redeliverDelivery: { id: deliveryId },
    getRecovery: { id: recoveryId },
    pauseRecovery: { id: recoveryId },
    resumeRecovery: { id: recoveryId },
    cancelRecovery: { id: recoveryId },
    getOrder: { id: orderId },
    updateOrder: { id: orderId },
    shipOrder: { id: orderId },
    createLabel: { id: orderId },
    listLabelRates: { id: orderId },
    getLabelFile: { id: labelId },
    cancelLabel: { id: cancelledLabelId },
    readyOrder: { id: orderId },
    acknowledgeOrder: { id: orderId },
    addOrderNote: { id: orderId },
    changeOrder: { id: orderId },
    previewOrderChange: { id: orderId },
    draftFromOrder: { id: orderId },
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
    getInvoiceData: { id: orderId },
    getInvoiceXml: { id: orderId },
    getCreditNote: { id: orderId },
    getCreditNoteData: { id: orderId },
    getCreditNoteXml: { id: orderId },
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
    getDraftOrder: { id: draftOrderId },
    updateDraftOrder: { id: draftOrderId },
    listDraftShippingOptions: { id: draftOrderId },
    deleteDraftOrder: { id: deletedDraftId },
    placeDraftOrder: { id: placedDraftId },
    sendPaymentLink: { id: linkedOrderId },
    getDiscount: { id: discountId },
    updateDiscount: { id: discountId },
    deleteDiscount: { id: discountId },
    generateDiscountCodes: { id: codedDiscountId },
    listDiscountCodes: { id: codedDiscountId },
    exportDiscountCodes: { id: codedDiscountId },
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
    listPaymentMethods: { cartId },
    payCartOrder: { cartId },
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
    getOwnInvoice: { id: orderId },
    getOwnInvoiceData: { id: orderId },
    getOwnInvoiceXml: { id: orderId },
    getOwnCreditNote: { id: orderId, creditNoteId: orderId },
    getOwnCreditNoteData: { id: orderId, creditNoteId: orderId },
    getOwnCreditNoteXml: { id: orderId, creditNoteId: orderId },
    getCartCreditNote: { cartId, creditNoteId: orderId },
    getCartCreditNoteData: { cartId, creditNoteId: orderId },
    getCartCreditNoteXml: { cartId, creditNoteId: orderId },
    getCartInvoice: { cartId },
    listOwnPaymentMethods: { id: orderId },
    payOwnOrder: { id: orderId },
    withdrawOwnOrder: { id: orderId },
    withdrawCartOrder: { cartId },
    getCartInvoiceData: { cartId },
    getCartInvoiceXml: { cartId },
    listCartReturns: { cartId },
    requestCartReturn: { cartId },
    listOwnReturns: { id: orderId },
    requestOwnReturn: { id: orderId },
  };
}

/** Bodies that a new store takes, where the contract's example isn't one. */
export const TAKEN_BODIES: Readonly<Record<string, object>> = {
  createSubscription: { url: 'http://127.0.0.1:1/hook', events: ['order.paid'] },
  createPaymentAccount: { provider: 'fake', name: 'Ours' },
  putNotificationSettings: { slackUrl: 'http://127.0.0.1:1/slack' },
  createRecovery: { ...aroundNow(), dryRun: true },
  replaceSettings: { name: 'Tea House', currency: 'EUR' },
  createDraftOrder: { email: 'ada@example.com' },
  placeDraftOrder: {},
  claimDeliveries: { limit: 1, waitSeconds: 0 },
  importPictures: {},
};

/** These change what one reader has seen, and nothing of the store. */
export const OF_THE_READER = ['readNotification', 'readAllNotifications'];

function aroundNow(): { from: string; to: string } {
  const at = (offsetMs: number) => new Date(Date.now() + offsetMs).toISOString();
  return { from: at(-3_600_000), to: at(3_600_000) };
}

async function* oneLine() {
  yield Buffer.from('{}\n');
}
