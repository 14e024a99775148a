import { fileURLToPath } from 'node:url';
import { ConnectionError, createStoreClient, isServiceError } from '@service/client-js';
import compression from 'compression';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';
import { addAccount } from './account-routes.ts';
import { addCatalogue } from './catalogue-routes.ts';
import { addCheckout } from './checkout-routes.ts';
import { readCookie, setCookie } from './cookies.ts';
import { explain } from './explain.ts';
import { leadOn } from './former-addresses.ts';
import { addLinkedPayment } from './linked-payment.ts';
import { addMailedCodes } from './mailed-codes.ts';
import { addOrder, addOwnOrders } from './order-routes.ts';
import * as pages from './pages.ts';
import { policyWith } from './policy.ts';
import { readLanguage } from './reader.ts';
import { caught, createRoutes } from './routes.ts';
import { originOf, robots, sendSitemap } from './seo.ts';
import { STRIPE_JS } from './stripe-payment.ts';
import { ICON, STYLE } from './style.ts';
import { createToldOrders } from './told-orders.ts';
import { bareVisitOf, createVisits, showMissing } from './visit.ts';

export interface StorefrontOptions {
  apiUrl: string;
  publishableKey: string;
  /** An API key of the store, by which the API believes whose address a visitor has. Without it all visitors share one limit. */
  serverKey?: string | undefined;
  /** Proxies whose X-Forwarded-For and X-Forwarded-Proto are believed: addresses, ranges, or names such as `loopback`. */
  trustedProxies?: readonly string[];
  /** Lets the shopper pay without money; absent where payments are real. */
  demoPaymentSecret?: string | undefined;
  /** The address of Stripe's script: another one in tests. */
  stripeJs?: string;
}

/** Scripts of the browser, as they are. */
const PUBLIC = fileURLToPath(new URL('../public', import.meta.url));

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
  stripeJs = STRIPE_JS,
}: StorefrontOptions): Express {
  const app = express();
  const visits = createVisits({ baseUrl, publishableKey, serverKey, stripeJs });
  const { guestOf, visitOf } = visits;
  const told = createToldOrders(createStoreClient({ baseUrl, publishableKey }));
  app.set('trust proxy', [...trustedProxies]);
  app.use(
    helmet({
      contentSecurityPolicy: policyWith(),
      // With helmet's `no-referrer` browsers hide the origin of the shop's own forms, too.
      referrerPolicy: { policy: 'same-origin' },
    }),
  );
  app.use(compression());
  for (const [path, type, text] of FILES)
    app.get(path, (_req, res) => res.type(type).set('Cache-Control', 'public, max-age=3600').send(text));
  app.use(express.static(PUBLIC, { maxAge: '1h', index: false, redirect: false }));
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
  app.use(
    express.urlencoded({ extended: false, limit: '16kb' }),
    (req, _res, next) => {
      // What is sent in another form says nothing.
      req.body ??= {};
      next();
    },
    refuseForeignForms,
  );
  app.use(readLanguage);

  app.get(
    '/sitemap.xml',
    caught((req, res) => sendSitemap(guestOf(req), originOf(req), res)),
  );
  app.use(['/account/orders', '/account/former-orders'], needSession);

  const routes = createRoutes(app, visits, { apiUrl: baseUrl, demoPaymentSecret });
  addCatalogue(routes);
  addCheckout(routes);
  addOrder(routes, told);
  addAccount(routes);
  addOwnOrders(routes);
  addMailedCodes(routes);
  addLinkedPayment(routes);

  app.use(
    caught(async (req, res) => {
      if (!(await leadOn(guestOf(req), req, res))) showMissing(await visitOf(req, res));
    }),
  );
  app.use((error: unknown, req: Request, res: Response, next: NextFunction) => {
    if (isServiceError(error) && error.code === 'unauthenticated' && readCookie(req, 'session')) {
      setCookie(req, res, 'session', '');
      return res.redirect(303, '/account?needed');
    }
    showProblem(error, req, res).catch(next);
  });

  async function showProblem(error: unknown, req: Request, res: Response): Promise<void> {
    const isMissing = isServiceError(error) && error.status === 404;
    // While redirects can't be read, the page is missing all the same.
    if (isMissing && (await leadOn(guestOf(req), req, res).catch(() => false))) return;
    const bare = () => bareVisitOf(req, res);
    // Who has waited for the API once doesn't wait again.
    const { reader, show } = await (error instanceof ConnectionError
      ? bare()
      : visitOf(req, res).catch(bare));
    const { status, text } = explain(error, reader);
    if (status >= 500) console.error(error);
    res.status(status);
    show(reader.t.sorry, pages.problem(reader, text, ownReferer(req)));
  }

  return app;
}

/** Without one there is no order of one’s own to see. */
function needSession(req: Request, res: Response, next: NextFunction): void {
  if (readCookie(req, 'session')) next();
  else res.redirect(303, '/account?needed');
}

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
