import { ServiceError } from '@service/contract';
import type { Log } from '@service/core';
import type { IRoute, Request, RequestHandler, Response } from 'express';
import { startExchange } from './mount.ts';
import { sendProblem } from './problem.ts';
import type { Route } from './route.ts';

/** Refuses the methods that no operation of a path has, and names the allowed ones. */
export function refuseOtherMethods(
  path: IRoute,
  routes: readonly Route[],
  { count, log }: { count: RequestHandler; log: Log },
): void {
  const methods = routes.map(({ operation }) => operation.method);
  const allowed = ['OPTIONS', ...(methods.includes('GET') ? ['HEAD'] : []), ...methods].join(', ');
  path.all(count, (req: Request, res: Response) => {
    const requestId = startExchange(req, res, { log, operationId: 'none' });
    res.set('Allow', allowed);
    if (req.method === 'OPTIONS') res.status(204).end();
    else
      sendProblem(res, new ServiceError('method_not_allowed', `${req.method} ${req.path} doesn’t exist.`), {
        requestId,
        log,
      });
  });
}
