import type { tenants } from '@service/core';
import type { Authenticate } from './authenticate.ts';

/** Refuses every request whose credential names a suspended store; the provider's callbacks name none. */
export function refuseSuspended(authenticate: Authenticate, assertOpen: tenants.AssertOpen): Authenticate {
  return async (auth, system, exchange) => {
    const ctx = await authenticate(auth, system, exchange);
    if ('tenantId' in ctx) await assertOpen(system, ctx.tenantId);
    return ctx;
  };
}
