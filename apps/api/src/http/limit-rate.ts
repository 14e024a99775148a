import { ServiceError } from '@service/contract';
import type { Context, rateLimits, SystemContext } from '@service/core';
import type { Express, NextFunction, Request, Response } from 'express';
import type { Authenticate } from './authenticate.ts';

/**
 * Counts every request before its body is read: under its credential, which must be known for that, else under its
 * address. A wrong credential is looked up and then counts for the address, so that nobody who shares an address with
 * a stranger is kept out by what the stranger guesses.
 */
export function limitRate(authenticate: Authenticate, limits: rateLimits.RateLimits): Authenticate {
  return async (auth, system, exchange) => {
    const count = async (caller: rateLimits.Caller) =>
      setHeaders(exchange.res, await limits.count(system, caller));
    if (auth.kind === 'public') await count({ kind: 'address' });
    const ctx = await authenticate(auth, system, exchange).catch(async (error: unknown) => {
      if (error instanceof ServiceError && error.code === 'unauthenticated') await count({ kind: 'address' });
      throw error;
    });
    if (auth.kind === 'setup') await count({ kind: 'setup' });
    if (isOfTenant(ctx))
      await count({ kind: 'credential', tenantId: ctx.tenantId, principal: ctx.principal });
    return ctx;
  };
}

/**
 * Preflights count for their address, as guests of a store do, before the origin is looked up: that takes a query,
 * which anybody may cause. Nothing that a page does under its own limit can use this one up first.
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

/** As the draft draft-ietf-httpapi-ratelimit-headers has it. Refuses with `too_many_requests` when nothing is left. */
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
