import { randomUUID } from 'node:crypto';
import { html } from '@service/theme-sdk';
import type { Request } from 'express';
import { home, listing, suggestions } from './catalogue-pages.ts';
import { chosenVariant, product as productPage } from './product-page.ts';
import type { Routes } from './routes.ts';
import { originOf, structuredData } from './seo.ts';
import { imprint, legalPage, textFor } from './terms-pages.ts';
import { hasOwn, showMissing } from './visit.ts';
import { countFacets, type Wanted, wantedOf } from './wanted.ts';

const PAGE_SIZE = 12;
const SUGGESTIONS = 6;

/** The first page, lists, products and legal texts. */
export function addCatalogue({ get, getPart, guestOf, askAs }: Routes): void {
  /** A page of products at this visitor's prices, and what it can be narrowed by. */
  async function listOf(req: Request, { page, sort, ...filters }: Wanted & { category?: string }) {
    const order = { page, ...(sort && { sort }), pageSize: PAGE_SIZE };
    const [products, found] = await Promise.all([
      askAs(req, (shop) => shop.listStoreProducts({ ...filters, ...order })),
      countFacets(guestOf(req), filters),
    ]);
    return { products, found };
  }

  get('/', async ({ req, reader, config, show }) => {
    const { items } = await askAs(req, (shop) => shop.listStoreProducts({ pageSize: 8, sort: 'newest' }));
    show(reader.t.welcome, home(reader, items, config), {
      indexed: { path: '/', description: reader.t.heroText },
    });
  });

  get('/c/:slug', async ({ req, reader, config, show }) => {
    const category = await guestOf(req).getStoreCategory({ slug: String(req.params.slug) });
    const { name: title, slug, description, seoTitle, seoDescription, children } = category;
    const wanted = wantedOf(req);
    const list = await listOf(req, { ...wanted, category: slug });
    show(seoTitle ?? title, listing(reader, { title, description, children, ...list, wanted, config }), {
      indexed: { path: `/c/${slug}${pageOf(wanted)}`, description: seoDescription ?? description },
    });
  });

  get('/search', async ({ req, reader, config, show }) => {
    const wanted = wantedOf(req);
    const list = await listOf(req, wanted);
    const title = wanted.q ? reader.t.found(wanted.q) : reader.t.allProducts;
    const body = listing(reader, { title, ...list, wanted, config });
    // What somebody searched for is no page of its own.
    show(title, body, wanted.q ? {} : { indexed: { path: `/search${pageOf(wanted)}` } });
  });

  getPart('/suggestions', async (req, reader) => {
    const { q } = wantedOf(req);
    if (!q) return html``;
    const { items } = await askAs(req, (shop) => shop.listStoreProducts({ q, pageSize: SUGGESTIONS }));
    return suggestions(reader, items);
  });

  get('/p/:slug', async ({ req, reader, config, show }) => {
    const slug = String(req.params.slug);
    const product = await askAs(req, (shop) => shop.getStoreProduct({ slug }));
    const { title, description, images } = product;
    const path = `/p/${product.slug}`;
    const chosen = chosenVariant(product, req.query.variant);
    const key = hasOwn(req) ? randomUUID() : undefined;
    show(title, productPage(reader, product, { chosen, key, pricesIncludeTax: config.pricesIncludeTax }), {
      head: structuredData(product, `${originOf(req)}/${reader.language}${path}`),
      indexed: { path, description, image: images[0]?.url, type: 'product' },
    });
  });

  get('/legal/imprint', (visit) => {
    const { reader, config, show } = visit;
    if (!config.seller) return showMissing(visit);
    return show(reader.t.imprint, imprint(reader, config.seller), { indexed: { path: '/legal/imprint' } });
  });

  get('/legal/:kind', async (visit) => {
    const { req, reader, show } = visit;
    const kind = String(req.params.kind);
    const { items } = await guestOf(req).listCurrentTexts();
    const text = textFor(reader, items, kind);
    if (!text) return showMissing(visit);
    return show(reader.t.legalTitles[text.kind], legalPage(reader, text), {
      indexed: { path: `/legal/${kind}` },
    });
  });
}

/** The part of an address that names a page of a list. */
const pageOf = ({ page }: Wanted) => (page > 1 ? `?page=${page}` : '');
