import { openApiDocument } from '@service/contract';
import type { Express } from 'express';
import type { Route } from './operation-route.ts';

/** `GET /openapi.json`: what is mounted is what is documented. */
export function serveOpenApi(app: Express, routes: readonly Route[]): void {
  const document = JSON.stringify(openApiDocument(routes.map(({ operation }) => operation)));
  app.get('/openapi.json', (_req, res) => {
    res.type('application/json').send(document);
  });
}
