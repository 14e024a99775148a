import { type SystemContext, tenants } from '@service/core';
import cors, { type CorsOptions } from 'cors';
import type { Express, NextFunction, Request, Response } from 'express';
import { expressMethod, expressPath } from './express-route.ts';
import type { Route } from './route.ts';

/** No credentials: pages send tokens in headers, and cookies are never used. */
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
 * Decides which web pages may read responses: the console from its own origins, and a storefront from the origins that its store
 * lists and from the store's proven hosts. A preflight has no key, so its store is unknown: it is allowed for an origin of any
 * store, and the response itself only for the origins of the request's store. The database is read for preflights, which are
 * counted before, and for operations, which count their callers.
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
    // Also if no origin is allowed: otherwise, a cache would give that response to an allowed one.
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

/** Called once the request's store is known, or known to be absent; also while a file is read whose headers are sent already. */
export function keepCorsOfStore(req: Request, res: Response, tenantId: string | undefined): void {
  if (res.headersSent) return;
  if (!tenantId || !storesOfOrigin.get(req)?.includes(tenantId))
    res.removeHeader('Access-Control-Allow-Origin');
}
