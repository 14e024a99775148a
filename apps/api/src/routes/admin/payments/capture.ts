import { payments } from '@service/core';
import { type Route, routeInSteps } from '../../../http/route.ts';

export const captureRoutes: Route[] = [
  routeInSteps(
    'POST /admin/v1/payments/{id}/capture',
    'orders:write',
    async (ctx, { params, body }, once) => {
      const capture = await once(ctx, (inner) => payments.requestCapture(inner, params.id, body));
      return payments.capturePayment(ctx, capture);
    },
  ),
];
