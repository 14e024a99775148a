import { type Route, route } from '../../http/route.ts';

export const webhookAddressRoutes: Route[] = [
  route('GET /webhooks/addresses', 'public', async ({ services }) => ({
    addresses: [...services.publishedAddresses],
  })),
];
