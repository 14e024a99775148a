import { ServiceError } from '@service/contract';
import { createSystemContext, type Log, type Platform } from '@service/core';
import type { Database } from '@service/db';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';
import { type AuthenticateOptions, createAuthenticate } from './http/authenticate.ts';
import { useCors } from './http/cors.ts';
import { mount, startExchange } from './http/mount.ts';
import { serveOpenApi } from './http/openapi.ts';
import { sendProblem } from './http/problem.ts';
import { allRoutes } from './routes/index.ts';

export interface AppDependencies extends AuthenticateOptions {
  database: Database;
  platform: Platform;
  log: Log;
  isQueueUp(): Promise<boolean>;
  /** Web origins of the console. */
  consoleOrigins?: readonly string[];
  now?: () => Date;
}

/** The API without a port; tests and `main.ts` use the same one. */
export function createApp(dependencies: AppDependencies): Express {
  const { database, platform, log, isQueueUp, consoleOrigins = [], now } = dependencies;
  const authenticate = createAuthenticate(dependencies);
  const systemContext = ({ requestId }: { requestId: string }) =>
    createSystemContext({ database, platform, log, requestId, ...(now ? { now } : {}) });

  const app = express();
  app.disable('etag');
  app.set('query parser', 'simple');
  app.use(helmet());
  useCors(app, { consoleOrigins, system: () => systemContext({ requestId: 'cors' }) });

  const routes = allRoutes({ isQueueUp });
  for (const route of routes) mount(app, route, { authenticate, log, systemContext });
  serveOpenApi(app, routes);

  app.use((req: Request, res: Response) => {
    const requestId = startExchange(req, res, { log, operationId: 'none' });
    sendProblem(res, new ServiceError('route_not_found', `${req.method} ${req.path} is no operation.`), {
      requestId,
      log,
    });
  });
  // Express gets here by itself for a path that can't be decoded.
  app.use((error: unknown, req: Request, res: Response, _next: NextFunction) => {
    const requestId = startExchange(req, res, { log, operationId: 'none' });
    sendProblem(res, error, { requestId, log });
  });
  return app;
}
