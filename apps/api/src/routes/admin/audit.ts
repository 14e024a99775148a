import { operations } from '@service/contract';
import { audit } from '@service/core';
import { operation, type Route } from '../../http/operation-route.ts';

export const auditRoutes: Route[] = [
  operation(operations.listAuditRecords, (ctx, { query }) => audit.listAuditRecords(ctx, query)),
];
