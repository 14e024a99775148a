import { type StoreCategory, type StoreClient, type StoreProduct, toDecimal } from '@service/client-js';
import { Html, html } from '@service/theme-sdk';
import type { Request, Response } from 'express';
import { LANGUAGES } from './reader.ts';

/** What search engines and previews of links read of a page. */
export interface Indexed {
  /** Of the page without what only sorts or filters it: /c/tea?page=2. */
  path: string;
  description?: string | null | undefined;
  image?: string | null | undefined;
  type?: 'website' | 'product';
}

const DESCRIPTION_LENGTH = 160;

export function seoHead(
  { path, description, image, type = 'website' }: Indexed,
  { origin, language, title, name }: { origin: string; language: string; title: string; name: string },
): Html {
  const meta = (property: string, content: string) =>
    html`<meta property="og:${property}" content="${content}">`;
  const link = (rel: string, to: string, lang?: string) =>
    html`<link rel="${rel}"${lang && html` hreflang="${lang}"`} href="${origin}${to}">`;
  const short = description && shorten(description);
  return html`${short && html`<meta name="description" content="${short}">`}${link('canonical', `/${language}${path}`)}
${Object.keys(LANGUAGES).map((each) => link('alternate', `/${each}${path}`, each))}${link('alternate', path, 'x-default')}
${meta('site_name', name)}${meta('title', title)}${meta('type', type)}${meta('url', `${origin}/${language}${path}`)}${meta('locale', language)}${
  short && meta('description', short)
}${image && meta('image', image)}`;
}

/** To the end of a word. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= DESCRIPTION_LENGTH
    ? line
    : `${line.slice(0, DESCRIPTION_LENGTH).replace(/\s\S*$/, '')} …`;
}

/** JSON-LD of schema.org, for search engines; `<` can't end the element. */
export function structuredData({ title, description, images, variants }: StoreProduct, url: string): Html {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: title,
    description,
    url,
    image: images.map((image) => image.url),
    offers: variants.flatMap(({ sku, price, available }) =>
      price
        ? {
            '@type': 'Offer',
            sku,
            url: `${url}?variant=${encodeURIComponent(sku)}`,
            price: toDecimal(price.amount, price.currency),
            priceCurrency: price.currency,
            priceSpecification: specificationOf(price),
            availability: `https://schema.org/${available ? 'InStock' : 'OutOfStock'}`,
          }
        : [],
    ),
  };
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return html`<script type="application/ld+json">${new Html(json)}</script>`;
}

/** Codes of UN/CEFACT recommendation 20, which schema.org takes. */
const UNIT_CODES: Readonly<Record<string, string>> = {
  ...{ mg: 'MGM', g: 'GRM', kg: 'KGM', ml: 'MLT', cl: 'CLT', l: 'LTR', m3: 'MTQ' },
  ...{ mm: 'MMT', cm: 'CMT', m: 'MTR', cm2: 'CMK', m2: 'MTK' },
};

type Price = NonNullable<StoreProduct['variants'][number]['price']>;

function specificationOf({ amount, currency, includesTax, unitPrice }: Price): object[] {
  const price = (of: number) => ({
    '@type': 'UnitPriceSpecification',
    price: toDecimal(of, currency),
    priceCurrency: currency,
    valueAddedTaxIncluded: includesTax,
  });
  if (!unitPrice) return [price(amount)];
  const { referenceAmount: value, referenceUnit } = unitPrice;
  const referenceQuantity = { '@type': 'QuantitativeValue', value, unitCode: UNIT_CODES[referenceUnit] };
  return [price(amount), { ...price(unitPrice.amount), referenceQuantity }];
}

/** What is a visitor's own is nothing to find. */
export function robots(origin: string): string {
  const own = ['cart', 'checkout', 'order', 'account'].map(
    (each) => `Disallow: /${each}\nDisallow: /*/${each}\n`,
  );
  return `User-agent: *\n${own.join('')}\nSitemap: ${origin}/sitemap.xml\n`;
}

/** Google takes 50,000 addresses in one file; the list counts this many products. */
const MOST_PRODUCTS = 10_000;

/** Every page that may be found, in each language; written as the API's pages come. */
export async function sendSitemap(shop: StoreClient, origin: string, res: Response): Promise<void> {
  const [{ items }, legal] = await Promise.all([shop.listStoreCategories(), legalPaths(shop)]);
  const write = (paths: string[]) => {
    const addresses = paths.flatMap((path) =>
      Object.keys(LANGUAGES).map((each) => `${origin}/${each}${path}`),
    );
    res.write(`${html`${addresses.map((each) => html`<url><loc>${each}</loc></url>\n`)}`}`);
  };
  res.type('xml').set('Cache-Control', 'public, max-age=3600');
  res.write(
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n',
  );
  write(['/', '/search', ...legal, ...slugsOf(items).map((slug) => `/c/${slug}`)]);
  let cursor: string | null | undefined;
  let written = 0;
  do {
    const page = await shop.listStoreProducts({ pageSize: 100, ...(cursor && { cursor }) });
    write(page.items.map(({ slug }) => `/p/${slug}`));
    written += page.items.length;
    cursor = page.nextCursor;
  } while (cursor && written < MOST_PRODUCTS);
  res.end('</urlset>\n');
}

async function legalPaths(shop: StoreClient): Promise<string[]> {
  const [{ items }, { seller }] = await Promise.all([shop.listCurrentTexts(), shop.getStoreConfig()]);
  const kinds = new Set(items.map(({ kind }) => kind));
  return [...(seller ? ['imprint'] : []), ...kinds].map((each) => `/legal/${each}`);
}

const slugsOf = (categories: StoreCategory[]): string[] =>
  categories.flatMap(({ slug, children }) => [slug, ...slugsOf(children)]);

/** As visitors reach the shop: https://shop.example. */
export const originOf = ({ protocol, host }: Request): string => `${protocol}://${host}`;
