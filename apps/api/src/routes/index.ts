import type { Route } from '../http/operation-route.ts';
import { authRoutes } from './admin/auth.ts';
import { discountRoutes } from './admin/discounts.ts';
import { notificationRoutes } from './admin/notifications.ts';
import { orderRoutes } from './admin/orders.ts';
import { productRoutes } from './admin/products.ts';
import { settingsRoutes } from './admin/settings.ts';
import { webhookRoutes } from './admin/webhooks.ts';
import { healthRoutes } from './health.ts';
import { paymentRoutes } from './inbound/payment.ts';
import { tenantRoutes } from './setup/tenants.ts';
import { cartRoutes } from './store/carts.ts';

/** The table of contents: every operation of the service. */
export function allRoutes(health: { isQueueUp: () => Promise<boolean> }): Route[] {
  return [
    ...healthRoutes(health),
    ...tenantRoutes,
    ...authRoutes,
    ...productRoutes,
    ...orderRoutes,
    ...settingsRoutes,
    ...discountRoutes,
    ...webhookRoutes,
    ...notificationRoutes,
    ...cartRoutes,
    ...paymentRoutes,
  ];
}
