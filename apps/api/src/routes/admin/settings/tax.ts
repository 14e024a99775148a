import { taxes } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const taxSettingsRoutes: Route[] = [
  route('GET /admin/v1/settings/tax', 'settings:read', (ctx) => taxes.getTaxSettings(ctx)),
  route('PUT /admin/v1/settings/tax', 'settings:write', (ctx, { body }) => taxes.putTaxSettings(ctx, body)),
];
