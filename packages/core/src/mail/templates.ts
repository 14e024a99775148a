import { formatMoney, type Locale } from '@service/contract';

/** What each kind of message shows. Its token isn't part of it: the token is stored sealed, beside it. */
export interface MailData {
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
  order_confirmation: {
    /** The order's; absent where an older release wrote the message. */
    locale?: Locale;
    orderNumber: number;
    currency: string;
    lines: { title: string; quantity: number; amount: number }[];
    /** Absent, like the tax, where an older release wrote the message. */
    discountTotal?: number;
    shippingTotal: number;
    /** What comes on top of prices without tax; else 0. */
    addedTax?: number;
    total: number;
  };
  /** An acknowledgement with what was received and when. It carries nothing that a visitor wrote. */
  withdrawal_received: {
    /** The order's. */
    locale?: Locale;
    orderNumber: number;
    receivedAt: string;
    timeZone: string;
    lines: { title: string; quantity: number }[];
  };
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

/** When and from what a buyer withdrew. */
export function withdrawalOf(
  { receivedAt, timeZone, lines }: MailData['withdrawal_received'],
  locale: Locale,
) {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone });
  return {
    receivedAt: format.format(new Date(receivedAt)),
    rows: lines.map(({ title, quantity }): [string, string] => [title, `${quantity}`]),
  };
}

/** The lines of an order and what it costs, for its confirmation. */
export function orderRows(
  { currency, lines, discountTotal = 0, shippingTotal, addedTax = 0, total }: MailData['order_confirmation'],
  labels: { locale: Locale; discount: string; shipping: string; tax: string; total: string },
): [string, string][] {
  const money = (amount: number) => formatMoney(amount, currency, labels.locale);
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
