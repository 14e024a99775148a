import { compliance } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const complianceRoutes: Route[] = [
  route('POST /setup/v1/compliance/configure', 'settings:write', (ctx, { body }) =>
    compliance.configureCompliance(ctx, body),
  ),
  route('GET /setup/v1/compliance', 'settings:read', (ctx) => compliance.getCompliance(ctx)),
];
