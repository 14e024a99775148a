import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { NotFound } from './pages/not-found.tsx';
import { Shell } from './shell.tsx';

const root = createRootRoute({ notFoundComponent: NotFound });

const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: Shell });

/** Of a query string, only texts under these names. */
function texts<const Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): { [Each in Name]?: string } =>
    Object.fromEntries(
      names.flatMap((name) => (search[name] === undefined ? [] : [[name, String(search[name])]])),
    ) as { [Each in Name]?: string };
}

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home.tsx'), 'Home'),
});

const deliveries = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/deliveries',
  validateSearch: texts('status', 'event', 'subscriptionId'),
  component: lazyRouteComponent(() => import('./pages/deliveries.tsx'), 'Deliveries'),
});

const delivery = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/deliveries/$id',
  component: lazyRouteComponent(() => import('./pages/delivery.tsx'), 'Delivery'),
});

const subscriptions = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/subscriptions',
  component: lazyRouteComponent(() => import('./pages/subscriptions.tsx'), 'Subscriptions'),
});

const newSubscription = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/subscriptions/new',
  component: lazyRouteComponent(() => import('./pages/new-subscription.tsx'), 'NewSubscription'),
});

const subscription = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/subscriptions/$id',
  component: lazyRouteComponent(() => import('./pages/subscription.tsx'), 'Subscription'),
});

const webhooks = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks',
  beforeLoad: () => {
    throw redirect({ to: '/webhooks/deliveries' });
  },
});

const orders = createRoute({
  getParentRoute: () => signedIn,
  path: '/orders',
  validateSearch: texts('status', 'search', 'page'),
  component: lazyRouteComponent(() => import('./pages/orders.tsx'), 'Orders'),
});

const order = createRoute({
  getParentRoute: () => signedIn,
  path: '/orders/$id',
  component: lazyRouteComponent(() => import('./pages/order.tsx'), 'Order'),
});

const notifications = createRoute({
  getParentRoute: () => signedIn,
  path: '/notifications',
  component: lazyRouteComponent(() => import('./pages/notifications.tsx'), 'Notifications'),
});

const entry = [
  ['/reset-password', 'ResetPassword'],
  ['/accept-invitation', 'AcceptInvitation'],
] as const;

const entryRoutes = entry.map(([path, name]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(() => import('./pages/entry.tsx'), name),
  }),
);

export const router = createRouter({
  basepath: '/console',
  routeTree: root.addChildren([
    signedIn.addChildren([
      home,
      webhooks,
      deliveries,
      delivery,
      subscriptions,
      newSubscription,
      subscription,
      orders,
      order,
      notifications,
    ]),
    ...entryRoutes,
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
