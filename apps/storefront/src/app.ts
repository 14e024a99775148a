import { randomUUID } from 'node:crypto';
import { createStoreClient, isServiceError } from '@service/client-js';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';
import { address } from './address-pages.ts';
import { home, listing } from './catalogue-pages.ts';
import { readCookie, setCookie } from './cookies.ts';
import { payAsDemo } from './demo-payment.ts';
import { explain } from './explain.ts';
import { addMailedCodes } from './mailed-codes.ts';
import * as pages from './pages.ts';
import { policyWith } from './policy.ts';
import { chosenVariant, product as productPage } from './product-page.ts';
import { chooseLanguage, readLanguage } from './reader.ts';
import { requested, returns } from './return-pages.ts';
import { originOf, robots, sendSitemap, structuredData } from './seo.ts';
import { ICON, STYLE } from './style.ts';
import { type LegalKind, legalPage, textFor } from './terms-pages.ts';
import { createToldOrders } from './told-orders.ts';
import { createVisits, hasOwn, unlessGone, type Visit } from './visit.ts';
import { type Wanted, wantedOf } from './wanted.ts';

export interface StorefrontOptions {
  apiUrl: string;
  publishableKey: string;
  /** An API key of the store, by which the API believes whose address a visitor has. Without it all visitors share one limit. */
  serverKey?: string | undefined;
  /** Proxies whose X-Forwarded-For and X-Forwarded-Proto are believed: addresses, ranges, or names such as `loopback`. */
  trustedProxies?: readonly string[];
  /** Lets the shopper pay without money; absent where payments are real. */
  demoPaymentSecret?: string | undefined;
}

type Handler = (req: Request, res: Response) => Promise<unknown>;
type Page = (visit: Visit) => unknown;

const PAGE_SIZE = 12;

const FILES = [
  ['/style.css', 'css', STYLE],
  ['/icon.svg', 'svg', ICON],
] as const;

/** A shop of pages made on the server: works without JavaScript, and every form answers with a redirect. */
export function createApp({
  apiUrl: baseUrl,
  publishableKey,
  serverKey,
  trustedProxies = ['loopback'],
  demoPaymentSecret,
}: StorefrontOptions): Express {
  const app = express();
  const { shopOf, guestOf, askAs, cartOf, visitOf } = createVisits({ baseUrl, publishableKey, serverKey });
  const told = createToldOrders(createStoreClient({ baseUrl, publishableKey }));
  app.set('trust proxy', [...trustedProxies]);
  app.use(
    helmet({
      contentSecurityPolicy: policyWith(),
      // With helmet's `no-referrer` browsers hide the origin of the shop's own forms, too.
      referrerPolicy: { policy: 'same-origin' },
    }),
  );
  for (const [path, type, text] of FILES)
    app.get(path, (_req, res) => res.type(type).set('Cache-Control', 'public, max-age=3600').send(text));
  app.get('/robots.txt', (req, res) => {
    res
      .type('text')
      .set('Cache-Control', 'public, max-age=3600')
      .send(robots(originOf(req)));
  });
  app.post('/hooks', express.raw({ type: () => true }), (req, res, next) => {
    const answer = (isOurs: boolean) => res.sendStatus(isOurs ? 204 : 401);
    told.receive(req, req.body).then(answer).catch(next);
  });
  app.use(express.urlencoded({ extended: false, limit: '16kb' }), refuseForeignForms);
  app.use(readLanguage);

  const get = (path: string, handler: Page) =>
    app.get(
      path,
      caught(async (req, res) => handler(await visitOf(req, res))),
    );
  const getFile = (path: string, handler: Handler) => app.get(path, caught(handler));
  /** Afterwards the browser gets another page, so that a reload sends nothing again. */
  const post = (path: string, handler: (req: Request, res: Response) => Promise<string>) =>
    app.post(
      path,
      caught(async (req, res) => res.redirect(303, await handler(req, res))),
    );

  /** For the messages and documents of an order. */
  const languageOf = async (req: Request, res: Response) => ({
    locale: chooseLanguage(req, res, await guestOf(req).getStoreConfig()),
  });

  getFile('/sitemap.xml', (req, res) => sendSitemap(guestOf(req), originOf(req), res));

  /** A page of products at this visitor's prices, and what it can be narrowed by. */
  async function listOf(req: Request, { page, sort, ...filters }: Wanted & { category?: string }) {
    const order = { page, ...(sort && { sort }), pageSize: PAGE_SIZE };
    const [products, found] = await Promise.all([
      askAs(req, (shop) => shop.listStoreProducts({ ...filters, ...order })),
      guestOf(req).getStoreProductFacets(filters),
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

  get('/cart', async ({ reader, cart, show }) => show(reader.t.cart, pages.cart(reader, cart)));

  post('/cart/lines', async (req, res) => {
    const shop = shopOf(req);
    const cartId =
      (await cartOf(req))?.id ?? (await shop.createCart({ body: await languageOf(req, res) })).id;
    setCookie(req, res, 'cart', cartId);
    const { variantId, key: idempotencyKey } = req.body;
    const quantity = Math.trunc(Number(req.body.quantity)) || 1;
    await shop.addCartLine(
      { cartId, body: { variantId, quantity } },
      idempotencyKey ? { idempotencyKey } : {},
    );
    return '/cart';
  });

  post('/cart/lines/:lineId', async (req) => {
    const at = { cartId: readCookie(req, 'cart') ?? '', lineId: String(req.params.lineId) };
    const quantity = Math.trunc(Number(req.body.quantity));
    if (quantity > 0) await shopOf(req).changeCartLine({ ...at, body: { quantity } });
    else await shopOf(req).removeCartLine(at);
    return '/cart';
  });

  post('/cart/discount', async (req) => {
    const cartId = readCookie(req, 'cart') ?? '';
    const code = req.body.code.trim();
    if (code) await shopOf(req).applyDiscountCode({ cartId, body: { code } });
    else await shopOf(req).removeDiscountCode({ cartId });
    return '/cart';
  });

  get('/checkout', async ({ req, res, reader, cart, config, show }) => {
    if (!cart?.lines.length) return res.redirect(303, '/cart');
    const { items } = await shopOf(req).listShippingOptions({ cartId: cart.id });
    const places = items.filter(({ pickupPlace }) => pickupPlace);
    return show(reader.t.checkout, address(reader, cart, config, places));
  });

  post('/checkout', async (req, res) => {
    const shop = shopOf(req);
    const cartId = readCookie(req, 'cart') ?? '';
    const { email, leitwegId, company, pickup, ...person } = req.body;
    const to = { ...person, company: company || null };
    const { requiresShipping } = await shop.updateCart({
      cartId,
      body: { email, ...(await languageOf(req, res)) },
    });
    await shop.setBillingAddress({ cartId, body: { ...to, leitwegId: leitwegId || null } });
    if (requiresShipping && pickup)
      await shop.chooseShippingOption({ cartId, body: { shippingOptionId: pickup } });
    if (!requiresShipping || pickup) return '/checkout/review';
    await shop.setShippingAddress({ cartId, body: to });
    return '/checkout/shipping';
  });

  get('/checkout/shipping', async ({ req, res, reader, cart, show }) => {
    if (cart && !cart.requiresShipping) return res.redirect(303, '/checkout/review');
    if (!cart?.shippingAddress) return res.redirect(303, '/checkout');
    const { items } = await shopOf(req).listShippingOptions({ cartId: cart.id });
    const sent = items.filter(({ pickupPlace }) => !pickupPlace);
    return show(reader.t.shipping, pages.shipping(reader, cart, sent));
  });

  post('/checkout/shipping', async (req) => {
    const cartId = readCookie(req, 'cart') ?? '';
    await shopOf(req).chooseShippingOption({ cartId, body: { shippingOptionId: req.body.shippingOptionId } });
    return '/checkout/review';
  });

  get('/checkout/review', async ({ req, res, reader, cart, show }) => {
    if (cart && !cart.requiresShipping && !cart.billingAddress) return res.redirect(303, '/checkout');
    if (cart?.requiresShipping !== false && !cart?.shippingOptionId)
      return res.redirect(303, '/checkout/shipping');
    const [{ items }, { items: methods }] = await Promise.all([
      guestOf(req).listCurrentTexts(),
      shopOf(req).listPaymentMethods({ cartId: cart.id }),
    ]);
    const texts = items.filter(({ isRequired }) => isRequired);
    const body = pages.review(reader, cart, { methods, texts, key: randomUUID() });
    return show(reader.t.yourOrder, body, { leadsAway: true });
  });

  post('/checkout/review', async (req, res) => {
    const cartId = readCookie(req, 'cart') ?? '';
    const { key, expectedTotal, accepted = [] } = req.body;
    const acceptedTexts = [accepted].flat().map((each: string) => {
      const [kind, sha256 = ''] = each.split(' ');
      return { kind: kind as LegalKind, sha256 };
    });
    // By the same key twice, it's the same order.
    const body = { expectedTotal: Number(expectedTotal), acceptedTexts, ...methodOf(req) };
    const { payment } = await shopOf(req).checkout({ cartId, body }, { idempotencyKey: key });
    setCookie(req, res, 'cart', '');
    setCookie(req, res, 'order', cartId);
    return payment?.redirectUrl ?? '/order';
  });

  post('/order/payment', async (req) => {
    const cartId = readCookie(req, 'order') ?? '';
    const { payment } = await shopOf(req).payCartOrder({ cartId, body: methodOf(req) });
    return payment.redirectUrl ?? '/order';
  });

  get('/order', async ({ req, res, reader, show }) => {
    const cartId = readCookie(req, 'order');
    if (!cartId) return res.redirect(303, '/account');
    const shop = shopOf(req);
    const [order, { items }, { items: methods }] = await Promise.all([
      shop.getCartOrder({ cartId }),
      shop.listCartReturns({ cartId }),
      shop.listPaymentMethods({ cartId }),
    ]);
    const heard = told.find(order.id);
    const form = { returns: items, action: '/order/returns', key: randomUUID() };
    const back = returns(reader, { ...form, lines: order.lines });
    const body = pages.order(reader, order, {
      heard,
      isDemo: demoPaymentSecret !== undefined,
      methods,
      back,
    });
    // Until the webhook has come.
    return show(reader.t.order(order.number), body, {
      refreshes: order.status === 'paid' && !heard,
      leadsAway: true,
    });
  });

  getFile('/order/invoice', async (req, res) => {
    const cartId = readCookie(req, 'order') ?? '';
    sendFile(res, 'pdf', await shopOf(req).getCartInvoice({ cartId }));
  });

  getFile('/order/credit-notes/:id', async (req, res) => {
    const cartId = readCookie(req, 'order') ?? '';
    sendFile(
      res,
      'pdf',
      await shopOf(req).getCartCreditNote({ cartId, creditNoteId: String(req.params.id) }),
    );
  });

  getFile('/order/invoice/xml', async (req, res) => {
    const cartId = readCookie(req, 'order') ?? '';
    sendFile(res, 'xml', await shopOf(req).getCartInvoiceXml({ cartId }));
  });

  getFile('/order/credit-notes/:id/xml', async (req, res) => {
    const ids = { cartId: readCookie(req, 'order') ?? '', creditNoteId: String(req.params.id) };
    sendFile(res, 'xml', await shopOf(req).getCartCreditNoteXml(ids));
  });

  get('/order/withdrawal', async ({ req, reader, show }) => {
    const { number } = await shopOf(req).getCartOrder({ cartId: readCookie(req, 'order') ?? '' });
    show(reader.t.order(number), pages.withdrawal(reader, number, '/order'));
  });

  post('/order/withdrawal', async (req) => {
    await shopOf(req).withdrawCartOrder({ cartId: readCookie(req, 'order') ?? '' });
    return '/order';
  });

  post('/order/pay', async (req) => {
    const cartId = readCookie(req, 'order') ?? '';
    const { id } = await shopOf(req).getCartOrder({ cartId });
    if (demoPaymentSecret) await payAsDemo(baseUrl, demoPaymentSecret, id);
    return '/order';
  });

  post('/order/returns', async (req) => {
    const cartId = readCookie(req, 'order') ?? '';
    const [body, idempotencyKey] = [requested(req.body), req.body.key];
    if (body.lines.length > 0) await shopOf(req).requestCartReturn({ cartId, body }, { idempotencyKey });
    return '/order';
  });

  get('/account', async ({ req, reader, show }) => {
    const { account, notes } = reader.t;
    if (!readCookie(req, 'session')) return show(account, pages.signIn(reader, noteOf(req, notes)));
    const shop = shopOf(req);
    const [profile, orders] = await Promise.all([shop.getOwnProfile(), shop.listOwnOrders({ pageSize: 20 })]);
    return show(account, pages.account(reader, profile, orders.items));
  });

  app.use('/account/orders', (req, res, next) => {
    if (readCookie(req, 'session')) next();
    else res.redirect(303, '/account?needed');
  });

  get('/account/orders/:id', async ({ req, reader, show }) => {
    const [id, shop] = [String(req.params.id), shopOf(req)];
    const [order, { items }, { items: methods }] = await Promise.all([
      shop.getOwnOrder({ id }),
      shop.listOwnReturns({ id }),
      shop.listOwnPaymentMethods({ id }),
    ]);
    const form = { returns: items, action: `/account/orders/${id}/returns`, key: randomUUID() };
    const hasLeft = order.status === 'shipped' || order.status === 'partially_refunded';
    const back = returns(reader, { ...form, lines: hasLeft ? order.lines : [] });
    show(reader.t.order(order.number), pages.ownOrder(reader, order, { methods, back }), {
      leadsAway: true,
    });
  });

  post('/account/orders/:id/payment', async (req) => {
    const id = String(req.params.id);
    const { payment } = await shopOf(req).payOwnOrder({ id, body: methodOf(req) });
    return payment.redirectUrl ?? `/account/orders/${id}`;
  });

  getFile('/account/orders/:id/invoice', async (req, res) => {
    sendFile(res, 'pdf', await shopOf(req).getOwnInvoice({ id: String(req.params.id) }));
  });

  getFile('/account/orders/:id/credit-notes/:creditNoteId', async (req, res) => {
    const { id, creditNoteId } = req.params;
    sendFile(
      res,
      'pdf',
      await shopOf(req).getOwnCreditNote({ id: String(id), creditNoteId: String(creditNoteId) }),
    );
  });

  getFile('/account/orders/:id/invoice/xml', async (req, res) => {
    sendFile(res, 'xml', await shopOf(req).getOwnInvoiceXml({ id: String(req.params.id) }));
  });

  getFile('/account/orders/:id/credit-notes/:creditNoteId/xml', async (req, res) => {
    const ids = { id: String(req.params.id), creditNoteId: String(req.params.creditNoteId) };
    sendFile(res, 'xml', await shopOf(req).getOwnCreditNoteXml(ids));
  });

  get('/account/orders/:id/withdrawal', async ({ req, reader, show }) => {
    const id = String(req.params.id);
    const { number } = await shopOf(req).getOwnOrder({ id });
    show(reader.t.order(number), pages.withdrawal(reader, number, `/account/orders/${id}`));
  });

  post('/account/orders/:id/withdrawal', async (req) => {
    const id = String(req.params.id);
    await shopOf(req).withdrawOwnOrder({ id });
    return `/account/orders/${id}`;
  });

  post('/account/orders/:id/returns', async (req) => {
    const id = String(req.params.id);
    const [body, idempotencyKey] = [requested(req.body), req.body.key];
    if (body.lines.length > 0) await shopOf(req).requestOwnReturn({ id, body }, { idempotencyKey });
    return `/account/orders/${id}`;
  });

  addMailedCodes({ get, post, guestOf, methodOf, apiUrl: baseUrl, demoPaymentSecret });

  post('/account/login', async (req, res) => {
    const { email, password } = req.body;
    const { token } = await guestOf(req).loginCustomer({ body: { email, password } });
    setCookie(req, res, 'session', token);
    const cartId = readCookie(req, 'cart');
    if (cartId) await shopOf(req, token).claimCart({ cartId }).catch(unlessGone);
    return '/account';
  });

  post('/account/register', async (req) => {
    const { email, password, name } = req.body;
    await guestOf(req).registerCustomer({ body: { email, password, name } });
    return '/account?registered';
  });

  post('/account/logout', async (req, res) => {
    await shopOf(req).logoutCustomer().catch(unlessGone);
    setCookie(req, res, 'session', '');
    return '/';
  });

  app.use(caught(async (req, res) => showMissing(await visitOf(req, res))));
  app.use((error: unknown, req: Request, res: Response, next: NextFunction) => {
    if (isServiceError(error) && error.code === 'unauthenticated' && readCookie(req, 'session')) {
      setCookie(req, res, 'session', '');
      return res.redirect(303, '/account?needed');
    }
    showProblem(error, req, res).catch(next);
  });

  async function showProblem(error: unknown, req: Request, res: Response): Promise<void> {
    const { reader, show } = await visitOf(req, res);
    const { status, text } = explain(error, reader);
    if (status >= 500) console.error(error);
    res.status(status);
    show(reader.t.sorry, pages.problem(reader, text, ownReferer(req)));
  }

  return app;
}

function showMissing({ res, reader, show }: Visit): void {
  res.status(404);
  show(reader.t.notFound, pages.problem(reader, reader.t.noSuchPage));
}

function sendFile(res: Response, type: 'pdf' | 'xml', bytes: Uint8Array): void {
  res.type(type).set('Cache-Control', 'no-store').send(Buffer.from(bytes));
}

const caught = (handler: Handler) => (req: Request, res: Response, next: NextFunction) => {
  handler(req, res).catch(next);
};

/** A form of another site can't be sent here in a visitor's name. */
function refuseForeignForms(req: Request, res: Response, next: NextFunction): void {
  const [site, origin] = [req.get('sec-fetch-site'), req.get('origin')];
  // Over plain HTTP, and in older browsers, the origin alone says whose page sends the form.
  const isOwn = site ? site === 'same-origin' : !origin || isOwnPage(req, origin);
  if (req.method === 'GET' || isOwn) next();
  else res.sendStatus(403);
}

function isOwnPage(req: Request, url: string): boolean {
  return URL.canParse(url) && new URL(url).host === req.host;
}

/** The page before, without the origin; undefined where it is another site's. */
function ownReferer(req: Request): string | undefined {
  const referer = req.get('referer') ?? '';
  if (!isOwnPage(req, referer)) return undefined;
  const { pathname, search } = new URL(referer);
  // Two slashes would name another host.
  return pathname.startsWith('//') ? undefined : pathname + search;
}

function noteOf({ query }: Request, notes: Readonly<Record<string, string>>): string | undefined {
  return Object.keys(query).flatMap((key) => notes[key] ?? [])[0];
}

/** Absent: the first that is offered. */
function methodOf({ body: { paymentAccountId } }: Request) {
  return paymentAccountId ? { paymentAccountId } : {};
}

/** The part of an address that names a page of a list. */
const pageOf = ({ page }: Wanted) => (page > 1 ? `?page=${page}` : '');
