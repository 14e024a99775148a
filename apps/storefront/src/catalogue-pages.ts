import type {
  ListStoreProductsItem,
  ListStoreProductsResponse,
  StoreCategory,
  StoreConfig,
} from '@service/client-js';
import { type Html, html } from '@service/theme-sdk';
import { IN_GRID, picture, THUMBNAIL } from './pictures.ts';
import { cheapestOf, earlierPrices, unitPrice, vat } from './price-notes.ts';
import type { Reader } from './reader.ts';
import { chosenFilters, type Facets, facets, linkTo, sorting, type Wanted } from './wanted.ts';

export function home(reader: Reader, products: ListStoreProductsItem[], config: StoreConfig): Html {
  const { t } = reader;
  return html`<section class="hero"><h1>${t.heroTitle}</h1>
    <p>${t.heroText}</p>
    <a class="button" href="/search">${t.seeEverything}</a></section>
    <h2>${t.newInTheShop}</h2>${grid(reader, products, config)}`;
}

export interface Listing {
  title: string;
  description?: string | null;
  /** Below the category that is shown. */
  children?: StoreCategory[];
  products: ListStoreProductsResponse;
  found: Facets;
  wanted: Wanted;
  config: StoreConfig;
}

export function listing(reader: Reader, of: Listing): Html {
  const { t } = reader;
  const { products, wanted, children = [] } = of;
  const { items, total, page, pageSize, isTotalCapped } = products;
  const narrowing = facets(reader, wanted, of.found, of.config);
  return html`<h1>${of.title}</h1>${of.description && html`<p>${of.description}</p>`}
    ${
      children.length > 0 &&
      html`<ul class="chips" aria-label="${t.categories}">${children.map(
        ({ slug, name }) => html`<li><a href="/c/${slug}">${name}</a></li>`,
      )}</ul>`
    }<div class="bar"><span class="quiet">${t.products(total, isTotalCapped)}</span>${sorting(reader, wanted)}</div>
    ${chosenFilters(reader, wanted, of.config)}<div class="list">${narrowing}<div>
    ${items.length > 0 ? grid(reader, items, of.config) : html`<p>${t.nothingMatches} <a href="/search">${t.seeEverything}</a></p>`}
    <nav class="pages" aria-label="${t.pages}">
      ${page > 1 && html`<a rel="prev" href="${linkTo(wanted, { page: page - 1 })}">${t.previous}</a>`}
      ${page * pageSize < total && html`<a rel="next" href="${linkTo(wanted, { page: page + 1 })}">${t.next}</a>`}
    </nav></div></div>`;
}

function grid(reader: Reader, products: ListStoreProductsItem[], { pricesIncludeTax }: StoreConfig): Html {
  return html`<ul class="grid">${products.map(
    (product) => html`<li class="card">
      <a href="/p/${product.slug}">${picture(product.title, product.image, { sizes: IN_GRID })}<span class="name">${product.title}</span></a>
      ${priceOf(reader, product, pricesIncludeTax)}${!product.available && html`<span class="quiet">${reader.t.soldOut}</span>`}</li>`,
  )}</ul>`;
}

/** The options of the list below the search; a script follows `data-href`, because an option can’t hold a link. */
export function suggestions({ t, money }: Reader, products: ListStoreProductsItem[]): Html {
  return html`${products.map(
    ({ slug, title, image, price }, at) =>
      html`<li role="option" id="suggestion-${at}" data-href="/p/${slug}">${picture(
        title,
        image && { ...image, alt: '' },
        { sizes: THUMBNAIL },
      )}<span class="name">${title}</span>${
        price &&
        html`<span class="price">${price.from !== price.to && `${t.from} `}${money(price.from, price.currency)}</span>`
      }</li>`,
  )}`;
}

function priceOf(reader: Reader, product: ListStoreProductsItem, pricesIncludeTax: boolean): Html {
  const { t, money } = reader;
  const [{ price }, cheapest] = [product, cheapestOf(product)];
  if (!price || !cheapest) return html``;
  return html`<span class="price offer">${price.from !== price.to && `${t.from} `}${money(price.from, price.currency)}${vat(reader, price)}
    ${earlierPrices(reader, cheapest, pricesIncludeTax)}${unitPrice(reader, cheapest)}</span>`;
}
