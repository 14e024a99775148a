import {
  type Cart,
  createStoreClient,
  isServiceError,
  type StoreCategory,
  type StoreClient,
  type StoreConfig,
} from '@service/client-js';
import type { Html } from '@service/theme-sdk';
import type { Request, Response } from 'express';
import helmet from 'helmet';
import { readCookie } from './cookies.ts';
import { keep } from './kept.ts';
import { barePage, type Frame, page } from './layout.ts';
import { problem } from './pages.ts';
import { policyWith } from './policy.ts';
import { chooseLanguage, createReader, type Reader } from './reader.ts';
import { originOf } from './seo.ts';
import { stripeHead } from './stripe-payment.ts';

export interface Store {
  baseUrl: string;
  publishableKey: string;
  serverKey: string | undefined;
  stripeJs: string;
}

const MINUTE_MS = 60_000;

type More = Pick<Partial<Frame>, 'head' | 'refreshes' | 'indexed'> & {
  /** A form on the page may end at that of a payment provider, wherever it is. */
  leadsAway?: boolean;
  /** The page has Stripe's form. */
  byStripe?: boolean;
};

/** A page that is being asked for, with what stands on each page. */
export interface Visit {
  req: Request;
  res: Response;
  reader: Reader;
  config: StoreConfig;
  categories: StoreCategory[];
  cart: Cart | undefined;
  show(title: string, body: Html, more?: More): void;
}

export function createVisits({ baseUrl, publishableKey, serverKey, stripeJs }: Store) {
  /** The shop as this visitor sees it. The API limits each visitor by their own address, not by that of this server. */
  function shopOf(req: Request, session = readCookie(req, 'session')): StoreClient {
    const visitor = serverKey && req.ip ? { address: req.ip, serverKey } : undefined;
    return createStoreClient({ baseUrl, publishableKey, session, visitor });
  }

  /** As nobody in particular sees it. */
  const guestOf = (req: Request) => shopOf(req, '');

  /** At this visitor's prices; a session that has ended gets those for everybody. */
  async function askAs<T>(req: Request, ask: (shop: StoreClient) => Promise<T>): Promise<T> {
    if (readCookie(req, 'session') === undefined) return ask(guestOf(req));
    return (await ask(shopOf(req)).catch(unlessGone)) ?? ask(guestOf(req));
  }

  async function cartOf(req: Request): Promise<Cart | undefined> {
    const cartId = readCookie(req, 'cart');
    if (!cartId) return undefined;
    const cart = await shopOf(req).getCart({ cartId }).catch(unlessGone);
    return cart?.completed ? undefined : cart;
  }

  const legalKinds = keep(MINUTE_MS, async () => {
    const { items } = await createStoreClient({ baseUrl, publishableKey }).listCurrentTexts();
    return [...new Set(items.map(({ kind }) => kind))];
  });

  const visits = new WeakMap<Request, Promise<Visit>>();

  /** Asks the API once for each request, also where its page turns out to be missing. */
  function visitOf(req: Request, res: Response): Promise<Visit> {
    const visit = visits.get(req) ?? beginVisit(req, res);
    visits.set(req, visit);
    return visit;
  }

  async function beginVisit(req: Request, res: Response): Promise<Visit> {
    const [config, { items: categories }, cart, legal] = await Promise.all([
      guestOf(req).getStoreConfig(),
      guestOf(req).listStoreCategories(),
      cartOf(req),
      legalKinds(),
    ]);
    const reader = createReader(chooseLanguage(req, res, config), config.timeZone);
    const frame = {
      ...{ reader, config, categories, cart, legal },
      isSignedIn: readCookie(req, 'session') !== undefined,
      origin: originOf(req),
      path: req.method === 'GET' ? req.url : '/',
    };
    return {
      ...{ req, res, reader, config, categories, cart },
      show(title, body, { leadsAway = false, byStripe = false, ...more } = {}) {
        const { picturesOrigin } = config;
        const policy = policyWith({
          pictures: picturesOrigin ? [picturesOrigin] : [],
          forms: leadsAway ? ['https:'] : [],
          stripe: byStripe ? new URL(stripeJs).origin : undefined,
        });
        helmet.contentSecurityPolicy(policy)(req, res, () => {});
        // Some ways to pay open a window of the provider's.
        if (byStripe) res.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
        res.set('Cache-Control', cacheControlOf(req, res, more.indexed !== undefined));
        res.vary('Accept-Language, Cookie');
        res.send(
          String(page({ ...frame, title, body, ...(byStripe && { head: stripeHead(stripeJs) }), ...more })),
        );
      },
    };
  }

  return { shopOf, guestOf, askAs, cartOf, visitOf };
}

/**
 * A page that may be found is the same for every visitor who has no cart, order or session; each time a browser asks whether it still
 * is. Any other page of a visitor who has one isn't compressed, here or on the way: it holds what is secret beside what its address
 * says, and its size would give that away letter by letter (BREACH).
 */
function cacheControlOf(req: Request, res: Response, isIndexed: boolean): string {
  if (!hasOwn(req) && isIndexed && !res.hasHeader('Set-Cookie')) return 'public, max-age=0, s-maxage=60';
  return hasOwn(req) && !isIndexed ? 'private, no-store, no-transform' : 'private, no-store';
}

/** For a page that needs nothing of the API, which is away. */
export function bareVisitOf(req: Request, res: Response): Pick<Visit, 'reader' | 'show'> {
  const reader = createReader(chooseLanguage(req, res, { locale: 'en' }), 'UTC');
  return {
    reader,
    show(title, body) {
      res.set('Cache-Control', 'private, no-store').send(String(barePage(reader, title, body)));
    },
  };
}

/** Whether pages show something of this visitor's own. */
export const hasOwn = (req: Request): boolean =>
  (['cart', 'order', 'session'] as const).some((name) => readCookie(req, name) !== undefined);

/** Carts are forgotten, sessions end, and a cookie may say anything (400): then there is none. */
export function unlessGone(error: unknown): undefined {
  if (isServiceError(error) && [400, 401, 404].includes(error.status)) return undefined;
  throw error;
}

export function showMissing({ res, reader, show }: Visit): void {
  res.status(404);
  show(reader.t.notFound, problem(reader, reader.t.noSuchPage));
}
