import { payments } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const paymentCallbackRoutes: Route[] = [
  route('POST /webhooks/payment', 'provider-signature', async (system, { body }) => {
    await payments.receiveProviderEvent(system, body);
    return { received: true as const };
  }),
  route('POST /webhooks/payment/{accountId}', 'provider-signature', async (system, { params, body }) => {
    await payments.receiveAccountEvent(system, params.accountId, body);
    return { received: true as const };
  }),
];
