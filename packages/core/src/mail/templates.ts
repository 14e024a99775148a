import { formatMoney, type Locale } from '@service/contract';

/** What messages to the buyer of an order show. */
export interface OrderMails {
  /** It waits for money that nobody collects, such as a bank transfer. */
  order_placed: AboutOrder &
    Summary & { instructions: string | null; payBy: string | null; timeZone: string };
  order_confirmation: AboutOrder &
    Summary & {
      /** The order that goods came back of, where this one sends others for them. */
      exchangeOf: number | null;
    };
  order_shipped: AboutOrder & {
    lines: Units[];
    /** Something of the order is still to come. */
    isPart: boolean;
    carrier: string | null;
    trackingNumber: string | null;
    trackingUrl: string | null;
  };
  order_cancelled: AboutOrder & { why: 'unpaid' | 'decided' };
  /** The money is on its way. */
  order_refunded: AboutOrder & { currency: string; amount: number };
  return_requested: AboutOrder & { lines: Units[] };
  return_approved: AboutOrder & { lines: Units[]; note: string | null };
  return_rejected: AboutOrder & { lines: Units[]; note: string | null };
  return_received: AboutOrder & { lines: Units[] };
  /** An acknowledgement with what was received and when. It carries nothing that a visitor wrote. */
  withdrawal_received: AboutOrder & { receivedAt: string; timeZone: string; lines: Units[] };
}

export type OrderMailKind = keyof OrderMails;

type AboutOrder = {
  /** The order's. */
  locale: Locale;
  orderNumber: number;
};

type Summary = {
  currency: string;
  lines: { title: string; quantity: number; amount: number }[];
  discountTotal: number;
  shippingTotal: number;
  /** What comes on top of prices without tax; else 0. */
  addedTax: number;
  total: number;
};

type Units = { title: string; quantity: number };

/** What each kind of message shows. Its token isn't part of it: the token is stored sealed, beside it. */
export interface MailData extends OrderMails {
  /** To an address that isn't proven: it carries nothing that a visitor wrote. */
  verification: Record<string, never>;
  password_reset: { name: string | null };
  operator_password_reset: { name: string | null };
  password_changed: { name: string | null };
  /** To the new address, which isn't proven yet. */
  email_change: Record<string, never>;
  /** To an address that was requested and already has an account; it carries no token. */
  email_taken: Record<string, never>;
  /** To the old address, before and after the switch. */
  email_change_requested: { name: string | null; newEmail: string };
  email_changed: { name: string | null; newEmail: string };
  invitation: { inviter: string | null; role: string };
  /** To operators: a subscriber's endpoint has failed for long, was paused, or works again. */
  endpoint_health: { title: string; detail: string };
  /** To operators: what a notice says. */
  operator_notice: { title: string; detail: string };
  /** What a module writes, in its own words. */
  module: { subject: string; text: string };
}

export type MailKind = keyof MailData;

/** The storefront's pages below `account/` that take a token. */
type ShopPage = 'verify' | 'reset' | 'email';

/** Those of the console. */
const CONSOLE_PAGES = ['accept-invitation', 'reset-password'] as const;
type ConsolePage = (typeof CONSOLE_PAGES)[number];

export function isConsolePage(page: string): page is ConsolePage {
  return (CONSOLE_PAGES as readonly string[]).includes(page);
}

/** A message before it is text or HTML. It is made of plain strings, so that escaping happens in one place. */
export interface Message {
  subject: string;
  greeting?: string | null;
  paragraphs: string[];
  /** Left and right column. */
  rows?: [string, string][];
  /** What follows the rows. */
  closing?: string[];
  /** A page of somebody else. */
  link?: { label: string; url: string };
  /** What the token is for, and the page that takes it. */
  action?: { label: string; page: ShopPage | ConsolePage; validFor: string };
}

type Templates<Kind extends MailKind> = {
  readonly [K in Kind]: (data: MailData[K], store: string) => Message;
};

/** Written in English by whoever causes them: notices to operators, and what modules send. */
type GivenKind = 'endpoint_health' | 'operator_notice' | 'module';

/** The messages of one language. */
export interface MailTexts extends Templates<Exclude<MailKind, GivenKind>> {
  hello(name: string): string;
  yourCode(validFor: string): string;
}

export const GIVEN: Templates<GivenKind> = {
  endpoint_health: ({ title, detail }, store) => ({
    subject: `${title} (${store})`,
    paragraphs: [detail, 'The delivery log shows every attempt.'],
  }),
  operator_notice: ({ title, detail }, store) => ({ subject: `${title} (${store})`, paragraphs: [detail] }),
  module: ({ subject, text }) => ({ subject, paragraphs: text.split(/\n{2,}/) }),
};

/** When a buyer withdrew, by the store's clock. */
export function momentOf({ receivedAt, timeZone, locale }: MailData['withdrawal_received']): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone });
  return format.format(new Date(receivedAt));
}

/** Which goods, and how many of each. */
export function unitRows(lines: readonly Units[]): [string, string][] {
  return lines.map(({ title, quantity }) => [title, `${quantity}`]);
}

/** What left, and how it is followed. */
export function shipmentRows(
  { lines, carrier, trackingNumber }: MailData['order_shipped'],
  labels: { carrier: string; trackingNumber: string },
): [string, string][] {
  return [
    ...unitRows(lines),
    ...(carrier === null ? [] : [[labels.carrier, carrier] satisfies [string, string]]),
    ...(trackingNumber === null ? [] : [[labels.trackingNumber, trackingNumber] satisfies [string, string]]),
  ];
}

/** An address of a carrier's page, as an operator gave it, where a browser opens it. */
export function trackingLink(url: string | null, label: string): Pick<Message, 'link'> {
  return url && /^https?:\/\//i.test(url) ? { link: { label, url } } : {};
}

/** What is to be paid, and by which day of the store. */
export function dueOf({ total, currency, locale, payBy, timeZone }: MailData['order_placed']): {
  sum: string;
  day: string | null;
} {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
  return { sum: formatMoney(total, currency, locale), day: payBy && format.format(new Date(payBy)) };
}

export function moneyOf({ amount, currency, locale }: MailData['order_refunded']): string {
  return formatMoney(amount, currency, locale);
}

/** The lines of an order and what it costs. */
export function orderRows(
  { locale, currency, lines, discountTotal, shippingTotal, addedTax, total }: AboutOrder & Summary,
  labels: { discount: string; shipping: string; tax: string; total: string },
): [string, string][] {
  const money = (amount: number) => formatMoney(amount, currency, locale);
  return [
    ...lines.map(({ title, quantity, amount }): [string, string] => [
      `${quantity} × ${title}`,
      money(amount),
    ]),
    ...(discountTotal > 0 ? [[labels.discount, money(-discountTotal)] satisfies [string, string]] : []),
    [labels.shipping, money(shippingTotal)],
    ...(addedTax > 0 ? [[labels.tax, money(addedTax)] satisfies [string, string]] : []),
    [labels.total, money(total)],
  ];
}
