import { tenants } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const storeConfigRoutes: Route[] = [
  route('GET /store/v1/config', 'store', (ctx) => tenants.getStoreConfig(ctx)),
];
