import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { signedIn, texts } from './base.tsx';

const webhooks = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks',
  beforeLoad: () => {
    throw redirect({ to: '/webhooks/deliveries' });
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

const statistics = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/statistics',
  validateSearch: texts('range', 'event', 'subscriptionId'),
  component: lazyRouteComponent(() => import('../pages/webhooks/statistics.tsx'), 'Statistics'),
});

const gaps = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/gaps',
  validateSearch: texts('subscriptionId'),
  component: lazyRouteComponent(() => import('../pages/webhooks/gaps.tsx'), 'Gaps'),
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

/** What subscribers are sent, and how it went. */
export const webhookRoutes = [
  webhooks,
  deliveries,
  delivery,
  subscriptions,
  newSubscription,
  subscription,
  statistics,
  gaps,
  recoveries,
  events,
] as const;
