import { audit } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const auditRoutes: Route[] = [
  route('GET /admin/v1/audit', 'users:read', (ctx, { query }) => audit.listAuditRecords(ctx, query)),
];
