import { CATALOGUE } from '@service/contract';
import { type Route, route } from '../../../http/route.ts';

export const webhookEventRoutes: Route[] = [
  route('GET /admin/v1/webhooks/events', 'webhooks:read', async () => ({ items: CATALOGUE })),
];
