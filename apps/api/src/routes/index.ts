import type { Route } from '../http/operation-route.ts';
import { authRoutes } from './admin/auth.ts';
import { categoryRoutes } from './admin/categories.ts';
import { notificationRoutes } from './admin/notifications.ts';
import { orderRoutes } from './admin/orders.ts';
import { productRoutes } from './admin/products.ts';
import { webhookRoutes } from './admin/webhooks.ts';
import { healthRoutes } from './health.ts';
import { paymentRoutes } from './inbound/payment.ts';
import { tenantRoutes } from './setup/tenants.ts';
import { cartRoutes } from './store/carts.ts';
import { storeCategoryRoutes } from './store/categories.ts';
import { storeProductRoutes } from './store/products.ts';

/** The table of contents: every operation of the service. */
export function allRoutes(health: { isQueueUp: () => Promise<boolean> }): Route[] {
  return [
    ...healthRoutes(health),
    ...tenantRoutes,
    ...authRoutes,
    ...productRoutes,
    ...categoryRoutes,
    ...orderRoutes,
    ...webhookRoutes,
    ...notificationRoutes,
    ...storeProductRoutes,
    ...storeCategoryRoutes,
    ...cartRoutes,
    ...paymentRoutes,
  ];
}
