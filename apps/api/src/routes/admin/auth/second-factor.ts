import { access } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const secondFactorRoutes: Route[] = [
  route('POST /admin/v1/auth/second-factor', 'admin', (ctx, { body }) => access.beginSecondFactor(ctx, body)),
  route('POST /admin/v1/auth/second-factor/confirm', 'admin', (ctx, { body }) =>
    access.confirmSecondFactor(ctx, body),
  ),
  route('POST /admin/v1/auth/second-factor/remove', 'admin', (ctx, { body }) =>
    access.removeSecondFactor(ctx, body),
  ),
];
