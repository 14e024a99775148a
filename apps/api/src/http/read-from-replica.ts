import type { AnyOperation } from '@service/contract';
import type { Replica } from '@service/db';
import type { Route } from './route.ts';

/** Lists and reports come from the replica, where it has all that was committed before the request. */
export function readFromReplica(route: Route, replica: Replica): Route {
  const { operation, handler } = route;
  if (!isListOrReport(operation)) return route;
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

function isListOrReport({ method, path, query }: AnyOperation): boolean {
  const parameters = Object.keys(query?.properties ?? {});
  // One that waits is told of what is new by the primary.
  if (method !== 'GET' || parameters.includes('wait')) return false;
  return parameters.includes('page') || path.includes('/reports/');
}
