import { type AnyOperation, ServiceError } from '@service/contract';
import type { Context, rateLimits, SystemContext } from '@service/core';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import type { Authenticate } from './authenticate.ts';

/**
 * Counts every request before its body is read: by its credential, if that is known already, otherwise by its address. A wrong
 * credential counts for the address, so that clients who share an address with a stranger aren't refused because of the
 * stranger's guesses. Among payment callbacks only those with a wrong signature count: a provider sends bursts from few
 * addresses, and a refused callback would be a paid order that waits.
 */
export function limitRate(
  authenticate: Authenticate,
  limits: rateLimits.RateLimits,
  { id }: Pick<AnyOperation, 'id'>,
): Authenticate {
  const isHealth = id === 'getHealth';
  return async (auth, system, exchange) => {
    const count = async (caller: rateLimits.Caller) =>
      setHeaders(exchange.res, await limits.count(system, caller));
    if (auth.kind === 'public') await count({ kind: isHealth ? 'health' : 'address' });
    const ctx = await authenticate(auth, system, exchange).catch(async (error: unknown) => {
      const code = error instanceof ServiceError ? error.code : undefined;
      if (code === 'unauthenticated') await count({ kind: 'address' });
      if (code === 'invalid_signature') await count({ kind: 'callback' });
      throw error;
    });
    if (auth.kind === 'setup') await count({ kind: 'setup' });
    if (isOfTenant(ctx))
      setHeaders(
        exchange.res,
        await limits.count(
          // The visitor's address, if the server of a shop sends the request.
          { ...system, clientAddress: ctx.clientAddress },
          { kind: 'credential', tenantId: ctx.tenantId, principal: ctx.principal },
        ),
      );
    return ctx;
  };
}

/**
 * Counts preflights by address, before the origin is looked up: that reads the database, and anyone can cause it. A page can't
 * use up its own limit with them.
 */
export function limitPreflights(
  app: Express,
  limits: rateLimits.RateLimits,
  systemOf: (req: Request) => SystemContext,
): void {
  app.use(async (req: Request, res: Response, next: NextFunction) => {
    if (req.method === 'OPTIONS') setHeaders(res, await limits.count(systemOf(req), { kind: 'preflight' }));
    next();
  });
}

/**
 * Counts by address the requests that no operation served: files, and unknown paths. It is mounted after the operations, so that
 * no spelling of a path passes both. Pages of the reference don't count as logins.
 */
export function createFileLimit(
  limits: rateLimits.RateLimits | undefined,
  systemOf: (req: Request) => SystemContext,
): RequestHandler {
  return async (req, res, next) => {
    if (limits && req.method !== 'OPTIONS')
      setHeaders(res, await limits.count(systemOf(req), { kind: 'file' }));
    next();
  };
}

/** Counts a picture that isn't cached as a page is counted. */
export async function countPicture(
  limits: rateLimits.RateLimits | undefined,
  system: SystemContext,
  res: Response,
): Promise<void> {
  if (limits) setHeaders(res, await limits.count(system, { kind: 'file' }));
}

/** Sets the headers of draft-ietf-httpapi-ratelimit-headers. Refuses with `too_many_requests` when nothing is left. */
function setHeaders(res: Response, share: rateLimits.Share | undefined): void {
  if (!share) return;
  const { policy, limit, remaining, resetSeconds, admitted } = share;
  res.set({
    'RateLimit-Policy': `"${policy}";q=${limit};w=60`,
    RateLimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
  });
  if (admitted) return;
  res.set('Retry-After', `${resetSeconds}`);
  const whose =
    policy === 'credential' ? 'of this credential' : 'from this address without a valid credential';
  throw new ServiceError(
    'too_many_requests',
    `More than ${limit} requests a minute ${whose}; try again in ${resetSeconds} s.`,
  );
}

function isOfTenant(ctx: Context | SystemContext): ctx is Context {
  return 'tenantId' in ctx;
}
