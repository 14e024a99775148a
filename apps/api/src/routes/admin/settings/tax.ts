import { taxes } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const taxSettingsRoutes: Route[] = [
  route('GET /admin/v1/settings/tax', 'settings:read', (ctx) => taxes.getTaxSettings(ctx)),
  route('GET /admin/v1/settings/tax/eu-rates', 'settings:read', async (ctx) =>
    taxes.listEuRates(ctx.now().toISOString().slice(0, 10)),
  ),
  route('PUT /admin/v1/settings/tax', 'settings:write', (ctx, { body }) => taxes.putTaxSettings(ctx, body)),
];
