import type { StoreProduct } from '@service/client-js';
import { type Html, html } from '@service/theme-sdk';
import { ON_PAGE, picture, THUMBNAIL } from './pictures.ts';
import { earlierPrices, unitPrice, vat } from './price-notes.ts';
import type { Reader } from './reader.ts';

export type Variant = StoreProduct['variants'][number];

/** The variant that an address names, else the first that can be bought. */
export function chosenVariant({ variants }: StoreProduct, sku: unknown): Variant | undefined {
  return (
    variants.find((each) => each.sku === sku) ?? variants.find(({ available }) => available) ?? variants[0]
  );
}

export interface ProductPage {
  chosen: Variant | undefined;
  /** With it a form counts once; absent on a page that others may get, too. */
  key: string | undefined;
  /** Of the store: its base prices are in these terms, which aren't those of every shopper. */
  pricesIncludeTax: boolean;
}

export function product(reader: Reader, product: StoreProduct, page: ProductPage): Html {
  const { title, description } = product;
  return html`<article class="product">${gallery(reader, product)}<div><h1>${title}</h1>
    ${page.chosen && offer(reader, page.chosen, page.pricesIncludeTax)}
    ${choices(reader, product, page.chosen)}${buying(reader, page)}
    ${description && html`<p class="description">${description}</p>`}</div></article>`;
}

/** The pictures lie side by side; a small one leads to its large one, and a finger pushes them along. */
function gallery({ t }: Reader, { title, images }: StoreProduct): Html {
  const [first] = images;
  if (images.length <= 1)
    return html`<div class="gallery">${picture(title, first, { sizes: ON_PAGE, isFirst: true })}</div>`;
  const large = images.map(
    (image, index) =>
      html`<li id="picture-${index + 1}">${picture(title, image, { sizes: ON_PAGE, isFirst: index === 0 })}</li>`,
  );
  const small = images.map(
    (image, index) =>
      html`<li><a href="#picture-${index + 1}" aria-label="${t.picture(index + 1)}">${picture('', { ...image, alt: '' }, { sizes: THUMBNAIL })}</a></li>`,
  );
  return html`<div class="gallery"><ul class="slides" tabindex="0" aria-label="${t.pictures}">${large}</ul>
    <ul class="thumbnails">${small}</ul></div>`;
}

function offer(reader: Reader, variant: Variant, pricesIncludeTax: boolean): Html {
  const { t, money } = reader;
  const { price } = variant;
  if (!price) return html``;
  return html`<p class="offer"><strong>${money(price.amount, price.currency)}</strong>${vat(reader, price)}
    ${earlierPrices(reader, variant, pricesIncludeTax)}${unitPrice(reader, variant)}</p>${
      price.steps.length > 0 &&
      html`<ul class="steps">${price.steps.map(
        ({ minQuantity, amount }) =>
          html`<li>${t.fromQuantity(minQuantity, money(amount, price.currency))}</li>`,
      )}</ul>`
    }`;
}

/** What there is to choose: each value leads to the page of the variant that has it, so it works without a script. */
function choices({ t }: Reader, { options, variants }: StoreProduct, chosen: Variant | undefined): Html {
  if (!chosen || variants.length === 1) return html``;
  const link = (name: string, variant: Variant) =>
    html`<a href="?variant=${encodeURIComponent(variant.sku)}" rel="nofollow"${variant === chosen && html` aria-current="true"`}${
      !variant.available && html` class="gone"`
    }>${name}${!variant.available && html`<span class="unseen"> (${t.soldOut})</span>`}</a>`;
  if (options.length === 0)
    return html`<div class="choices" role="group" aria-label="${t.chooseOne}">${variants.map((each) => link(each.title ?? each.sku, each))}</div>`;
  return html`${options.map(
    ({ name, values }) =>
      html`<div class="choices" role="group" aria-label="${name}"><span>${name}</span>${values.map(
        (value) => {
          const variant = variantWith(variants, chosen, name, value);
          return (
            variant &&
            (variant.options[name] === chosen.options[name] ? link(value, chosen) : link(value, variant))
          );
        },
      )}</div>`,
  )}`;
}

/** With this value and otherwise as much as it can be like the chosen one; of equals one that can be bought. */
function variantWith(
  variants: readonly Variant[],
  chosen: Variant,
  name: string,
  value: string,
): Variant | undefined {
  const likeness = ({ options, available }: Variant) =>
    Object.keys(options).filter((each) => options[each] === chosen.options[each]).length * 2 +
    (available ? 1 : 0);
  return variants
    .filter(({ options }) => options[name] === value)
    .reduce<Variant | undefined>(
      (best, each) => (best && likeness(best) >= likeness(each) ? best : each),
      undefined,
    );
}

function buying({ t }: Reader, { chosen, key }: ProductPage): Html {
  if (!chosen?.available || !chosen.price) return html`<p class="notice">${t.mayComeBack}</p>`;
  return html`<form class="buy" method="post" action="/cart/lines"><input type="hidden" name="variantId" value="${chosen.id}">
    ${key && html`<input type="hidden" name="key" value="${key}">`}
    <label>${t.quantity} <input type="number" name="quantity" value="1" min="1" max="99"></label>
    <button class="primary">${t.addToCart}</button></form>`;
}
