import { type SystemContext, tenants } from '@service/core';
import cors, { type CorsOptions } from 'cors';
import type { Express, NextFunction, Request, Response } from 'express';
import { expressMethod, expressPath } from './express-route.ts';
import type { Route } from './route.ts';

/** No credentials: tokens travel in headers that a page sets itself, and cookies are never used. */
const COMMON: CorsOptions = {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: [
    'Deprecation',
    'ETag',
    'Idempotent-Omitted',
    'Idempotent-Replayed',
    'Link',
    'Preference-Applied',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'Sunset',
    'X-API-Deprecation',
    'X-API-Version',
    'X-Request-Id',
  ],
  maxAge: 600,
};

/**
 * Decides which web pages may read responses: the console from its own origins, and a storefront from those that its store lists
 * and from the store's proven hosts. A preflight carries no key, so it doesn't name the store: it is allowed to an origin of any
 * store, and the response itself to those of the one store that the request turns out to name. The database is read for
 * preflights, which are counted before, and for operations, which count their callers.
 */
export function useCors(
  app: Express,
  {
    consoleOrigins,
    routes,
    system,
  }: { consoleOrigins: readonly string[]; routes: readonly Route[]; system: () => SystemContext },
): void {
  app.use(['/admin', '/setup'], cors({ ...COMMON, origin: [...consoleOrigins] }));
  app.use('/store', (_req: Request, res: Response, next: NextFunction) => {
    // Also where no origin is allowed: else a cache would give that response to one that is.
    res.vary('Origin');
    next();
  });
  const corsOfStores = cors<Request>((req, done) => {
    allowedStores(req, system()).then(
      (stores) => done(null, { ...COMMON, origin: stores.length > 0 && (req.get('origin') ?? false) }),
      (error: Error) => done(error),
    );
  });
  app.options('/store/*rest', corsOfStores);
  for (const { operation } of routes)
    if (operation.path.startsWith('/store/'))
      app[expressMethod(operation)](expressPath(operation.path), corsOfStores);
}

const storesOfOrigin = new WeakMap<Request, readonly string[]>();

async function allowedStores(req: Request, system: SystemContext): Promise<readonly string[]> {
  const origin = req.get('origin');
  const stores = origin ? await tenants.findStoresByOrigin(system, origin) : [];
  storesOfOrigin.set(req, stores);
  return stores;
}

/** Called when the store of a request is known, or that it names none; also while a file is read, whose headers are sent. */
export function keepCorsOfStore(req: Request, res: Response, tenantId: string | undefined): void {
  if (res.headersSent) return;
  if (!tenantId || !storesOfOrigin.get(req)?.includes(tenantId))
    res.removeHeader('Access-Control-Allow-Origin');
}
