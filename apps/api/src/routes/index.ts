import type { Route } from '../http/operation-route.ts';
import { apiKeyRoutes } from './admin/api-keys.ts';
import { auditRoutes } from './admin/audit.ts';
import { authRoutes } from './admin/auth.ts';
import { categoryRoutes } from './admin/categories.ts';
import { customerRoutes } from './admin/customers.ts';
import { discountRoutes } from './admin/discounts.ts';
import { moduleRoutes } from './admin/modules.ts';
import { notificationRoutes } from './admin/notifications.ts';
import { orderRoutes } from './admin/orders.ts';
import { productRoutes } from './admin/products.ts';
import { settingsRoutes } from './admin/settings.ts';
import { userRoutes } from './admin/users.ts';
import { webhookRoutes } from './admin/webhooks.ts';
import { healthRoutes } from './health.ts';
import { paymentRoutes } from './inbound/payment.ts';
import { complianceRoutes } from './setup/compliance.ts';
import { statusRoutes } from './setup/status.ts';
import { tenantRoutes } from './setup/tenants.ts';
import { cartRoutes } from './store/carts.ts';
import { storeCategoryRoutes } from './store/categories.ts';
import { configRoutes } from './store/config.ts';
import { customerAccountRoutes } from './store/customers.ts';
import { storeProductRoutes } from './store/products.ts';

/** The table of contents: every operation of the service. */
export function allRoutes(health: { isQueueUp: () => Promise<boolean> }): Route[] {
  return [
    ...healthRoutes(health),
    ...tenantRoutes,
    ...statusRoutes,
    ...complianceRoutes,
    ...authRoutes,
    ...userRoutes,
    ...apiKeyRoutes,
    ...settingsRoutes,
    ...auditRoutes,
    ...productRoutes,
    ...categoryRoutes,
    ...orderRoutes,
    ...customerRoutes,
    ...settingsRoutes,
    ...discountRoutes,
    ...webhookRoutes,
    ...notificationRoutes,
    ...moduleRoutes,
    ...configRoutes,
    ...storeProductRoutes,
    ...storeCategoryRoutes,
    ...cartRoutes,
    ...customerAccountRoutes,
    ...paymentRoutes,
  ];
}
