import type {
  Cart,
  ListOwnOrdersItem,
  ListStoreProductsItem,
  ListStoreProductsResponse,
  Profile,
  ShippingOption,
  StoreClient,
  StoreOrder,
  StoreProduct,
} from '@service/client-js';
import { toDecimal } from '@service/client-js';
import { Html, html } from '@service/theme-sdk';
import { goesTo } from './address-pages.ts';
import { statesOf } from './order-states.ts';
import { type PaymentMethod, payAgain, placing } from './payment-pages.ts';
import { earlierPrices, unitPrice, vat } from './price-notes.ts';
import type { Reader } from './reader.ts';

const SORTS = ['newest', 'price', '-price', 'title'] as const;
type Sort = (typeof SORTS)[number];

export interface Wanted {
  page: number;
  sort?: Sort;
  available?: true;
  q?: string;
}

export function isSort(value: unknown): value is Sort {
  return SORTS.some((sort) => sort === value);
}

export function home(reader: Reader, products: ListStoreProductsItem[]): Html {
  const { t } = reader;
  return html`<section class="hero"><h1>${t.heroTitle}</h1>
    <p>${t.heroText}</p>
    <a class="button" href="/search">${t.seeEverything}</a></section>
    <h2>${t.newInTheShop}</h2>${grid(reader, products)}`;
}

export function listing(
  reader: Reader,
  title: string,
  description: string | null,
  { items, total, page, pageSize }: ListStoreProductsResponse,
  wanted: Wanted,
): Html {
  const { t } = reader;
  const at = (number: number) => {
    const query = new URLSearchParams({ page: String(number) });
    if (wanted.q) query.set('q', wanted.q);
    if (wanted.sort) query.set('sort', wanted.sort);
    if (wanted.available) query.set('available', 'true');
    return `?${query}`;
  };
  return html`<h1>${title}</h1>${description && html`<p>${description}</p>`}
    <form class="filters">
      ${wanted.q && html`<input type="hidden" name="q" value="${wanted.q}">`}
      <label>${t.sort} <select name="sort">${SORTS.map(
        (value) =>
          html`<option value="${value}"${value === wanted.sort && ' selected'}>${t.sorts[value]}</option>`,
      )}</select></label>
      <label class="check"><input type="checkbox" name="available" value="true"${wanted.available && ' checked'}> ${t.inStockOnly}</label>
      <button>${t.show}</button><span class="quiet">${t.products(total)}</span>
    </form>
    ${items.length > 0 ? grid(reader, items) : html`<p>${t.nothingMatches} <a href="/search">${t.seeEverything}</a></p>`}
    <nav class="pages" aria-label="${t.pages}">
      ${page > 1 && html`<a rel="prev" href="${at(page - 1)}">${t.previous}</a>`}
      ${page * pageSize < total && html`<a rel="next" href="${at(page + 1)}">${t.next}</a>`}
    </nav>`;
}

function grid(reader: Reader, products: ListStoreProductsItem[]): Html {
  const { t, money } = reader;
  return html`<ul class="grid">${products.map(
    ({ slug, title, image, price, available }) => html`<li class="card">
      <a href="/p/${slug}">${picture(title, image, IN_GRID)}<span class="name">${title}</span></a>
      <span class="price">${price && price.from !== price.to && `${t.from} `}${
        price && html`${money(price.from, price.currency)}${vat(reader, price)}`
      }</span>${!available && html`<span class="quiet">${t.soldOut}</span>`}</li>`,
  )}</ul>`;
}

/** How wide a picture is shown: see the widths of the columns in style.ts. */
const IN_GRID = '(min-width: 30rem) 18rem, 100vw';
const ON_PAGE = '(min-width: 44rem) 36rem, 100vw';

/** A product without a picture gets a leaf in a colour of its own. */
function picture(
  title: string,
  image: StoreProduct['images'][number] | null | undefined,
  sizes: string,
): Html {
  if (image?.srcset)
    return html`<picture><source type="image/avif" srcset="${image.srcset.avif}" sizes="${sizes}">
      <img src="${image.url}" srcset="${image.srcset.webp}" sizes="${sizes}" width="${image.width}" height="${image.height}" alt="${image.alt ?? ''}" loading="lazy"></picture>`;
  if (image) return html`<img src="${image.url}" alt="${image.alt ?? ''}" loading="lazy">`;
  const hue = [...title].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 6;
  return html`<svg class="art art-${hue}" viewBox="0 0 100 100" aria-hidden="true"><rect width="100" height="100"/>
    <path d="M50 82C22 66 24 36 50 16c26 20 28 50 0 66z"/><path class="vein" d="M50 24v64M50 46l12-10M50 46 38 36M50 62l14-11M50 62 36 51"/></svg>`;
}

/** `pricesIncludeTax` of the store: its base prices are in these terms, which aren't those of every shopper. */
export function product(reader: Reader, product: StoreProduct, key: string, pricesIncludeTax: boolean): Html {
  const { t, money } = reader;
  const { title, description, images, variants } = product;
  const first = variants.find(({ available }) => available);
  return html`<article class="product"><div>${picture(title, images[0], ON_PAGE)}</div><div>
    <h1>${title}</h1><p>${description}</p>
    ${
      first
        ? html`<form method="post" action="/cart/lines">
      <fieldset><legend>${variants.length > 1 ? t.chooseOne : t.price}</legend>${variants.map(
        (
          variant,
        ) => html`<label class="choice"><input type="radio" name="variantId" value="${variant.id}" required${
          variant === first && ' checked'
        }${!variant.available && ' disabled'}>
          <span>${nameOfVariant(reader, variant, title)}</span>
          <span class="offer"><strong>${
            variant.price &&
            html`${money(variant.price.amount, variant.price.currency)}${vat(reader, variant.price)}`
          }</strong>${earlierPrices(reader, variant, pricesIncludeTax)}${unitPrice(reader, variant)}</span></label>`,
      )}</fieldset>
      <label>${t.quantity} <input type="number" name="quantity" value="1" min="1" max="99"></label>
      <input type="hidden" name="key" value="${key}"><button class="primary">${t.addToCart}</button>
    </form>`
        : html`<p class="notice">${t.mayComeBack}</p>`
    }
  </div></article>`;
}

function nameOfVariant(
  { t }: Reader,
  { title, available }: StoreProduct['variants'][number],
  ofProduct: string,
): string {
  const name = title ?? ofProduct;
  return available ? name : t.variantSoldOut(name);
}

/** JSON-LD of schema.org, for search engines; `<` can't end the element. */
export function structuredData({ title, description, images, variants }: StoreProduct, url: string): Html {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: title,
    description,
    image: images.map((image) => image.url),
    offers: variants.flatMap(({ sku, price, available }) =>
      price
        ? {
            '@type': 'Offer',
            sku,
            url,
            price: toDecimal(price.amount, price.currency),
            priceCurrency: price.currency,
            availability: `https://schema.org/${available ? 'InStock' : 'OutOfStock'}`,
          }
        : [],
    ),
  };
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return html`<script type="application/ld+json">${new Html(json)}</script>`;
}

export function cart(reader: Reader, cart: Cart | undefined): Html {
  const { t } = reader;
  if (!cart?.lines.length)
    return html`<h1>${t.cart}</h1><p>${t.cartIsEmpty} <a href="/search">${t.seeEverything}</a></p>`;
  return html`<h1>${t.cart}</h1><ul class="lines">${cart.lines.map(
    ({ id, quantity, issues, ...line }) => html`<li><div><strong>${nameOf(line)}</strong>
      ${issues.map((issue) => html`<span class="notice">${t.lineIssues[issue]}</span>`)}</div>
      <form method="post" action="/cart/lines/${id}"><label>${t.quantity}
        <input type="number" name="quantity" value="${quantity}" min="0" max="9999"></label><button>${t.change}</button></form>
      <form method="post" action="/cart/lines/${id}"><input type="hidden" name="quantity" value="0">
        <button aria-label="${t.removeLine(nameOf(line))}">${t.remove}</button></form>
      <span class="price">${shownTotal(reader, line, cart)}</span></li>`,
  )}</ul>${discount(reader, cart)}${totals(reader, cart)}<a class="button" href="/checkout">${t.goToCheckout}</a>`;
}

function discount({ t }: Reader, { discountCode }: Cart): Html {
  return html`<form class="inline" method="post" action="/cart/discount">${
    discountCode
      ? html`<input type="hidden" name="code" value=""><span>${t.discountCode} <strong>${discountCode}</strong></span><button>${t.remove}</button>`
      : html`<label>${t.discountCode} <input name="code" autocomplete="off" required maxlength="64"></label><button>${t.apply}</button>`
  }</form>`;
}

export interface Named {
  productTitle: string;
  /** Null: the product has only one variant. */
  variantTitle: string | null;
}

export const nameOf = ({ productTitle, variantTitle }: Named) =>
  variantTitle ? `${productTitle}, ${variantTitle}` : productTitle;

type Totals = Pick<
  Cart,
  'currency' | 'subtotal' | 'discountTotal' | 'shippingTotal' | 'taxTotal' | 'total' | 'pricesIncludeTax'
> & { requiresShipping?: boolean };

function totals({ t, money }: Reader, { currency, ...sums }: Totals): Html {
  const row = (name: string, amount: number) => html`<dt>${name}</dt><dd>${money(amount, currency)}</dd>`;
  return html`<dl class="totals">${row(sums.pricesIncludeTax ? t.subtotal : t.subtotalExclVat, sums.subtotal)}
    ${sums.discountTotal > 0 && row(t.discount, -sums.discountTotal)}${sums.requiresShipping !== false && row(t.shipping, sums.shippingTotal)}
    ${!sums.pricesIncludeTax && row(t.tax, sums.taxTotal)}
    <dt class="sum">${t.total}</dt><dd class="sum">${money(sums.total, currency)}</dd>
    ${sums.pricesIncludeTax && sums.taxTotal > 0 && row(t.ofWhichVat, sums.taxTotal)}</dl>`;
}

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

export type LegalText = Awaited<ReturnType<StoreClient['listCurrentTexts']>>['items'][number];

/** One of each kind, in the reader's language where there is one; the hash says which text was shown. */
function acceptances({ t, language }: Reader, texts: LegalText[]): Html[] {
  const kinds = [...new Set(texts.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const ofKind = texts.filter((each) => each.kind === kind);
    const shown = ofKind.find(({ locale }) => locale === language) ?? ofKind[0];
    const name = t.legalTexts[kind];
    return html`<details><summary>${t.ourText(name)}</summary><p class="legal">${shown?.text}</p></details>
      <label class="check"><input type="checkbox" name="accepted" value="${kind} ${shown?.sha256}" required> ${t.haveRead(name)}</label>`;
  });
}

export function review(
  reader: Reader,
  cart: Cart,
  { methods, texts, key }: { methods: PaymentMethod[]; texts: LegalText[]; key: string },
): Html {
  const { t } = reader;
  const isSent = cart.requiresShipping && !cart.pickupPlace;
  return html`<h1>${t.isThisRight}</h1><div class="columns"><div>${lines(reader, cart.lines, cart)}${totals(reader, cart)}</div>
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
    methods,
    back,
  }: { heard: { at: Date } | undefined; isDemo: boolean; methods: PaymentMethod[]; back: Html },
): Html {
  const { t, money } = reader;
  return html`<h1>${t.thanks(order.number)}</h1>
    <p class="status status-${order.status}">${statusOf(reader, order)}</p>
    ${heard && html`<p class="quiet">${t.told(heard.at.toISOString().slice(11, 19))}</p>`}
    ${
      order.status === 'pending' &&
      isDemo &&
      html`<form method="post" action="/order/pay">
      <p>${t.isDemo}</p><button class="primary">${t.pay(money(order.total, order.currency))}</button></form>`
    }${payAgain(reader, '/order', methods)}
    <div class="columns"><div>${lines(reader, order.lines, order)}${totals(reader, order)}${back}</div>
    <div>${goesTo(reader, order)}
      ${(order.pickupPlace ? [] : order.shipments).map(({ tracking }) => html`<p>${tracking.number ? t.sentWith(tracking.number) : t.sent}</p>`)}
      ${documentLinks(reader, '/order', order)}${withdrawalOf(reader, '/order', order)}
      <p class="quiet">${t.thirtyDays}</p></div></div>`;
}

/** While nothing has left; later the goods are returned. */
function withdrawalOf(
  { t, date }: Reader,
  path: string,
  { status, fulfilmentStatus, withdrawnAt }: Pick<OwnOrder, 'status' | 'fulfilmentStatus' | 'withdrawnAt'>,
): Html {
  const isHere = status === 'pending' || (status === 'paid' && fulfilmentStatus !== 'nothing_to_ship');
  if (withdrawnAt) return html`<p class="notice">${t.withdrew(date(withdrawnAt))}</p>`;
  return html`${isHere && html`<p><a href="${path}/withdrawal">${t.withdraw}</a></p>`}`;
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

interface Paid {
  total: number;
  taxTotal: number;
}

type Sums = Pick<Cart, 'currency' | 'pricesIncludeTax'>;

/** With tax where the prices are. */
function shownTotal(
  { money }: Reader,
  { total, taxTotal }: Paid,
  { currency, pricesIncludeTax }: Sums,
): string {
  return money(pricesIncludeTax ? total : total - taxTotal, currency);
}

function lines(reader: Reader, of: (Named & Paid & { quantity: number })[], sums: Sums): Html {
  return html`<ul class="lines">${of.map(
    ({
      quantity,
      ...line
    }) => html`<li><div><strong>${nameOf(line)}</strong> <span class="quiet">× ${quantity}</span></div>
      <span class="price">${shownTotal(reader, line, sums)}</span></li>`,
  )}</ul>`;
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

export function account(reader: Reader, { name, email }: Profile, orders: ListOwnOrdersItem[]): Html {
  const { t, money, date } = reader;
  return html`<h1>${t.hello(name ?? '')}</h1><p class="quiet">${email}</p><h2>${t.yourOrders}</h2>
    ${orders.length === 0 && html`<p>${t.noneYet}</p>`}<ul class="lines">${orders.map(
      (order) => html`<li><div><a href="/account/orders/${order.id}">${t.order(order.number)}</a>
        <span class="quiet">${date(order.createdAt)} · ${statesOf(reader, order)}</span></div>
        <span class="price">${money(order.total, order.currency)}</span></li>`,
    )}</ul><form method="post" action="/account/logout"><button>${t.signOut}</button></form>`;
}

type OwnOrder = Awaited<ReturnType<StoreClient['getOwnOrder']>>;

/** A customer's order, as the list of orders leads to it. */
export function ownOrder(
  reader: Reader,
  order: OwnOrder,
  { methods, back }: { methods: PaymentMethod[]; back: Html },
): Html {
  const { t, money } = reader;
  const { number, status, currency, total } = order;
  const path = `/account/orders/${order.id}`;
  const priced = order.lines.map((line) => ({
    ...line,
    total: line.unitAmount * line.quantity,
    taxTotal: 0,
  }));
  return html`<h1>${t.order(number)}</h1><p class="status status-${status}">${statusOf(reader, order)}</p><p class="quiet">${statesOf(reader, order)}</p>
    ${payAgain(reader, path, methods)}<div class="columns"><div>${lines(reader, priced, { currency, pricesIncludeTax: true })}<p><strong>${t.total} ${money(total, currency)}</strong></p>${back}</div>
    <div>${goesTo(reader, order)}
      ${documentLinks(reader, path, order)}${withdrawalOf(reader, path, order)}<p><a href="/account">${t.allOrders}</a></p></div></div>`;
}

export function problem({ t }: Reader, text: string, back?: string): Html {
  return html`<h1>${t.sorry}</h1><p class="notice">${text}</p><p><a href="${back ?? '/'}">${back ? t.goBack : t.toTheShop}</a></p>`;
}
