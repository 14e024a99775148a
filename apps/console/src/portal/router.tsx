import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { NotFound } from '../pages/not-found.tsx';
import { texts } from '../texts.ts';
import { STORE } from './host.ts';
import { PortalShell } from './shell.tsx';

/** The console's own pages under the same ids and paths, so that they find their parameters and links here too. */
const root = createRootRoute({ notFoundComponent: NotFound });

const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: PortalShell });

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/webhooks/subscriptions' });
  },
});

const deliveries = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/deliveries',
  validateSearch: texts(
    'status',
    'event',
    'subscriptionId',
    'responseCode',
    'error',
    'resourceId',
    'eventId',
    'from',
    'to',
  ),
  component: lazyRouteComponent(() => import('../pages/webhooks/deliveries.tsx'), 'Deliveries'),
});

const delivery = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/deliveries/$id',
  component: lazyRouteComponent(() => import('../pages/webhooks/delivery.tsx'), 'Delivery'),
});

const subscriptions = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/subscriptions',
  component: lazyRouteComponent(() => import('../pages/webhooks/subscriptions.tsx'), 'Subscriptions'),
});

const newSubscription = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/subscriptions/new',
  component: lazyRouteComponent(() => import('../pages/webhooks/new-subscription.tsx'), 'NewSubscription'),
});

const subscription = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/subscriptions/$id',
  component: lazyRouteComponent(() => import('../pages/webhooks/subscription.tsx'), 'Subscription'),
});

const recoveries = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/recoveries',
  validateSearch: texts('page', 'subscriptionId'),
  component: lazyRouteComponent(() => import('../pages/webhooks/recoveries.tsx'), 'Recoveries'),
});

const events = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/events',
  component: lazyRouteComponent(() => import('../pages/webhooks/events.tsx'), 'Events'),
});

export const portalRouter = createRouter({
  basepath: `/portal/${STORE}`,
  routeTree: root.addChildren([
    signedIn.addChildren([
      home,
      deliveries,
      delivery,
      subscriptions,
      newSubscription,
      subscription,
      recoveries,
      events,
    ]),
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
});
