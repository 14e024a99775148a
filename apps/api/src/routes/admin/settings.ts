import { operations } from '@service/contract';
import { shipping, taxes, tenants } from '@service/core';
import { operation, type Route } from '../../http/operation-route.ts';

export const settingsRoutes: Route[] = [
  operation(operations.getSettings, (ctx) => tenants.getSettings(ctx)),
  operation(operations.replaceSettings, (ctx, { body }) => tenants.replaceSettings(ctx, body)),
  operation(operations.getTaxSettings, (ctx) => taxes.getTaxSettings(ctx)),
  operation(operations.putTaxSettings, (ctx, { body }) => taxes.putTaxSettings(ctx, body)),
  operation(operations.getShippingSettings, (ctx) => shipping.getShippingSettings(ctx)),
  operation(operations.putShippingSettings, (ctx, { body }) =>
    shipping.putShippingSettings(ctx, body.options),
  ),
];
