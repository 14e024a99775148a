import { ServiceError } from '@service/contract';
import type { Log } from '@service/core';
import type { Express, Request, Response } from 'express';
import { expressPath } from './express-route.ts';
import { startExchange } from './mount.ts';
import { sendProblem } from './problem.ts';
import type { Route } from './route.ts';

/** Refuses every other method at the path of an operation, whatever it is, and names those that there are. */
export function refuseOtherMethods(app: Express, routes: readonly Route[], log: Log): void {
  for (const path of new Set(routes.map(({ operation }) => expressPath(operation)))) {
    const methods = routes
      .filter(({ operation }) => expressPath(operation) === path)
      .map(({ operation }) => operation.method);
    const allowed = ['OPTIONS', ...(methods.includes('GET') ? ['HEAD'] : []), ...methods].join(', ');
    app.all(path, (req: Request, res: Response) => {
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
}
