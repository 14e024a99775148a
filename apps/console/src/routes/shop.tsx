import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn, texts } from './base.tsx';

const orders = createRoute({
  getParentRoute: () => signedIn,
  path: '/orders',
  validateSearch: texts('status', 'q', 'from', 'to', 'page'),
  component: lazyRouteComponent(() => import('../pages/orders/orders.tsx'), 'Orders'),
});

const order = createRoute({
  getParentRoute: () => signedIn,
  path: '/orders/$id',
  component: lazyRouteComponent(() => import('../pages/orders/order.tsx'), 'Order'),
});

/** What a shop owner works with: orders, catalogue, customers, discounts and settings. */
export const shopRoutes = [orders, order] as const;
