import { webhooks } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const storeKeyRoutes: Route[] = [
  route('GET /webhooks/{storeId}/keys', 'public', (system, { params }) =>
    webhooks.readKeySetOf(system, params.storeId),
  ),
];
