import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { root, signedIn } from './routes/base.tsx';
import { shopRoutes } from './routes/shop.tsx';
import { webhookRoutes } from './routes/webhooks.tsx';

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home.tsx'), 'Home'),
});

<<<<<<< HEAD
=======
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

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account.tsx'), 'Account'),
});

>>>>>>> 78f3aa77 (feat(console): my account: second factor, password, sessions)
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
<<<<<<< HEAD
    signedIn.addChildren([home, ...webhookRoutes, ...shopRoutes, notifications]),
=======
    signedIn.addChildren([
      home,
      webhooks,
      deliveries,
      delivery,
      subscriptions,
      newSubscription,
      subscription,
      account,
      notifications,
      ...shopRoutes,
    ]),
>>>>>>> 78f3aa77 (feat(console): my account: second factor, password, sessions)
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
