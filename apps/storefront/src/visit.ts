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
import { type Frame, page } from './layout.ts';
import { policyWith } from './policy.ts';
import { chooseLanguage, createReader, type Reader } from './reader.ts';

export interface Store {
  baseUrl: string;
  publishableKey: string;
  serverKey: string | undefined;
}

/** `leadsAway`: a form on the page may end at that of a payment provider, wherever it is. */
type More = Pick<Partial<Frame>, 'head' | 'refreshes' | 'isPublic'> & { leadsAway?: boolean };

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

export function createVisits({ baseUrl, publishableKey, serverKey }: Store) {
  /** The shop as this visitor sees it. The API limits each visitor by their own address, not by that of this server. */
  function shopOf(req: Request, session = readCookie(req, 'session')): StoreClient {
    const visitor = serverKey && req.ip ? { address: req.ip, serverKey } : undefined;
    return createStoreClient({ baseUrl, publishableKey, session, visitor });
  }

  /** As nobody in particular sees it. */
  const guestOf = (req: Request) => shopOf(req, '');

  /** At this visitor's prices; a session that has ended gets those for everybody. */
  async function askAs<T>(req: Request, ask: (shop: StoreClient) => Promise<T>): Promise<T> {
    return (await ask(shopOf(req)).catch(unlessGone)) ?? ask(guestOf(req));
  }

  async function cartOf(req: Request): Promise<Cart | undefined> {
    const cartId = readCookie(req, 'cart');
    if (!cartId) return undefined;
    const cart = await shopOf(req).getCart({ cartId }).catch(unlessGone);
    return cart?.completed ? undefined : cart;
  }

  async function visitOf(req: Request, res: Response): Promise<Visit> {
    const [config, { items: categories }, cart] = await Promise.all([
      guestOf(req).getStoreConfig(),
      guestOf(req).listStoreCategories(),
      cartOf(req),
    ]);
    const reader = createReader(chooseLanguage(req, res, config), config.timeZone);
    const frame = {
      ...{ reader, config, categories, cart },
      isSignedIn: readCookie(req, 'session') !== undefined,
      origin: `${req.protocol}://${req.host}`,
      path: req.method === 'GET' ? req.url : '/',
    };
    return {
      ...{ req, res, reader, config, categories, cart },
      show(title, body, { leadsAway = false, ...more } = {}) {
        const { picturesOrigin } = config;
        const policy = policyWith(picturesOrigin ? [picturesOrigin] : [], leadsAway ? ['https:'] : []);
        helmet.contentSecurityPolicy(policy)(req, res, () => {});
        res.set('Cache-Control', 'private, no-store');
        res.send(String(page({ ...frame, title, body, ...more })));
      },
    };
  }

  return { shopOf, guestOf, askAs, cartOf, visitOf };
}

/** Carts are forgotten, and sessions end: then there is none. */
export function unlessGone(error: unknown): undefined {
  if (isServiceError(error) && (error.status === 404 || error.status === 401)) return undefined;
  throw error;
}
