import { operations } from '@service/contract';
import { modules } from '@service/core';
import { operation, type Route } from '../../http/operation-route.ts';

export const moduleRoutes: Route[] = [operation(operations.listModules, (ctx) => modules.listModules(ctx))];
