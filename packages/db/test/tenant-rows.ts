import { randomUUID } from 'node:crypto';
import type { Prisma } from '../src/index.ts';

export type Row = Record<string, unknown>;

/** One row of a model: the columns it's made of, how to ask for it, and a change that a test can see. */
export interface Sample {
  data: Row;
  where: Row;
  change: Row;
  /** Made by a trigger, with the row before it. */
  isDerived?: boolean;
}

/** A column set for every model of a store. A model that is missing here fails the test that loops over them. */
export function sampleRows(): Record<Exclude<Prisma.ModelName, 'PaymentEvent'>, Sample> {
  const tenantId = randomUUID();
  const now = new Date();
  const sample = (data: Row, change: Row, where?: Row): Sample => {
    const row = { id: randomUUID(), tenantId, ...data };
    return { data: row, where: where ?? { tenantId_id: { tenantId, id: row.id } }, change };
  };
  /** Of a table that is kept by months. */
  const ofMonth = (data: Row, change: Row): Sample => {
    const id = randomUUID();
    const where = { tenantId_id_createdAt: { tenantId, id, createdAt: now } };
    return sample({ id, createdAt: now, ...data }, change, where);
  };
  const idOf = ({ data }: Sample) => data.id as string;

  const Tenant: Sample = {
    data: { id: tenantId, name: 'T', currency: 'EUR', country: 'DE', publishableKey: randomUUID() },
    where: { id: tenantId },
    change: { name: 'changed' },
  };
  const AdminUser = sample(
    { email: `${randomUUID()}@example.com`, passwordHash: '-', role: 'owner' },
    { name: 'changed' },
  );
  const AdminLogin = sample({ adminUserId: idOf(AdminUser), expiresAt: now }, { endedAt: now });
  const AdminSession = sample(
    { loginId: idOf(AdminLogin), kind: 'refresh', tokenHash: bytes(), expiresAt: now },
    { usedAt: now },
  );
  const AdminSignInLink = sample(
    { adminUserId: idOf(AdminUser), tokenHash: bytes(), expiresAt: now },
    { tokenHash: bytes() },
  );
  const lookUp = (key: Row, of: Row, change: Row): Sample => ({
    data: { ...key, tenantId, ...of },
    where: key,
    change,
  });
  const AdminUserEmail = lookUp(
    { email: `${randomUUID()}@example.com` },
    { adminUserId: idOf(AdminUser) },
    { email: `${randomUUID()}@example.com` },
  );
  const tokenOf = (of: Row) => lookUp({ tokenHash: bytes() }, of, { tokenHash: bytes() });
  const AdminSessionToken = tokenOf({ sessionId: idOf(AdminSession) });
  const AdminInvitation = sample(
    {
      ...{ email: `${randomUUID()}@example.com`, role: 'viewer', createdBy: 'test' },
      ...{ tokenHash: bytes(), expiresAt: now },
    },
    { name: 'changed' },
  );
  const ApiKey = sample(
    { name: 'T', prefix: 'sk_', keyHash: bytes(), permissions: [], createdBy: 'test' },
    { name: 'changed' },
  );
  const PortalSession = sample(
    { tokenHash: bytes(), label: 'T', capabilities: [], createdBy: 'test', expiresAt: now },
    { label: 'changed' },
  );
  const WebhookSigningKey = sample({ publicKey: 'T', privateKeySealed: 'T' }, { publicKey: 'changed' });
  const AdminInvitationToken = tokenOf({ invitationId: idOf(AdminInvitation) });
  const ApiKeyHash = lookUp({ keyHash: bytes() }, { apiKeyId: idOf(ApiKey) }, { keyHash: bytes() });
  const AuditRecord = ofMonth(
    {
      actor: 'test',
      action: 'test.done',
      subjectType: 'test',
      subjectId: '1',
      requestId: 'r',
    },
    { actor: 'changed' },
  );
  const ComplianceConfiguration: Sample = {
    data: { tenantId, cookieConsent: true, configuredAt: now },
    where: { tenantId },
    change: { cookieConsent: false },
  };
  const host = `${randomUUID()}.example`;
  const StoreHost: Sample = { data: { tenantId, host }, where: { host }, change: { host: `new-${host}` } };
  const claimKey = { tenantId, host };
  const StoreHostClaim: Sample = {
    data: claimKey,
    where: { tenantId_host: claimKey },
    change: { proof: 'dns' },
  };
  const originKey = { tenantId, origin: `https://${host}` };
  const StoreOrigin: Sample = {
    data: originKey,
    where: { tenantId_origin: originKey },
    change: { origin: 'https://changed.example' },
  };
  const AdminNotification = sample({ kind: 'test', title: 'T', detail: 'D' }, { title: 'changed' });
  const readKey = { tenantId, notificationId: AdminNotification.data.id, readerId: 'admin:1' };
  const AdminNotificationRead: Sample = {
    data: { ...readKey, readAt: now },
    where: { tenantId_notificationId_readerId: readKey },
    change: { readAt: new Date(0) },
  };
  const ShippingOption = sample({ name: 'Free', amount: 0n }, { name: 'changed' });
  const TaxSettings: Sample = { data: { tenantId }, where: { tenantId }, change: { version: 2 } };
  const PortalSettings: Sample = { data: { tenantId }, where: { tenantId }, change: { version: 2 } };
  const NotificationSettings: Sample = { data: { tenantId }, where: { tenantId }, change: { version: 2 } };
  const MailSettings: Sample = { data: { tenantId }, where: { tenantId }, change: { version: 2 } };
  const textKey = { tenantId, kind: 'order_shipped', locale: 'en' };
  const MailText: Sample = {
    data: { ...textKey, subject: 'S', body: 'B' },
    where: { tenantId_kind_locale: textKey },
    change: { body: 'changed' },
  };
  const Discount = sample({ code: 'C', kind: 'free_shipping' }, { code: 'CHANGED' });
  const discountCustomerKey = { tenantId, discountId: idOf(Discount), customerId: randomUUID() };
  const DiscountCustomer: Sample = {
    data: { ...discountCustomerKey, cartId: randomUUID() },
    where: { tenantId_discountId_customerId: discountCustomerKey },
    change: { cartId: randomUUID() },
  };
  const codeKey = { tenantId, code: 'C-1' };
  const DiscountCode: Sample = {
    data: { ...codeKey, discountId: idOf(Discount) },
    where: { tenantId_code: codeKey },
    change: { cartId: randomUUID() },
  };
  const idempotencyKey = { tenantId, scope: 's', key: 'k' };
  const IdempotencyKey: Sample = {
    data: { ...idempotencyKey, answerSealed: '-' },
    where: { tenantId_scope_key: idempotencyKey },
    change: { answerSealed: 'changed' },
  };
  const Product = sample({ title: 'T', slug: 't' }, { title: 'changed' });
  const Variant = sample(
    { productId: idOf(Product), sku: 's', priceAmount: 1n, currency: 'EUR' },
    { sku: 'changed' },
  );
  const Customer = sample({ email: `${randomUUID()}@example.com` }, { name: 'changed' });
  const customerId = idOf(Customer);
  const CustomerGroup = sample({ name: 'T' }, { name: 'changed' });
  const PriceList = sample({ name: 'T', currency: 'EUR' }, { name: 'changed' });
  const [variantId, priceListId] = [idOf(Variant), idOf(PriceList)];
  const listPriceKey = { tenantId, variantId, priceListId, minQuantity: 1 };
  const ListPrice: Sample = {
    data: { ...listPriceKey, amount: 1n },
    where: { tenantId_variantId_priceListId_minQuantity: listPriceKey },
    change: { amount: 2n },
  };
  const past = (keyName: string, own: object, data: object): Sample => {
    const key = { tenantId, ...own, day: new Date('2026-01-31') };
    const row = { ...key, startedAt: now, endedAt: now, ...data };
    return { data: row, where: { [keyName]: key }, change: { startedAt: key.day } };
  };
  const inEuro = { variantId, currency: 'EUR' };
  const PastPrice = past('tenantId_variantId_currency_day', inEuro, { amount: 1n });
  const inList = { variantId, priceListId };
  const PastListPrice = past('tenantId_variantId_priceListId_day', inList, { amount: 1n });
  const PastListPeriod = past('tenantId_priceListId_day', { priceListId }, { currency: 'EUR' });
  const CustomerSession = sample(
    { customerId, tokenHash: bytes(), createdAt: now, expiresAt: now },
    { expiresAt: new Date(now.getTime() + 1000) },
  );
  const CustomerToken = sample(
    { customerId, purpose: 'reset', tokenHash: bytes(), createdAt: now, expiresAt: now },
    { usedAt: now },
  );
  const CustomerSessionToken = tokenOf({ sessionId: idOf(CustomerSession) });
  const CustomerTokenHash = tokenOf({ customerTokenId: idOf(CustomerToken) });
  const CustomerAddress = sample(
    {
      customerId,
      name: 'A',
      line1: 'L',
      city: 'C',
      postalCode: '1',
      country: 'DE',
      createdAt: now,
      updatedAt: now,
    },
    { city: 'changed' },
  );
  const VatCheck = sample(
    { customerId, country: 'DE', number: '1', createdAt: now, nextAttemptAt: now },
    { lastError: 'changed' },
  );
  const CustomerExport = sample(
    { customerId, requestedBy: 'test', createdAt: now },
    { requestedBy: 'changed' },
  );
  const exportPartKey = { tenantId, exportId: idOf(CustomerExport), section: 0, number: 1 };
  const CustomerExportPart: Sample = {
    data: { ...exportPartKey, content: '{}' },
    where: { tenantId_exportId_section_number: exportPartKey },
    change: { content: 'changed' },
  };
  const Consent = sample(
    {
      customerId,
      purpose: 'test',
      granted: true,
      source: 'test',
      actor: 'test',
      clientAddress: '::1',
      createdAt: now,
    },
    { clientAddress: null },
  );
  const PrivacySettings: Sample = { data: { tenantId }, where: { tenantId }, change: { version: 2 } };
  const LegalText = sample(
    { kind: 'terms', locale: 'en', version: '1', text: 'T', sha256: 'T', createdAt: now },
    { text: 'changed' },
  );
  const CustomerErasure = sample(
    { customerId, requestedBy: 'test', counts: {}, createdAt: now },
    { requestedBy: 'changed' },
  );
  const Mail = sample(
    { kind: 'email_taken', recipient: 'a@example.com', data: {}, createdAt: now, nextAttemptAt: now },
    { lastError: 'changed' },
  );
  const Picture = sample(
    { hash: 'h', width: 1, height: 1, bytes: 1, createdAt: now, checkedAt: now },
    { hash: 'changed' },
  );
  const ProductImage = sample(
    { productId: idOf(Product), url: 'https://example.com/i.png', position: 0 },
    { alt: 'changed' },
  );
  const productSlug = { tenantId, slug: 'old-product' };
  const ofProduct = { tenantId, productId: idOf(Product) };
  const derived = (data: Row, change: Row): Sample => ({
    data: { ...ofProduct, ...data },
    where: { tenantId_productId: ofProduct },
    change,
    isDerived: true,
  });
  const ProductListing = derived(
    { status: 'draft', createdAt: now, sortTitle: 't' },
    { sortTitle: 'changed' },
  );
  const ProductSearch = derived({}, { productId: randomUUID() });
  const SearchStore: Sample = { data: { tenantId }, where: { tenantId }, change: { builtAt: now } };
  const SearchOutboxEntry: Sample = {
    data: ofProduct,
    where: { tenantId_productId: ofProduct },
    change: { leasedUntil: now },
  };
  const ProductSlug: Sample = {
    data: { ...productSlug, productId: idOf(Product) },
    where: { tenantId_slug: productSlug },
    change: { slug: 'changed' },
  };
  const Category = sample({ name: 'C', slug: 'c', position: 0 }, { name: 'changed' });
  const categorySlug = { tenantId, slug: 'old-category' };
  const CategorySlug: Sample = {
    data: { ...categorySlug, categoryId: idOf(Category) },
    where: { tenantId_slug: categorySlug },
    change: { slug: 'changed' },
  };
  const productCategory = { tenantId, productId: idOf(Product), categoryId: idOf(Category) };
  const ProductCategory: Sample = {
    data: productCategory,
    where: { tenantId_productId_categoryId: productCategory },
    change: { categoryId: randomUUID() },
  };
  const StockMovement = ofMonth(
    {
      variantId: idOf(Variant),
      kind: 'set',
      quantityDelta: 1n,
      reservedDelta: 0n,
      quantityAfter: 1n,
      reservedAfter: 0n,
      actor: 'test',
    },
    { note: 'changed' },
  );
  const Redirect = sample({ fromPath: '/old', toPath: '/new', createdAt: now }, { toPath: '/changed' });
  const FormerOrder = sample(
    { number: '#1', currency: 'EUR', total: 0n, lines: [], details: {}, createdAt: now, importedAt: now },
    { number: 'changed' },
  );
  const FileImport = sample({ kind: 'products', actor: 'test', createdAt: now }, { actor: 'changed' });
  const PictureImport = sample({ createdAt: now }, { total: 1 });
  const pictureKey = { tenantId, importId: idOf(PictureImport), number: 1 };
  const PictureImportItem: Sample = {
    data: { ...pictureKey, productId: idOf(Product), url: 'https://example.com/i.png' },
    where: { tenantId_importId_number: pictureKey },
    change: { code: 'changed' },
  };
  const importRowKey = { tenantId, importId: idOf(FileImport), number: 1 };
  const FileImportRow: Sample = {
    data: { ...importRowKey, data: {} },
    where: { tenantId_importId_number: importRowKey },
    change: { reason: 'changed' },
  };
  const Cart = sample({ currency: 'EUR' }, { email: 'changed' });
  const CartLine = sample(
    { cartId: idOf(Cart), variantId: idOf(Variant), quantity: 1, seenUnitAmount: 1n },
    { quantity: 2 },
  );
  const OrderNumber: Sample = { data: { tenantId, last: 1n }, where: { tenantId }, change: { last: 2n } };
  const amounts = { currency: 'EUR', subtotal: 1n, shippingTotal: 0n, total: 1n };
  // Nothing is owed or disputed, so that no trigger books an entry beside the sample of one: nobody could remove it.
  const Order = sample({ cartId: idOf(Cart), number: 1n, ...amounts, total: 0n }, { email: 'changed' });
  const ofOrder = { tenantId, orderId: idOf(Order) };
  const UncountedSale: Sample = {
    data: ofOrder,
    where: { tenantId_orderId: ofOrder },
    change: { orderId: randomUUID() },
  };
  const day = new Date('2026-01-15');
  const money = { currency: 'EUR', kind: 'payment' };
  const tax = { country: '', region: '', rateBasisPoints: 0, exempt: false };
  const key = { ...money, day, accountId: randomUUID(), ...tax };
  const sums = { ...key, counted: 1n, amount: 1n, tax: 0n };
  const DailyMoney: Sample = {
    data: { tenantId, ...sums },
    where: {
      tenantId_day_currency_kind_accountId_country_region_rateBasisPoints_exempt: { tenantId, ...key },
    },
    change: { amount: 2n },
  };
  const MoneyChange = sample(sums, { amount: 2n });
  const orderId = idOf(Order);
  const MoneyEntry = sample(
    { ...money, orderId, sourceId: randomUUID(), number: 1, amount: 1n, bookedAt: day, bookedOn: day },
    { amount: 2n },
  );
  const bought = { productId: idOf(Product), variantId: idOf(Variant), sku: 's', title: 'T' };
  const OrderLine = sample({ orderId, ...bought, quantity: 1, unitAmount: 1n }, { title: 'changed' });
  const held = {
    lineId: idOf(OrderLine),
    kind: 'released',
    units: 1,
    source: 'line',
    sourceId: idOf(OrderLine),
  };
  const GoodsEntry = sample({ orderId, ...held, bookedAt: day }, { units: 2 });
  const OrderHistoryEntry = sample({ orderId, status: 'pending', actor: 'test' }, { actor: 'changed' });
  const PaymentAccount = sample({ provider: 'fake', name: 'N' }, { name: 'changed' });
  const Payment = sample(
    { orderId, provider: 'fake', providerPaymentId: randomUUID(), amount: 1n, currency: 'EUR' },
    { status: 'processing' },
  );
  const PaymentReference = lookUp(
    { reference: randomUUID() },
    { paymentId: idOf(Payment), orderId },
    { reference: randomUUID() },
  );
  const Shipment = sample({ orderId, lines: [] }, { carrier: 'changed' });
  const ofLabel = { carrier: 'test', service: 'parcel', weightGrams: 1, lines: [] };
  const ShippingLabel = sample({ orderId, ...ofLabel }, { status: 'made' });
  const labelKey = { tenantId, labelId: idOf(ShippingLabel) };
  const ShippingLabelFile: Sample = {
    data: { ...labelKey, bytes: bytes() },
    where: { tenantId_labelId: labelKey },
    change: { bytes: bytes() },
  };
  const Return = sample(
    { orderId, status: 'requested', requestedBy: 'customer', lines: [] },
    { status: 'approved' },
  );
  const ofPayment = { orderId, paymentId: idOf(Payment), amount: 1n, currency: 'EUR' };
  const Dispute = sample(
    { ...ofPayment, providerDisputeId: randomUUID(), status: 'open', amount: 0n },
    { status: 'changed' },
  );
  const Refund = sample({ ...ofPayment, status: 'pending' }, { status: 'succeeded' });
  const CreditNote = sample(
    { orderId, refundId: idOf(Refund), number: 1n, amount: 1n, currency: 'EUR', taxLines: [] },
    { amount: 2n },
  );
  const CreditNoteCancellation = sample({ creditNoteId: idOf(CreditNote), number: 2n }, { number: 3n });
  const CreditNoteNumber: Sample = {
    data: { tenantId, last: 1n },
    where: { tenantId },
    change: { last: 2n },
  };
  const documentKey = { tenantId, id: idOf(Order) };
  const issued = { orderId: idOf(Order), issuedAt: now, issuedOn: now };
  const Document: Sample = {
    data: { ...documentKey, ...issued, kind: 'invoice', number: '1', data: {} },
    where: { tenantId_id: documentKey },
    change: { number: '2' },
  };
  const fileKey = { tenantId, documentId: idOf(Order) };
  const DocumentFile: Sample = {
    data: { ...fileKey, sha256: '-', bytes: bytes(), createdAt: now },
    where: { tenantId_documentId: fileKey },
    change: { sha256: 'changed' },
  };
  const TaxRecord: Sample = {
    data: { ...fileKey, provider: 'tax-desk', sendAt: now },
    where: { tenantId_documentId: fileKey },
    change: { provider: 'changed' },
  };
  const DocumentClock: Sample = {
    data: { tenantId, issuedAt: now, issuedOn: now },
    where: { tenantId },
    change: { issuedAt: new Date(0) },
  };
  const seriesKey = { tenantId, series: '2026-' };
  const InvoiceNumber: Sample = {
    data: { ...seriesKey, last: 1n },
    where: { tenantId_series: seriesKey },
    change: { last: 2n },
  };
  const WebhookSubscription = sample(
    { url: 'https://example.com', events: ['order.paid'], secretSealed: '-' },
    { url: 'https://changed.example' },
  );
  const sequenceKey = { tenantId, subscriptionId: idOf(WebhookSubscription) };
  const WebhookSequence: Sample = {
    data: { ...sequenceKey, last: 1 },
    where: { tenantId_subscriptionId: sequenceKey },
    change: { last: 2 },
  };
  const WebhookAccessToken: Sample = {
    data: { ...sequenceKey, failures: 1 },
    where: { tenantId_subscriptionId: sequenceKey },
    change: { failures: 2 },
  };
  const WebhookEvent = sample({ name: 'order.paid', data: {}, occurredAt: now }, { name: 'changed' });
  const fullPayloadKey = { tenantId, eventId: idOf(WebhookEvent) };
  const WebhookFullPayload: Sample = {
    data: { payload: {}, ...fullPayloadKey },
    where: { tenantId_eventId: fullPayloadKey },
    change: { payload: { object: null } },
  };
  const WebhookDelivery = sample(
    {
      subscriptionId: idOf(WebhookSubscription),
      eventId: idOf(WebhookEvent),
      event: 'order.paid',
      createdAt: now,
      nextRetryAt: now,
    },
    { attempts: 5 },
  );
  const attemptKey = { tenantId, deliveryId: idOf(WebhookDelivery), number: 1 };
  const WebhookAttempt: Sample = {
    data: { subscriptionId: idOf(WebhookSubscription), startedAt: now, ...attemptKey },
    where: { tenantId_deliveryId_number: attemptKey },
    change: { error: 'changed' },
  };
  const WebhookResend = sample(
    { deliveryId: idOf(WebhookDelivery), requestedAt: now, requestedBy: 'test' },
    { requestedBy: 'changed' },
  );
  const countKey = {
    tenantId,
    at: now,
    grain: 'minute',
    subscriptionId: idOf(WebhookSubscription),
    event: 'order.paid',
    error: '',
    responseClass: 2,
    upToMs: 50,
  };
  const WebhookOutcomeCount: Sample = {
    data: { ...countKey, attempts: 1, delivered: 1, failed: 0, exhausted: 0 },
    where: { tenantId_at_grain_subscriptionId_event_error_responseClass_upToMs: countKey },
    change: { attempts: 2 },
  };
  const WebhookRecovery = sample(
    {
      subscriptionId: idOf(WebhookSubscription),
      state: 'running',
      missing: false,
      fromAt: now,
      toAt: now,
      dryRun: false,
      ratePerSecond: 1,
      matched: 1,
      createdBy: 'test',
      createdAt: now,
    },
    { state: 'paused' },
  );
  // Parents before children.
  return {
    Tenant,
    AdminUser,
    AdminUserEmail,
    AdminLogin,
    AdminSession,
    AdminSignInLink,
    AdminSessionToken,
    AdminInvitation,
    AdminInvitationToken,
    ApiKey,
    ApiKeyHash,
    PortalSession,
    WebhookSigningKey,
    AuditRecord,
    ComplianceConfiguration,
    StoreHost,
    StoreHostClaim,
    StoreOrigin,
    AdminNotification,
    AdminNotificationRead,
    ShippingOption,
    TaxSettings,
    PortalSettings,
    NotificationSettings,
    MailSettings,
    MailText,
    Discount,
    DiscountCustomer,
    DiscountCode,
    IdempotencyKey,
    Product,
    ProductListing,
    ProductSearch,
    SearchStore,
    SearchOutboxEntry,
    Variant,
    CustomerGroup,
    PriceList,
    ListPrice,
    PastPrice,
    PastListPrice,
    PastListPeriod,
    Customer,
    CustomerSession,
    CustomerSessionToken,
    CustomerToken,
    CustomerTokenHash,
    CustomerAddress,
    VatCheck,
    CustomerExport,
    CustomerExportPart,
    CustomerErasure,
    Consent,
    PrivacySettings,
    LegalText,
    Mail,
    Picture,
    ProductImage,
    ProductSlug,
    Category,
    CategorySlug,
    ProductCategory,
    StockMovement,
    FileImport,
    Redirect,
    FormerOrder,
    FileImportRow,
    PictureImport,
    PictureImportItem,
    Cart,
    CartLine,
    OrderNumber,
    Order,
    UncountedSale,
    DailyMoney,
    MoneyChange,
    MoneyEntry,
    OrderLine,
    GoodsEntry,
    OrderHistoryEntry,
    PaymentAccount,
    Payment,
    PaymentReference,
    Shipment,
    ShippingLabel,
    ShippingLabelFile,
    Return,
    Dispute,
    Refund,
    CreditNote,
    CreditNoteCancellation,
    CreditNoteNumber,
    Document,
    DocumentFile,
    TaxRecord,
    DocumentClock,
    InvoiceNumber,
    WebhookSubscription,
    WebhookSequence,
    WebhookAccessToken,
    WebhookEvent,
    WebhookFullPayload,
    WebhookDelivery,
    WebhookAttempt,
    WebhookResend,
    WebhookRecovery,
    WebhookOutcomeCount,
  };
}

function bytes(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(randomUUID()));
}
