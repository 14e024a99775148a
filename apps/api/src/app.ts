import { ServiceError } from '@service/contract';
import { createSystemContext, type Log, type rateLimits, type Services, tenants } from '@service/core';
import { createSchemaCheck, type Database, type Replica } from '@service/db';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';
import { type AuthenticateOptions, createAuthenticate } from './http/authenticate.ts';
import { serveConsole } from './http/console.ts';
import { serveConsoleSession } from './http/console-session.ts';
import { useCors } from './http/cors.ts';
import { createDiskWatch } from './http/disk-watch.ts';
import { sendNotFoundPage, serveDocs } from './http/docs.ts';
import { type Drain, serveDrain } from './http/drain.ts';
import { expressPath } from './http/express-route.ts';
import { countPicture, createFileLimit, limitPreflights, limitRate } from './http/limit-rate.ts';
import { refuseOtherMethods } from './http/method-not-allowed.ts';
import { type CheckResponse, mount, startExchange } from './http/mount.ts';
import { type ObserveRequest, observeRequests } from './http/observe.ts';
import { serveOpenApi } from './http/openapi.ts';
import { servePictures } from './http/pictures.ts';
import { servePortal } from './http/portal.ts';
import { sendProblem } from './http/problem.ts';
import { readFromReplica } from './http/read-from-replica.ts';
import { refuseSuspended } from './http/refuse-suspended.ts';
import { refuseWhile } from './http/refuse-while.ts';
import type { Route } from './http/route.ts';
import type { FairScheduler } from './http/turns.ts';
import { healthRoutes } from './routes/health.ts';
import * as routesOfTree from './routes/index.ts';

export interface AppDependencies extends AuthenticateOptions {
  database: Database;
  /** Serves lists and reports. */
  replica?: Replica | undefined;
  services: Services;
  log: Log;
  isQueueUp(): Promise<boolean>;
  /** In development: the start page shows the demo shop, and how to sign in to its console. */
  demoShopUrl?: string | undefined;
  /** Web origins of the console. */
  consoleOrigins?: readonly string[];
  now?: () => Date;
  /** A clock that never goes back, in milliseconds. */
  tick?: () => number;
  /** Proxies whose X-Forwarded-For is believed: addresses, ranges, or names such as `loopback`. */
  trustedProxies?: readonly string[];
  /** Absent: requests aren't limited. */
  rateLimits?: rateLimits.RateLimits;
  /** Decides when the requests of each store begin. Absent: at once. */
  turns?: FairScheduler;
  /** How long the list of suspended stores is cached. */
  keepSuspensionsMs?: number;
  /** The reason why no request can be served now, such as an upgrade; undefined: all can be. */
  closed?: () => string | undefined;
  /** Whether this process is about to stop. */
  drain?: Drain;
  /** Called for every request once its response is sent. */
  observeRequest?: ObserveRequest;
  /** Operations in addition to the contract's, for tests. */
  furtherRoutes?: readonly Route[];
  checkResponse?: CheckResponse;
}

/** The API without a port; tests and `serve.ts` use the same one. */
export function createApp(dependencies: AppDependencies): Express {
  const { database, replica, services, log, isQueueUp, consoleOrigins = [], now } = dependencies;
  const authenticate = createAuthenticate(dependencies);
  const limits = dependencies.rateLimits;
  const assertOpen = tenants.createSuspensions(dependencies.keepSuspensionsMs);
  const systemContext = (request: { requestId: string; clientAddress: string | undefined }) =>
    createSystemContext({ database, services, log, ...request, ...(now ? { now } : {}) });

  const app = express();
  app.disable('etag');
  // Paths are case-sensitive, so that rules that identify operations by their path, such as the limits, can't be bypassed by
  // capitals.
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', [...(dependencies.trustedProxies ?? [])]);
  if (dependencies.observeRequest) observeRequests(app, dependencies.observeRequest);
  app.use(helmet());
  const disk = createDiskWatch(dependencies.tick);
  const routes = [
    ...healthRoutes({
      checkSchema: createSchemaCheck(database.system),
      isQueueUp,
      isDiskFull: disk.isFull,
    }),
    ...Object.values(routesOfTree).flat(),
    ...(dependencies.furtherRoutes ?? []),
  ];

  const uncredentialed = ({ ip }: Request) => systemContext({ requestId: 'cors', clientAddress: ip });
  if (limits) limitPreflights(app, limits, uncredentialed);
  useCors(app, {
    consoleOrigins,
    routes,
    system: () => systemContext({ requestId: 'cors', clientAddress: undefined }),
  });

  if (dependencies.drain) serveDrain(app, dependencies.drain, log);
  if (dependencies.closed) refuseWhile(app, dependencies.closed, log);

  const countFile = createFileLimit(limits, uncredentialed);
  const paths = new Set(routes.map(({ operation }) => operation.path));
  // Sorted, a fixed part of a path comes before a parameter, because `{` is greater than every letter: each path gets all of its
  // requests, including those with a method that it doesn't have.
  for (const path of [...paths].sort()) {
    const there = routes.filter(({ operation }) => operation.path === path);
    const mounted = app.route(expressPath(path));
    for (const route of there)
      mount(mounted, replica ? readFromReplica(route, replica) : route, {
        authenticate: refuseSuspended(
          limits ? limitRate(authenticate, limits, route.operation) : authenticate,
          assertOpen,
        ),
        authenticateAgain: refuseSuspended(authenticate, assertOpen),
        log,
        turns: dependencies.turns,
        systemContext,
        checkResponse: dependencies.checkResponse,
        onFailure: disk.note,
      });
    refuseOtherMethods(mounted, there, { count: countFile, log });
  }
  serveConsoleSession(app, {
    log,
    authenticate: limits ? limitRate(authenticate, limits, { id: 'signInToConsole' }) : authenticate,
    systemContext,
  });
  servePictures(app, { log, systemContext, count: (system, res) => countPicture(limits, system, res) });
  app.use(countFile);
  serveOpenApi(app, routes, log);
  serveDocs(app, log, dependencies.demoShopUrl);
  serveConsole(app);
  servePortal(app, {
    log,
    authenticate: limits ? limitRate(authenticate, limits, { id: 'openPortal' }) : authenticate,
    systemContext,
  });

  app.use((req: Request, res: Response) => {
    const requestId = startExchange(req, res, { log, operationId: 'none' });
    if (sendNotFoundPage(req, res)) return;
    sendProblem(res, new ServiceError('route_not_found', `${req.method} ${req.path} doesn’t exist.`), {
      requestId,
      log,
    });
  });
  // Errors before every operation arrive here: a path that can't be decoded, or an origin that couldn't be looked up.
  app.use((error: unknown, req: Request, res: Response, _next: NextFunction) => {
    const requestId = startExchange(req, res, { log, operationId: 'none' });
    sendProblem(res, error, { requestId, log });
  });
  return app;
}
