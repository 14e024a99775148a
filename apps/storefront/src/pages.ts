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
import { Html, html } from '@service/theme-sdk';
import { goesTo } from './address-pages.ts';
import { money } from './money.ts';
import { statesOf } from './order-states.ts';
import { type PaymentMethod, payAgain, placing } from './payment-pages.ts';
import { earlierPrices, unitPrice, vat } from './price-notes.ts';

const SORTS = {
  newest: 'Newest',
  price: 'Price, low first',
  '-price': 'Price, high first',
  title: 'Name',
} as const;

export interface Wanted {
  page: number;
  sort?: keyof typeof SORTS;
  available?: true;
  q?: string;
}

export function isSort(value: unknown): value is keyof typeof SORTS {
  return typeof value === 'string' && Object.hasOwn(SORTS, value);
}

export function home(products: ListStoreProductsItem[]): Html {
  return html`<section class="hero"><h1>Tea that is worth the wait</h1>
    <p>Small gardens, fresh harvests, and the pots to brew them in.</p>
    <a class="button" href="/search">See everything</a></section>
    <h2>New in the shop</h2>${grid(products)}`;
}

export function listing(
  title: string,
  description: string | null,
  { items, total, page, pageSize }: ListStoreProductsResponse,
  wanted: Wanted,
): Html {
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
      <label>Sort <select name="sort">${Object.entries(SORTS).map(
        ([value, name]) =>
          html`<option value="${value}"${value === wanted.sort && ' selected'}>${name}</option>`,
      )}</select></label>
      <label class="check"><input type="checkbox" name="available" value="true"${wanted.available && ' checked'}> In stock only</label>
      <button>Show</button><span class="quiet">${total} ${total === 1 ? 'product' : 'products'}</span>
    </form>
    ${items.length > 0 ? grid(items) : html`<p>Nothing matches. <a href="/search">See everything</a></p>`}
    <nav class="pages" aria-label="Pages">
      ${page > 1 && html`<a rel="prev" href="${at(page - 1)}">Previous</a>`}
      ${page * pageSize < total && html`<a rel="next" href="${at(page + 1)}">Next</a>`}
    </nav>`;
}

function grid(products: ListStoreProductsItem[]): Html {
  return html`<ul class="grid">${products.map(
    ({ slug, title, image, price, available }) => html`<li class="card">
      <a href="/p/${slug}">${picture(title, image, IN_GRID)}<span class="name">${title}</span></a>
      <span class="price">${price && price.from !== price.to && 'from '}${
        price && html`${money(price.from, price.currency)}${vat(price)}`
      }</span>${!available && html`<span class="quiet">Sold out</span>`}</li>`,
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
export function product(product: StoreProduct, key: string, pricesIncludeTax: boolean): Html {
  const { title, description, images, variants } = product;
  const first = variants.find(({ available }) => available);
  return html`<article class="product"><div>${picture(title, images[0], ON_PAGE)}</div><div>
    <h1>${title}</h1><p>${description}</p>
    ${
      first
        ? html`<form method="post" action="/cart/lines">
      <fieldset><legend>${variants.length > 1 ? 'Choose one' : 'Price'}</legend>${variants.map(
        (
          variant,
        ) => html`<label class="choice"><input type="radio" name="variantId" value="${variant.id}" required${
          variant === first && ' checked'
        }${!variant.available && ' disabled'}>
          <span>${variant.title ?? title}${!variant.available && ' (sold out)'}</span>
          <span class="offer"><strong>${
            variant.price && html`${money(variant.price.amount, variant.price.currency)}${vat(variant.price)}`
          }</strong>${earlierPrices(variant, pricesIncludeTax)}${unitPrice(variant)}</span></label>`,
      )}</fieldset>
      <label>Quantity <input type="number" name="quantity" value="1" min="1" max="99"></label>
      <input type="hidden" name="key" value="${key}"><button class="primary">Add to cart</button>
    </form>`
        : html`<p class="notice">Sold out. It may come back.</p>`
    }
  </div></article>`;
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
            price: money(price.amount, price.currency).replace(/[^\d.]/g, ''),
            priceCurrency: price.currency,
            availability: `https://schema.org/${available ? 'InStock' : 'OutOfStock'}`,
          }
        : [],
    ),
  };
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return html`<script type="application/ld+json">${new Html(json)}</script>`;
}

const LINE_ISSUES: Readonly<Record<string, string>> = {
  price_changed: 'The price has changed.',
  insufficient_stock: 'There are not as many left.',
  not_for_sale: 'No longer sold: please remove it.',
};

export function cart(cart: Cart | undefined): Html {
  if (!cart?.lines.length)
    return html`<h1>Your cart</h1><p>It is empty. <a href="/search">See everything</a></p>`;
  return html`<h1>Your cart</h1><ul class="lines">${cart.lines.map(
    ({ id, quantity, issues, ...line }) => html`<li><div><strong>${nameOf(line)}</strong>
      ${issues.map((issue) => html`<span class="notice">${LINE_ISSUES[issue]}</span>`)}</div>
      <form method="post" action="/cart/lines/${id}"><label>Quantity
        <input type="number" name="quantity" value="${quantity}" min="0" max="9999"></label><button>Change</button></form>
      <form method="post" action="/cart/lines/${id}"><input type="hidden" name="quantity" value="0">
        <button aria-label="Remove ${nameOf(line)}">Remove</button></form>
      <span class="price">${shownTotal(line, cart)}</span></li>`,
  )}</ul>${discount(cart)}${totals(cart)}<a class="button" href="/checkout">Go to checkout</a>`;
}

function discount({ discountCode }: Cart): Html {
  return html`<form class="inline" method="post" action="/cart/discount">${
    discountCode
      ? html`<input type="hidden" name="code" value=""><span>Discount code <strong>${discountCode}</strong></span><button>Remove</button>`
      : html`<label>Discount code <input name="code" autocomplete="off" required maxlength="64"></label><button>Apply</button>`
  }</form>`;
}

export interface Named {
  productTitle: string;
  /** Null: the product has only one variant. */
  variantTitle: string | null;
}

export const nameOf = ({ productTitle, variantTitle }: Named) =>
  variantTitle ? `${productTitle}, ${variantTitle}` : productTitle;

function totals({
  currency,
  ...sums
}: Pick<
  Cart,
  'currency' | 'subtotal' | 'discountTotal' | 'shippingTotal' | 'taxTotal' | 'total' | 'pricesIncludeTax'
> & { requiresShipping?: boolean }): Html {
  const row = (name: string, amount: number) => html`<dt>${name}</dt><dd>${money(amount, currency)}</dd>`;
  return html`<dl class="totals">${row(sums.pricesIncludeTax ? 'Subtotal' : 'Subtotal, excl. VAT', sums.subtotal)}
    ${sums.discountTotal > 0 && row('Discount', -sums.discountTotal)}${sums.requiresShipping !== false && row('Shipping', sums.shippingTotal)}
    ${!sums.pricesIncludeTax && row('Tax', sums.taxTotal)}
    <dt class="sum">Total</dt><dd class="sum">${money(sums.total, currency)}</dd>
    ${sums.pricesIncludeTax && sums.taxTotal > 0 && row('Of which VAT', sums.taxTotal)}</dl>`;
}

export function shipping({ currency, shippingOptionId }: Cart, options: ShippingOption[]): Html {
  const chosen = options.find(({ id }) => id === shippingOptionId) ?? options[0];
  if (!chosen)
    return html`<h1>Shipping</h1><p class="notice">We don’t ship there yet. <a href="/checkout">Change the address</a></p>`;
  return html`<h1>How shall we send it?</h1><form class="stack" method="post" action="/checkout/shipping"><fieldset><legend>Shipping</legend>
    ${options.map(
      (
        option,
      ) => html`<label class="choice"><input type="radio" name="shippingOptionId" value="${option.id}"${option === chosen && ' checked'}>
        <span>${option.name}</span><strong>${option.amount === 0 ? 'Free' : money(option.amount, currency)}</strong></label>`,
    )}</fieldset><button class="primary">Continue to your order</button></form>`;
}

export type LegalText = Awaited<ReturnType<StoreClient['listCurrentTexts']>>['items'][number];

const TEXT_NAMES: Readonly<Record<LegalText['kind'], string>> = {
  terms: 'terms of business',
  withdrawal: 'right of withdrawal',
  privacy: 'privacy notice',
};

/** One of each kind, in English where there is one; the hash says which text was shown. */
function acceptances(texts: LegalText[]): Html[] {
  const kinds = [...new Set(texts.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const ofKind = texts.filter((each) => each.kind === kind);
    const shown = ofKind.find(({ locale }) => locale === 'en') ?? ofKind[0];
    const name = TEXT_NAMES[kind];
    return html`<details><summary>Our ${name}</summary><p class="legal">${shown?.text}</p></details>
      <label class="check"><input type="checkbox" name="accepted" value="${kind} ${shown?.sha256}" required> I have read the ${name}</label>`;
  });
}

export function review(
  cart: Cart,
  { methods, texts, key }: { methods: PaymentMethod[]; texts: LegalText[]; key: string },
): Html {
  return html`<h1>Is this right?</h1><div class="columns"><div>${lines(cart.lines, cart)}${totals(cart)}</div>
    <div>${goesTo(cart.requiresShipping ? cart.shippingAddress : null, cart.billingAddress)}<p><a href="/checkout">Change</a></p>
    <form method="post" action="/checkout/review"><input type="hidden" name="key" value="${key}">
      <input type="hidden" name="expectedTotal" value="${cart.total}">${acceptances(texts)}${placing(cart, methods)}</form></div></div>`;
}

const STATUS: Readonly<Record<StoreOrder['status'], string>> = {
  pending: 'Waiting for the payment',
  paid: 'Paid: we are packing it',
  shipped: 'On its way',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  partially_refunded: 'Refunded in part',
};

/** Of goods that aren't shipped nothing is packed. */
function statusOf({ status, fulfilmentStatus }: Pick<StoreOrder, 'status' | 'fulfilmentStatus'>): string {
  return status === 'paid' && fulfilmentStatus === 'nothing_to_ship' ? 'Paid' : STATUS[status];
}

/** `heard` is what a webhook has told of it. */
export function order(
  order: StoreOrder,
  {
    heard,
    isDemo,
    methods,
    back,
  }: { heard: { at: Date } | undefined; isDemo: boolean; methods: PaymentMethod[]; back: Html },
): Html {
  return html`<h1>Thank you. This is order ${order.number}.</h1>
    <p class="status status-${order.status}">${statusOf(order)}</p>
    ${heard && html`<p class="quiet">Told by a verified webhook at ${heard.at.toISOString().slice(11, 19)} UTC.</p>`}
    ${
      order.status === 'pending' &&
      isDemo &&
      html`<form method="post" action="/order/pay">
      <p>This is a demo: no money moves.</p><button class="primary">Pay ${money(order.total, order.currency)}</button></form>`
    }${payAgain('/order', methods)}
    <div class="columns"><div>${lines(order.lines, order)}${totals(order)}${back}</div>
    <div>${goesTo(order.shippingAddress, order.billingAddress)}
      ${order.shipments.map(({ tracking }) => html`<p>Sent${tracking.number && html` with number ${tracking.number}`}.</p>`)}
      ${documentLinks('/order', order)}${withdrawalOf('/order', order)}
      <p class="quiet">For 30 days this page shows your order in this browser.</p></div></div>`;
}

/** While nothing has left; later the goods are returned. */
function withdrawalOf(
  path: string,
  { status, fulfilmentStatus, withdrawnAt }: Pick<OwnOrder, 'status' | 'fulfilmentStatus' | 'withdrawnAt'>,
): Html {
  const isHere = status === 'pending' || (status === 'paid' && fulfilmentStatus !== 'nothing_to_ship');
  if (withdrawnAt)
    return html`<p class="notice">You withdrew from this order on ${withdrawnAt.slice(0, 10)}. You will hear from us about your money.</p>`;
  return html`${isHere && html`<p><a href="${path}/withdrawal">Withdraw from this order</a></p>`}`;
}

export function withdrawal(number: number, path: string): Html {
  return html`<h1>Withdraw from order ${number}?</h1><p>We then don’t send it, and you get an e-mail that says so.</p>
    <form method="post" action="${path}/withdrawal"><button class="primary">Confirm the withdrawal</button></form>
    <p><a href="${path}">Keep the order</a></p>`;
}

/** The invoice, and what has changed it since; each is an e-invoice too where there is all that it needs. */
function documentLinks(
  path: string,
  {
    invoiceNumber,
    hasEInvoices,
    creditNotes,
  }: Pick<OwnOrder, 'invoiceNumber' | 'hasEInvoices' | 'creditNotes'>,
): Html {
  const xml = (to: string) => hasEInvoices && html` · <a href="${path}/${to}/xml">XML</a>`;
  const link = (to: string, text: string) => html`<p><a href="${path}/${to}">${text} (PDF)</a>${xml(to)}</p>`;
  return html`${invoiceNumber && link('invoice', `Invoice ${invoiceNumber}`)}${creditNotes.map(
    ({ id, number, cancellation }) =>
      html`${link(`credit-notes/${id}`, `Credit note ${number}`)}${
        cancellation && link(`credit-notes/${cancellation.id}`, `Cancellation ${cancellation.number}`)
      }`,
  )}`;
}

interface Paid {
  total: number;
  taxTotal: number;
}

type Sums = Pick<Cart, 'currency' | 'pricesIncludeTax'>;

/** With tax where the prices are. */
function shownTotal({ total, taxTotal }: Paid, { currency, pricesIncludeTax }: Sums): string {
  return money(pricesIncludeTax ? total : total - taxTotal, currency);
}

function lines(of: (Named & Paid & { quantity: number })[], sums: Sums): Html {
  return html`<ul class="lines">${of.map(
    ({
      quantity,
      ...line
    }) => html`<li><div><strong>${nameOf(line)}</strong> <span class="quiet">× ${quantity}</span></div>
      <span class="price">${shownTotal(line, sums)}</span></li>`,
  )}</ul>`;
}

export function signIn(note: string | undefined): Html {
  const fields = (
    autocomplete: string,
    limits?: Html,
  ) => html`<label>E-mail<input type="email" name="email" autocomplete="email" required></label>
    <label>Password<input type="password" name="password" autocomplete="${autocomplete}" required${limits}></label>`;
  return html`<h1>Your account</h1>${note && html`<p class="status">${note}</p>`}<div class="columns">
    <form class="stack" method="post" action="/account/login"><h2>Sign in</h2>${fields('current-password')}<button class="primary">Sign in</button>
      <a href="/account/reset">Forgot your password?</a></form>
    <form class="stack" method="post" action="/account/register"><h2>New here?</h2><label>Name<input name="name" autocomplete="name" required maxlength="255"></label>
      ${fields('new-password', html` minlength="12" maxlength="1024"`)}<button>Make an account</button></form></div>`;
}

export function account({ name, email }: Profile, orders: ListOwnOrdersItem[]): Html {
  return html`<h1>Hello${name && `, ${name}`}</h1><p class="quiet">${email}</p><h2>Your orders</h2>
    ${orders.length === 0 && html`<p>None yet.</p>`}<ul class="lines">${orders.map(
      (order) => html`<li><div><a href="/account/orders/${order.id}">Order ${order.number}</a>
        <span class="quiet">${order.createdAt.slice(0, 10)} · ${statesOf(order)}</span></div>
        <span class="price">${money(order.total, order.currency)}</span></li>`,
    )}</ul><form method="post" action="/account/logout"><button>Sign out</button></form>`;
}

type OwnOrder = Awaited<ReturnType<StoreClient['getOwnOrder']>>;

/** A customer's order, as the list of orders leads to it. */
export function ownOrder(order: OwnOrder, { methods, back }: { methods: PaymentMethod[]; back: Html }): Html {
  const { number, status, currency, total } = order;
  const path = `/account/orders/${order.id}`;
  const priced = order.lines.map((line) => ({
    ...line,
    total: line.unitAmount * line.quantity,
    taxTotal: 0,
  }));
  return html`<h1>Order ${number}</h1><p class="status status-${status}">${statusOf(order)}</p><p class="quiet">${statesOf(order)}</p>
    ${payAgain(path, methods)}<div class="columns"><div>${lines(priced, { currency, pricesIncludeTax: true })}<p><strong>Total ${money(total, currency)}</strong></p>${back}</div>
    <div>${goesTo(order.shippingAddress, order.billingAddress)}
      ${documentLinks(path, order)}${withdrawalOf(path, order)}<p><a href="/account">All orders</a></p></div></div>`;
}

export function problem(text: string, back?: string): Html {
  return html`<h1>Sorry</h1><p class="notice">${text}</p><p><a href="${back ?? '/'}">${back ? 'Go back' : 'To the shop'}</a></p>`;
}
