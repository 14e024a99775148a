import {
  formatMoney,
  formatOpeningHours,
  type MailValues,
  type PickupPlace,
  type ShopperMail,
} from '@service/contract';
import type { ConsolePage, MailData, MailKind, ShopPage, Words } from './templates.ts';

/** A placeholder that is replaced by more than text. */
export type Block =
  | { kind: 'rows'; rows: [string, string][] }
  | { kind: 'button'; label: string; url: string }
  /** The page that accepts the token. */
  | { kind: 'code'; page: ShopPage | ConsolePage }
  /** A link to a page of the shop whose address ends with the token. */
  | { kind: 'link'; label: string; path: string };

type OwnValues<K> = K extends ShopperMail ? MailValues<K, Block> : Record<string, string | Block | null>;

/** Maps the data of a message to the values of its placeholders. */
export const VALUES: { readonly [K in MailKind]: (data: MailData[K], words: Words) => OwnValues<K> } = {
  verification: () => ({ code: { kind: 'code', page: 'verify' } }),
  password_reset: ({ name }) => ({ name: oneLine(name), code: { kind: 'code', page: 'reset' } }),
  operator_password_reset: ({ name }) => ({
    name: oneLine(name),
    code: { kind: 'code', page: 'reset-password' },
  }),
  password_changed: ({ name }) => ({ name: oneLine(name) }),
  email_change: () => ({ code: { kind: 'code', page: 'email' } }),
  email_taken: () => ({}),
  email_change_requested: ({ name, newEmail }) => ({ name: oneLine(name), new_email: oneLine(newEmail) }),
  email_changed: ({ name, newEmail }) => ({ name: oneLine(name), new_email: oneLine(newEmail) }),
  order_placed: (order, words) => ({
    ...costsOf(order, words),
    instructions: order.instructions,
    pay_by: lastDayOf(order),
  }),
  payment_link: (order, words) => ({
    ...costsOf(order, words),
    pay_by: lastDayOf(order),
    payment_button: { kind: 'link', label: words.pay, path: 'pay' },
  }),
  order_confirmation: (order, words) => ({ ...costsOf(order, words), exchange_of: order.exchangeOf }),
  payment_failed: ({ orderNumber, locale, currency, total }) => ({
    order_number: orderNumber,
    total: formatMoney(total, currency, locale),
  }),
  order_shipped: ({ isPart, carrier, trackingNumber, trackingUrl, ...order }, words) => ({
    ...goodsOf(order, [
      [words.carrier, carrier],
      [words.trackingNumber, trackingNumber],
    ]),
    is_part: isPart,
    carrier: oneLine(carrier),
    tracking_number: oneLine(trackingNumber),
    tracking_button: isPage(trackingUrl) ? { kind: 'button', label: words.track, url: trackingUrl } : null,
  }),
  order_ready: ({ place: { address, openingHours, note }, ...order }) => ({
    ...goodsOf(order),
    pickup_place: placeOf(address),
    opening_hours_table:
      openingHours.length > 0
        ? {
            kind: 'rows',
            rows: formatOpeningHours(openingHours, order.locale).map(({ days, times }) => [days, times]),
          }
        : null,
    pickup_note: note,
  }),
  order_cancelled: ({ orderNumber, why }) => ({ order_number: orderNumber, is_unpaid: why === 'unpaid' }),
  order_refunded: ({ orderNumber, amount, currency, locale }) => ({
    order_number: orderNumber,
    amount: formatMoney(amount, currency, locale),
  }),
  return_requested: (order) => goodsOf(order),
  return_approved: (order) => ({ ...goodsOf(order), note: order.note }),
  return_rejected: (order) => ({ ...goodsOf(order), note: order.note }),
  return_received: (order) => goodsOf(order),
  withdrawal_received: (order) => ({ ...goodsOf(order), received_at: momentOf(order) }),
  invitation: ({ inviter, role }) => ({
    inviter: oneLine(inviter),
    role: oneLine(role),
    code: { kind: 'code', page: 'accept-invitation' },
  }),
  endpoint_health: (notice) => notice,
  operator_notice: (notice) => notice,
  module: (mail) => mail,
};

function lastDayOf({ payBy, locale, timeZone }: MailData['order_placed' | 'payment_link']): string | null {
  return payBy && new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(payBy));
}

function costsOf(
  {
    locale,
    orderNumber,
    currency,
    lines,
    discounts,
    discountTotal,
    shippingTotal,
    addedTax,
    total,
  }: MailData['order_placed' | 'payment_link' | 'order_confirmation'],
  words: Words,
) {
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const goods = lines.map((line) => ({ ...nameOf(line), amount: money(line.amount) }));
  const costs = {
    discount: discountTotal > 0 ? money(-discountTotal) : null,
    shipping: money(shippingTotal),
    tax: addedTax > 0 ? money(addedTax) : null,
    total: money(total),
  };
  const sumOf = (name: keyof typeof costs): [string, string | null] => [words[name], costs[name]];
  const taken = discounts.map(({ title, amount }): [string, string] => [
    `${words.discount}: ${oneLine(title)}`,
    money(-amount),
  ]);
  const sums = [
    ...(taken.length > 0 ? taken : [sumOf('discount')]),
    sumOf('shipping'),
    sumOf('tax'),
    sumOf('total'),
  ];
  const rows = goods.map(({ title, quantity, amount }): [string, string] => [
    `${quantity} × ${title}`,
    amount,
  ]);
  return { order_number: orderNumber, lines: goods, order_table: tableOf(rows, sums), ...costs };
}

type Goods = Pick<MailData['return_received'], 'orderNumber' | 'lines'>;

function goodsOf({ orderNumber, lines }: Goods, more: [string, string | null][] = []) {
  const goods = lines.map(nameOf);
  const rows = goods.map(({ title, quantity }): [string, string] => [title, `${quantity}`]);
  return { order_number: orderNumber, lines: goods, goods_table: tableOf(rows, more) };
}

/** The rows that have a value. */
function tableOf(rows: [string, string][], more: [string, string | null][]): Block {
  return {
    kind: 'rows',
    rows: [
      ...rows,
      ...more.flatMap(([label, value]): [string, string][] =>
        value === null ? [] : [[label, oneLine(value)]],
      ),
    ],
  };
}

function nameOf({ title, quantity }: { title: string; quantity: number }) {
  return { title: oneLine(title), quantity };
}

/** The place where the goods are picked up, on one line. */
function placeOf({ name, line1, line2, postalCode, city }: PickupPlace['address']): string {
  return oneLine([name, line1, line2, `${postalCode} ${city}`].filter(Boolean).join(', '));
}

/** When a buyer withdrew, by the store's clock. */
function momentOf({ receivedAt, timeZone, locale }: MailData['withdrawal_received']): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone });
  return format.format(new Date(receivedAt));
}

/** An address of a carrier's page, as an operator entered it, where a browser can open it. */
function isPage(url: string | null): url is string {
  return url !== null && /^https?:\/\//i.test(url);
}

/** A name that a user chose must not add lines, let alone headers, to a message. */
export function oneLine(text: string): string;
export function oneLine(text: string | null): string | null;
export function oneLine(text: string | null): string | null {
  return text === null ? null : text.replace(/[\p{Cc}\u2028\u2029\uE000\uE001 ]+/gu, ' ').trim();
}
