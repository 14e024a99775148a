import { openApiDocument } from '@service/contract';
import type { Log } from '@service/core';
import type { Express } from 'express';
import { startExchange } from './mount.ts';
import type { Route } from './route.ts';
import { serveStatic } from './static-file.ts';

/** `GET /openapi.json`: every mounted operation is documented. */
export function serveOpenApi(app: Express, routes: readonly Route[], log: Log): void {
  const send = serveStatic({
    type: 'application/json',
    maxAgeSeconds: 300,
    // Created at the first request: it takes a fifth of a second, and most processes never need it.
    content: () => JSON.stringify(openApiDocument(routes.map(({ operation }) => operation))),
  });
  app.get('/openapi.json', (req, res) => {
    startExchange(req, res, { log, operationId: 'openapi' });
    return send(req, res);
  });
}
