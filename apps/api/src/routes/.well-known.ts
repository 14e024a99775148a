import { webhooks } from '@service/core';
import { type Route, route } from '../http/route.ts';

export const wellKnownRoutes: Route[] = [
  route('GET /.well-known/jwks.json', 'store', (ctx) => webhooks.readKeySet(ctx)),
];
