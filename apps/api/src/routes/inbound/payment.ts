import { operations } from '@service/contract';
import { payments } from '@service/core';
import { operation, type Route } from '../../http/operation-route.ts';

export const paymentRoutes: Route[] = [
  operation(operations.receivePaymentEvent, async (system, { body }) => {
    await payments.receiveProviderEvent(system, body);
    return { received: true as const };
  }),
];
