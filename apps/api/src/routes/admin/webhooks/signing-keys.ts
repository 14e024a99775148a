import { webhooks } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const signingKeyRoutes: Route[] = [
  route('GET /admin/v1/webhooks/signing-keys', 'webhooks:read', (ctx) => webhooks.listSigningKeys(ctx)),
  route('POST /admin/v1/webhooks/signing-keys', 'webhooks:write', (ctx, { body }) =>
    webhooks.rotateSigningKey(ctx, body),
  ),
];
