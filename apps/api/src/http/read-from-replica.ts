import type { Replica } from '@service/db';
import type { Route } from './route.ts';

/** Lists and reports read from the replica, as long as it has all that was committed before the request. */
export function readFromReplica(route: Route, replica: Replica): Route {
  const { operation, handler } = route;
  if (!operation.fromReplica) return route;
  return {
    operation,
    handler: (ctx, input) =>
      'tenantId' in ctx
        ? replica.read(
            (database) => handler({ ...ctx, db: database.tenant(ctx.tenantId) }, input),
            () => handler(ctx, input),
          )
        : handler(ctx, input),
  };
}
