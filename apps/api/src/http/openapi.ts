import { openApiDocument } from '@service/contract';
import type { Log } from '@service/core';
import type { Express } from 'express';
import { startExchange } from './mount.ts';
import type { Route } from './route.ts';

/** `GET /openapi.json`: what is mounted is what is documented. */
export function serveOpenApi(app: Express, routes: readonly Route[], log: Log): void {
  let document: string | undefined;
  app.get('/openapi.json', (req, res) => {
    startExchange(req, res, { log, operationId: 'openapi' });
    // Made when it is first requested: a fifth of a second that most processes never need.
    document ??= JSON.stringify(openApiDocument(routes.map(({ operation }) => operation)));
    res.type('application/json').send(document);
  });
}
