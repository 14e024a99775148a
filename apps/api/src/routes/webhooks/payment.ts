import { payments } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const paymentCallbackRoutes: Route[] = [
  route('POST /webhooks/payment', 'provider-signature', async (system, { body }) => {
    await payments.receiveProviderEvent(system, body);
    return { received: true as const };
  }),
];
