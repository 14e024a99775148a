import type { EVENTS, EventName, Locale } from '@service/contract';

/** What tells an event's resource apart; each has a name of its own in messages, and a page in the console. */
export type ResourceKey = (typeof EVENTS)[EventName]['orderedBy'] | 'returnId';

const LABELS = [
  'total',
  'amount',
  'buyer',
  'goods',
  'attention',
  'note',
  'status',
  'reason',
  'since',
  'count',
  'id',
] as const;

export type Label = (typeof LABELS)[number];

export interface MessageTexts {
  test: string;
  open: string;
  /** With the name of the resource, and without one. */
  resources: Readonly<Record<ResourceKey, readonly [named: (name: string) => string, unnamed: string]>>;
  labels: Readonly<Record<Label, string>>;
  /** What happened to the resource, after its name. */
  events: Readonly<Record<EventName, string>>;
}

const EN: MessageTexts = {
  test: 'Test',
  open: 'Open in the console',
  resources: {
    orderId: [(number) => `Order ${number}`, 'An order'],
    returnId: [(number) => `A return of order ${number}`, 'A return'],
    productId: [(title) => `“${title}”`, 'A product'],
    customerId: [(name) => `Customer ${name}`, 'A customer'],
    categoryId: [(name) => `Category “${name}”`, 'A category'],
    importId: [(file) => `The import ${file}`, 'A product import'],
    subscriptionId: [(label) => `The endpoint “${label}”`, 'An endpoint'],
  },
  labels: {
    total: 'Total',
    amount: 'Amount',
    buyer: 'Buyer',
    goods: 'Goods',
    attention: 'Attention',
    note: 'Note',
    status: 'Status',
    reason: 'Reason',
    since: 'Since',
    count: 'Deliveries',
    id: 'ID',
  },
  events: {
    'order.created': 'was placed',
    'order.paid': 'is paid',
    'order.shipped': 'is shipped',
    'order.cancelled': 'is cancelled',
    'order.refunded': 'is refunded',
    'order.partially_refunded': 'is partially refunded',
    'order.shipment_created': 'has a new parcel',
    'order.completed': 'is completed',
    'order.updated': 'was changed',
    'order.note_added': 'has a new note',
    'payment.authorized': ': the payment is authorised',
    'payment.captured': ': the payment is captured',
    'payment.failed': ': the payment failed',
    'payment.voided': ': the payment has ended, and nothing was taken',
    'dispute.opened': ': the payment is disputed',
    'dispute.closed': ': the dispute is closed',
    'refund.failed': ': a refund failed',
    'credit_note.created': ': a credit note was issued',
    'refund.issued': ': a refund was issued',
    'return.requested': 'is requested',
    'return.approved': 'is approved',
    'return.rejected': 'is rejected',
    'return.received': 'has arrived',
    'return.refunded': 'is refunded',
    'return.exchanged': 'is exchanged',
    'product.created': 'was created',
    'product.updated': 'was changed',
    'product.deleted': 'was deleted',
    'product.published': 'is published',
    'product.unpublished': 'is a draft again',
    'category.created': 'was created',
    'category.updated': 'was changed',
    'category.deleted': 'was deleted',
    'customer.created': 'is new',
    'customer.updated': 'was changed',
    'customer.erased': 'was erased',
    'import.completed': 'is completed',
    'webhook.endpoint_failing': 'is failing',
    'webhook.endpoint_paused': 'is paused',
    'webhook.endpoint_recovered': 'takes deliveries again',
    'webhook.delivery_exhausted': 'got no delivery in any attempt',
  },
};

const DE: MessageTexts = {
  test: 'Test',
  open: 'In der Konsole öffnen',
  resources: {
    orderId: [(number) => `Bestellung ${number}`, 'Eine Bestellung'],
    returnId: [(number) => `Eine Rücksendung zur Bestellung ${number}`, 'Eine Rücksendung'],
    productId: [(title) => `„${title}“`, 'Ein Produkt'],
    customerId: [(name) => `Kundenkonto ${name}`, 'Ein Kundenkonto'],
    categoryId: [(name) => `Kategorie „${name}“`, 'Eine Kategorie'],
    importId: [(file) => `Der Import ${file}`, 'Ein Produktimport'],
    subscriptionId: [(label) => `Der Empfänger „${label}“`, 'Ein Empfänger'],
  },
  labels: {
    total: 'Gesamtbetrag',
    amount: 'Betrag',
    buyer: 'Käufer',
    goods: 'Waren',
    attention: 'Achtung',
    note: 'Notiz',
    status: 'Stand',
    reason: 'Grund',
    since: 'Seit',
    count: 'Zustellungen',
    id: 'ID',
  },
  events: {
    'order.created': 'ist eingegangen',
    'order.paid': 'ist bezahlt',
    'order.shipped': 'ist versandt',
    'order.cancelled': 'ist storniert',
    'order.refunded': 'ist erstattet',
    'order.partially_refunded': 'ist teilweise erstattet',
    'order.shipment_created': 'hat eine neue Sendung',
    'order.completed': 'ist abgeschlossen',
    'order.updated': 'wurde geändert',
    'order.note_added': 'hat eine neue Notiz',
    'payment.authorized': ': Die Zahlung ist autorisiert',
    'payment.captured': ': Die Zahlung ist eingezogen',
    'payment.failed': ': Die Zahlung ist fehlgeschlagen',
    'payment.voided': ': Die Zahlung ist beendet, nichts wurde eingezogen',
    'dispute.opened': ': Die Zahlung ist angefochten',
    'dispute.closed': ': Die Anfechtung ist abgeschlossen',
    'refund.failed': ': Eine Erstattung ist fehlgeschlagen',
    'credit_note.created': ': Eine Gutschrift ist ausgestellt',
    'refund.issued': ': Eine Erstattung ist veranlasst',
    'return.requested': 'ist beantragt',
    'return.approved': 'ist genehmigt',
    'return.rejected': 'ist abgelehnt',
    'return.received': 'ist eingetroffen',
    'return.refunded': 'ist erstattet',
    'return.exchanged': 'ist umgetauscht',
    'product.created': 'wurde angelegt',
    'product.updated': 'wurde geändert',
    'product.deleted': 'wurde gelöscht',
    'product.published': 'ist veröffentlicht',
    'product.unpublished': 'ist wieder ein Entwurf',
    'category.created': 'wurde angelegt',
    'category.updated': 'wurde geändert',
    'category.deleted': 'wurde gelöscht',
    'customer.created': 'ist neu',
    'customer.updated': 'wurde geändert',
    'customer.erased': 'wurde gelöscht',
    'import.completed': 'ist abgeschlossen',
    'webhook.endpoint_failing': 'ist gestört',
    'webhook.endpoint_paused': 'ist pausiert',
    'webhook.endpoint_recovered': 'nimmt wieder Zustellungen an',
    'webhook.delivery_exhausted': 'hat eine Zustellung in keinem Versuch angenommen',
  },
};

/** German for a store in German, else English. */
export function textsOf(locale: Locale): MessageTexts {
  return locale === 'de' ? DE : EN;
}
