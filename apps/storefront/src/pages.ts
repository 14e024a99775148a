import type {
  Cart,
  ListOwnFormerOrdersItem,
  ListOwnOrdersItem,
  Profile,
  ShippingOption,
  StoreClient,
  StoreOrder,
} from '@service/client-js';
import { type Html, html } from '@service/theme-sdk';
import { goesTo } from './address-pages.ts';
import { discount, gifts, missing, totals } from './cart-sums.ts';
import { formerOrders } from './former-order-pages.ts';
import { statesOf } from './order-states.ts';
import { demoPayment, type Paying, type PaymentMethod, payAgain, placing } from './payment-pages.ts';
import type { Reader } from './reader.ts';
import { acceptances, type LegalText } from './terms-pages.ts';

export function cart(reader: Reader, cart: Cart | undefined): Html {
  const { t, money } = reader;
  if (!cart?.lines.length)
    return html`<h1>${t.cart}</h1><p>${t.cartIsEmpty} <a href="/search">${t.seeEverything}</a></p>`;
  return html`<h1>${t.cart}</h1><ul class="lines">${cart.lines.map(
    ({ id, quantity, issues, subtotal, ...line }) =>
      line.isGift
        ? goods(reader, { ...line, quantity }, cart.currency, gifts(reader, { declines: true }))
        : html`<li><div><strong>${nameOf(line)}</strong>
      ${issues.map((issue) => html`<span class="notice">${t.lineIssues[issue]}</span>`)}</div>
      <form method="post" action="/cart/lines/${id}"><label>${t.quantity}
        <input type="number" name="quantity" value="${quantity}" min="0" max="9999"></label><button>${t.change}</button></form>
      <form method="post" action="/cart/lines/${id}"><input type="hidden" name="quantity" value="0">
        <button aria-label="${t.removeLine(nameOf(line))}">${t.remove}</button></form>
      <span class="price">${money(subtotal, cart.currency)}</span></li>`,
  )}</ul>${discount(reader, cart)}${missing(reader, cart)}${totals(reader, cart)}<a class="button" href="/checkout">${t.goToCheckout}</a>`;
}

export interface Named {
  productTitle: string;
  /** Null: the product has only one variant. */
  variantTitle: string | null;
}

export const nameOf = ({ productTitle, variantTitle }: Named) =>
  variantTitle ? `${productTitle}, ${variantTitle}` : productTitle;

export function shipping(
  { t, money }: Reader,
  { currency, shippingOptionId }: Cart,
  options: ShippingOption[],
): Html {
  const chosen = options.find(({ id }) => id === shippingOptionId) ?? options[0];
  if (!chosen)
    return html`<h1>${t.shipping}</h1><p class="notice">${t.notShippedThere} <a href="/checkout">${t.changeAddress}</a></p>`;
  return html`<h1>${t.howToSend}</h1><form class="stack" method="post" action="/checkout/shipping"><fieldset><legend>${t.shipping}</legend>
    ${options.map(
      (
        option,
      ) => html`<label class="choice"><input type="radio" name="shippingOptionId" value="${option.id}"${option === chosen && ' checked'}>
        <span>${option.name}</span><strong>${option.amount === 0 ? t.free : money(option.amount, currency)}</strong></label>`,
    )}</fieldset><button class="primary">${t.continueToOrder}</button></form>`;
}

export function review(
  reader: Reader,
  cart: Cart,
  { methods, texts, key }: { methods: PaymentMethod[]; texts: LegalText[]; key: string },
): Html {
  const { t } = reader;
  const isSent = cart.requiresShipping && !cart.pickupPlace;
  return html`<h1>${t.isThisRight}</h1><div class="columns"><div>${lines(reader, cart.lines, cart.currency)}${totals(reader, cart)}</div>
    <div>${goesTo(reader, { ...cart, shippingAddress: isSent ? cart.shippingAddress : null })}<p><a href="/checkout">${t.change}</a></p>
    <form method="post" action="/checkout/review"><input type="hidden" name="key" value="${key}">
      <input type="hidden" name="expectedTotal" value="${cart.total}">${acceptances(reader, texts)}${placing(reader, cart, methods)}</form></div></div>`;
}

/** Of goods that aren't shipped nothing is packed. */
function statusOf(
  { t }: Reader,
  {
    status,
    fulfilmentStatus,
    pickupPlace,
    readyForPickupAt,
  }: Pick<StoreOrder, 'status' | 'fulfilmentStatus' | 'pickupPlace' | 'readyForPickupAt'>,
): string {
  if (pickupPlace && status === 'shipped') return t.pickup.shipped;
  if (readyForPickupAt && status === 'paid') return t.readyForPickup;
  return status === 'paid' && fulfilmentStatus === 'nothing_to_ship' ? t.paidOnly : t.status[status];
}

/** `heard` is what a webhook has told of it. */
export function order(
  reader: Reader,
  order: StoreOrder,
  {
    heard,
    isDemo,
    paying,
    back,
  }: { heard: { at: Date } | undefined; isDemo: boolean; paying: Paying; back: Html },
): Html {
  const { t } = reader;
  return html`<h1>${t.thanks(order.number)}</h1>
    <p class="status status-${order.status}">${statusOf(reader, order)}</p>
    ${heard && html`<p class="quiet">${t.told(heard.at.toISOString().slice(11, 19))}</p>`}
    ${isDemo && demoPayment(reader, '/order/pay', { ...order, methods: paying.methods })}${payAgain(reader, paying)}
    <div class="columns"><div>${lines(reader, order.lines, order.currency)}${totals(reader, order)}${back}</div>
    <div>${goesTo(reader, order)}${parcels(reader, order)}
      ${documentLinks(reader, '/order', order)}${withdrawalOf(reader, '/order', order)}
      <p class="quiet">${t.thirtyDays}</p></div></div>`;
}

/** What has been sent, with the carrier's page where there is one; what is fetched has none. */
function parcels(
  { t, date }: Reader,
  { shipments, pickupPlace }: Pick<OwnOrder, 'shipments' | 'pickupPlace'>,
): Html {
  if (pickupPlace) return html``;
  return html`${shipments.length > 0 && html`<h2>${t.sent}</h2>`}${shipments.map(
    ({ createdAt, tracking: { carrier, number, url } }) =>
      html`<p>${date(createdAt)}${carrier && ` · ${carrier}`}${number && ` · ${number}`}${
        url && /^https?:/.test(url) && html`<br><a href="${url}" rel="noreferrer">${t.track}</a>`
      }</p>`,
  )}`;
}

/** While nothing has left; later the goods are returned. */
function withdrawalOf(
  { t, date }: Reader,
  path: string,
  { status, fulfilmentStatus, withdrawnAt }: Pick<OwnOrder, 'status' | 'fulfilmentStatus' | 'withdrawnAt'>,
): Html {
  const isHere = status === 'pending' || (status === 'paid' && fulfilmentStatus !== 'nothing_to_ship');
  if (withdrawnAt) return html`<p class="notice">${t.withdrew(date(withdrawnAt))}</p>`;
  return html`${isHere && html`<form class="inline" action="${path}/withdrawal"><button>${t.withdraw}</button></form>`}`;
}

export function withdrawal({ t }: Reader, number: number, path: string): Html {
  return html`<h1>${t.withdrawQuestion(number)}</h1><p>${t.withdrawText}</p>
    <form method="post" action="${path}/withdrawal"><button class="primary">${t.confirmWithdrawal}</button></form>
    <p><a href="${path}">${t.keepOrder}</a></p>`;
}

/** The invoice, and what has changed it since; each is an e-invoice too where there is all that it needs. */
function documentLinks(
  { t }: Reader,
  path: string,
  {
    invoiceNumber,
    hasEInvoices,
    creditNotes,
  }: Pick<OwnOrder, 'invoiceNumber' | 'hasEInvoices' | 'creditNotes'>,
): Html {
  const xml = (to: string) => hasEInvoices && html` · <a href="${path}/${to}/xml">XML</a>`;
  const link = (to: string, text: string) => html`<p><a href="${path}/${to}">${text}</a>${xml(to)}</p>`;
  return html`${invoiceNumber && link('invoice', t.invoice(invoiceNumber))}${creditNotes.map(
    ({ id, number, cancellation }) =>
      html`${link(`credit-notes/${id}`, t.creditNote(number))}${
        cancellation && link(`credit-notes/${cancellation.id}`, t.cancellation(cancellation.number))
      }`,
  )}`;
}

type Goods = Named & { unitAmount: number; quantity: number; isGift: boolean };

/** What is bought, before discounts: these stand below, with the sums. */
export function lines(reader: Reader, of: readonly Goods[], currency: string): Html {
  return html`<ul class="lines">${of.map((line) => goods(reader, line, currency))}</ul>`;
}

/** A line that can’t be changed. A gift has its price too, which its discount takes off below. */
function goods(
  { t, money }: Reader,
  { quantity, unitAmount, isGift, ...line }: Goods,
  currency: string,
  beside: Html | false = false,
): Html {
  return html`<li><div><strong>${nameOf(line)}</strong> <span class="quiet">× ${quantity}${isGift && ` · ${t.freeGift}`}</span></div>${beside}
      <span class="price">${money(unitAmount * quantity, currency)}</span></li>`;
}

export function signIn({ t }: Reader, note: string | undefined): Html {
  const fields = (
    autocomplete: string,
    limits?: Html,
  ) => html`<label>${t.email}<input type="email" name="email" autocomplete="email" required></label>
    <label>${t.password}<input type="password" name="password" autocomplete="${autocomplete}" required${limits}></label>`;
  return html`<h1>${t.account}</h1>${note && html`<p class="status">${note}</p>`}<div class="columns">
    <form class="stack" method="post" action="/account/login"><h2>${t.signIn}</h2>${fields('current-password')}<button class="primary">${t.signIn}</button>
      <a href="/account/reset">${t.forgotPassword}</a></form>
    <form class="stack" method="post" action="/account/register"><h2>${t.newHere}</h2><label>${t.name}<input name="name" autocomplete="name" required maxlength="255"></label>
      ${fields('new-password', html` minlength="12" maxlength="1024"`)}<button>${t.makeAccount}</button></form></div>`;
}

export function account(
  reader: Reader,
  { name, email }: Profile,
  { orders, former }: { orders: ListOwnOrdersItem[]; former: ListOwnFormerOrdersItem[] },
): Html {
  const { t, money, date } = reader;
  return html`<h1>${t.hello(name ?? '')}</h1><p class="quiet">${email}</p><h2>${t.yourOrders}</h2>
    ${orders.length === 0 && html`<p>${t.noneYet}</p>`}<ul class="lines">${orders.map(
      (order) => html`<li><div><a href="/account/orders/${order.id}">${t.order(order.number)}</a>
        <span class="quiet">${date(order.createdAt)} · ${statesOf(reader, order)}</span></div>
        <span class="price">${money(order.total - order.removedTotal, order.currency)}</span></li>`,
    )}</ul>${formerOrders(reader, former)}<form method="post" action="/account/logout"><button>${t.signOut}</button></form>`;
}

type OwnOrder = Awaited<ReturnType<StoreClient['getOwnOrder']>>;

/** A customer's order, as the list of orders leads to it. */
export function ownOrder(
  reader: Reader,
  order: OwnOrder,
  { paying, back }: { paying: Paying; back: Html },
): Html {
  const { t } = reader;
  const { number, status, currency } = order;
  const { path } = paying;
  return html`<h1>${t.order(number)}</h1><p class="status status-${status}">${statusOf(reader, order)}</p><p class="quiet">${statesOf(reader, order)}</p>
    ${payAgain(reader, paying)}<div class="columns"><div>${lines(reader, order.lines, currency)}${totals(reader, order)}${back}</div>
    <div>${goesTo(reader, order)}${parcels(reader, order)}
      ${documentLinks(reader, path, order)}${withdrawalOf(reader, path, order)}<p><a href="/account">${t.allOrders}</a></p></div></div>`;
}

export function problem({ t }: Reader, text: string, back?: string): Html {
  return html`<h1>${t.sorry}</h1><p class="notice">${text}</p><p><a href="${back ?? '/'}">${back ? t.goBack : t.toTheShop}</a></p>`;
}
