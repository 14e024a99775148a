import { shipping } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const shippingSettingsRoutes: Route[] = [
  route('GET /admin/v1/settings/shipping', 'settings:read', (ctx) => shipping.getShippingSettings(ctx)),
  route('PUT /admin/v1/settings/shipping', 'settings:write', (ctx, { body }) =>
    shipping.putShippingSettings(ctx, body.options),
  ),
];
