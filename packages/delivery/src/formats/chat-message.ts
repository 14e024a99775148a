import {
  EVENTS,
  type EventName,
  formatMoney,
  type Locale,
  NEWEST_PAYLOAD_VERSION,
  presentPayload,
} from '@service/contract';
import type { EnvelopeInput } from '../envelope.ts';
import { type Label, type ResourceKey, textsOf } from './texts.ts';

/** The message about an event for people in a chat; each format has its own way to show it. None of its texts is escaped yet. */
export interface ChatMessage {
  title: string;
  facts: readonly { label: string; value: string }[];
  /** The page of the console that shows it; null: there is none, or the deployment doesn't configure the console's address. */
  link: { text: string; url: string } | null;
  /** The event's name and when it happened. */
  footer: string;
}

export interface ChatOptions {
  locale: Locale;
  /** Without a slash at its end. */
  consoleUrl: string | null;
  isTest: boolean;
}

/** The page of a resource in the console, after which its id comes; a page of all has no id. Null: the console shows none. */
const PAGES: Readonly<Record<Exclude<ResourceKey, 'returnId' | 'importId'>, string | null>> = {
  orderId: '/orders/',
  cartReference: null,
  productId: '/catalogue/products/',
  variantId: '/catalogue/products/',
  customerId: '/customers/',
  categoryId: '/catalogue/categories',
  priceListId: '/price-lists/',
  discountId: '/discounts',
  subscriptionId: '/webhooks/subscriptions/',
};

/** The page of an import, by what its file has. */
const IMPORT_PAGES: Readonly<Record<string, string>> = {
  products: '/catalogue/import',
  customers: '/customers/import',
  redirects: '/settings/redirects',
};

/** Deleted resources have no page. */
const GONE = /\.(deleted|erased)$/;

const MAX_GOODS = 5;

type Values = Readonly<Record<string, unknown>>;

/**
 * Makes the message of an event from nothing but the event and the subscription, so that each attempt sends the same. For a thin
 * payload it has ids and states; for a full one also number, names and sums.
 */
export function chatMessageOf(
  { event, occurredAt, data, fullData }: EnvelopeInput,
  { locale, consoleUrl, isTest }: ChatOptions,
): ChatMessage {
  const name = event as EventName;
  const { orderedBy, object: kind } = EVENTS[name];
  const texts = textsOf(locale);
  // Read in this version, whatever version the subscription is set to.
  const full =
    fullData &&
    presentPayload(fullData.payload, {
      ...{ event: name, from: fullData.apiVersion, to: NEWEST_PAYLOAD_VERSION },
    });
  const object = valuesOf(full?.object);
  const [named, unnamed] = texts.resources[kind === 'return' ? 'returnId' : orderedBy];
  const resource = nameOf(orderedBy, object, data);
  const what = texts.events[name];
  const title = `${resource === null ? unnamed : named(resource)}${what.startsWith(':') ? '' : ' '}${what}`;
  const page = orderedBy === 'importId' ? (IMPORT_PAGES[String(data.kind)] ?? null) : PAGES[orderedBy];
  const shown = orderedBy === 'variantId' ? data.productId : data[orderedBy];
  const path = page?.endsWith('/') ? `${page}${String(shown)}` : page;
  return {
    title: plain(isTest ? `${texts.test}: ${title}` : title),
    facts: factsOf(data, object, { locale, changes: full?.changes, id: data[orderedBy] }).map(
      ([label, value]) => ({ label: texts.labels[label], value: plain(value) }),
    ),
    link:
      consoleUrl && path !== null && !GONE.test(event)
        ? { text: texts.open, url: `${consoleUrl}${path}` }
        : null,
    footer: `${event} · ${occurredAt.toISOString()}`,
  };
}

/** The name by which people know a resource; null: the payload doesn't have it. */
function nameOf(key: ResourceKey, object: Values, data: Values): string | null {
  const name = {
    orderId: object.number ?? object.orderNumber,
    returnId: object.orderNumber,
    cartReference: null,
    productId: object.title,
    variantId: data.sku ?? object.sku,
    customerId: object.name,
    categoryId: object.name,
    priceListId: object.name,
    discountId: data.code,
    importId: data.kind,
    subscriptionId: data.label,
  }[key];
  return isSaid(name) ? String(name) : null;
}

function factsOf(
  data: Values,
  object: Values,
  { locale, changes, id }: { locale: Locale; changes: unknown; id: unknown },
): [Label, string][] {
  const money = (amount: unknown, currency: unknown) =>
    typeof amount === 'number' && typeof currency === 'string' ? formatMoney(amount, currency, locale) : null;
  const notes = listOf(changes).filter(({ name }) => name === 'note');
  const facts: [Label, unknown][] = [
    ['amount', money(data.amount, data.currency)],
    ['total', money(object.total, object.currency)],
    ['buyer', valuesOf(object.shippingAddress).name],
    ['goods', goodsOf(object.lines)],
    ['attention', object.attention],
    ['note', notes[0]?.after],
    ['status', typeof data.disputeId === 'string' ? data.status : null],
    ['reason', data.reason],
    ['since', data.failingSince],
    ['count', data.count],
    ['available', data.available],
    ['id', Object.keys(object).length === 0 ? id : null],
  ];
  return facts.flatMap(([label, value]): [Label, string][] =>
    isSaid(value) ? [[label, String(value)]] : [],
  );
}

function isSaid(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && plain(value).trim() !== '');
}

function goodsOf(lines: unknown): string | null {
  const goods = listOf(lines).filter(({ title }) => typeof title === 'string');
  if (goods.length === 0) return null;
  const shown = goods.slice(0, MAX_GOODS).map(({ quantity, title }) => `${quantity} × ${title}`);
  return [...shown, ...(goods.length > MAX_GOODS ? ['…'] : [])].join(', ');
}

function valuesOf(value: unknown): Values {
  return typeof value === 'object' && value !== null ? (value as Values) : {};
}

function listOf(value: unknown): Values[] {
  return Array.isArray(value) ? value.map(valuesOf) : [];
}

/** In one line, and without marks that reverse the direction of text. */
function plain(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}
