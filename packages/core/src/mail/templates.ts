import type { Locale, PickupPlace, ShopperMail } from '@service/contract';

/** The data of messages to the buyer of an order. */
export interface OrderMails {
  /** The order waits for money that isn't collected automatically, such as a bank transfer. */
  order_placed: AboutOrder &
    Summary & { instructions: string | null; payBy: string | null; timeZone: string };
  /** An operator placed it, or sends its link again. The token is that of the link. */
  payment_link: AboutOrder & Summary & { payBy: string | null; timeZone: string };
  order_confirmation: AboutOrder &
    Summary & {
      /** The order of the returned goods, where this one sends others for them. */
      exchangeOf: number | null;
    };
  /** The provider reported a failed attempt to pay. */
  payment_failed: AboutOrder & { currency: string; total: number };
  order_shipped: AboutOrder & {
    lines: Units[];
    /** Whether a part of the order is still to come. */
    isPart: boolean;
    carrier: string | null;
    trackingNumber: string | null;
    trackingUrl: string | null;
  };
  /** Its goods can be picked up. */
  order_ready: AboutOrder & { lines: Units[]; place: PickupPlace };
  order_cancelled: AboutOrder & { why: 'unpaid' | 'decided' };
  /** The money is on its way; the credit note of the refund is attached. Null: an example. */
  order_refunded: AboutOrder & { currency: string; amount: number; refundId: string | null };
  return_requested: AboutOrder & { lines: Units[] };
  return_approved: AboutOrder & { lines: Units[]; note: string | null };
  return_rejected: AboutOrder & { lines: Units[]; note: string | null };
  return_received: AboutOrder & { lines: Units[] };
  /** An acknowledgement with the time and content of the withdrawal. It contains no text of a visitor. */
  withdrawal_received: AboutOrder & { receivedAt: string; timeZone: string; lines: Units[] };
}

export type OrderMailKind = keyof OrderMails;

type AboutOrder = {
  /** The language of the order. */
  locale: Locale;
  orderNumber: number;
};

type Summary = {
  currency: string;
  lines: { title: string; quantity: number; amount: number }[];
  /** The parts of `discountTotal`; empty where it comes from one discount without a name. */
  discounts: { title: string; amount: number }[];
  discountTotal: number;
  shippingTotal: number;
  /** The tax that is added to prices without tax; else 0. */
  addedTax: number;
  total: number;
};

type Units = { title: string; quantity: number };

/** The data of each kind of message. Its token isn't part of it: the token is stored sealed, beside it. */
export interface MailData extends OrderMails {
  /** To an address that isn't proven: it contains no text of a visitor. */
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
  /** To operators: the text of a notice. */
  operator_notice: { title: string; detail: string };
  /** A message that a module writes, in its own words. */
  module: { subject: string; text: string };
  /** A trial of another message, for an operator; a null text means ours. */
  trial: { kind: ShopperMail; data: unknown; text: MailText | null };
}

export type MailKind = Exclude<keyof MailData, 'trial'>;

/** The storefront's pages below `account/` that accept a token. */
export type ShopPage = 'verify' | 'reset' | 'email';

/** The pages of the console. */
const CONSOLE_PAGES = ['accept-invitation', 'reset-password'] as const;
export type ConsolePage = (typeof CONSOLE_PAGES)[number];

export function isConsolePage(page: string): page is ConsolePage {
  return (CONSOLE_PAGES as readonly string[]).includes(page);
}

/** Sources in Liquid. Empty lines separate the paragraphs of the body. */
export interface MailText {
  subject: string;
  body: string;
}

/** Messages that their sender writes in English: notices to operators, and messages of modules. */
type GivenKind = 'endpoint_health' | 'operator_notice' | 'module';

/** The words and messages of one language. */
export interface MailTexts {
  words: Words;
  mails: Readonly<Record<ShopperMail | 'operator_password_reset' | 'invitation', MailText>>;
}

/** The words in tables and buttons. */
export interface Words {
  discount: string;
  shipping: string;
  tax: string;
  total: string;
  carrier: string;
  trackingNumber: string;
  track: string;
  pay: string;
  code(validFor: string): string;
  actions: Readonly<Record<ShopPage | ConsolePage, { label: string; validFor: string }>>;
}

export const GIVEN: Readonly<Record<GivenKind, MailText>> = {
  endpoint_health: {
    subject: '{{ title }} ({{ store_name }})',
    body: '{{ detail }}\n\nThe delivery log shows every attempt.',
  },
  operator_notice: { subject: '{{ title }} ({{ store_name }})', body: '{{ detail }}' },
  module: { subject: '{{ subject }}', body: '{{ text }}' },
};

export function paragraphs(...each: readonly string[]): string {
  return each.join('\n\n');
}
