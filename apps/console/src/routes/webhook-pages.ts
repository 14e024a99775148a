import { texts } from '../texts.ts';
import { lazyPage } from './lazy-page.ts';

/** The pages that operators and subscribers in the portal have in common, each with the filters in its address. */
export const DELIVERIES = {
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
  component: lazyPage(() => import('../pages/webhooks/deliveries.tsx'), 'Deliveries'),
} as const;

export const DELIVERY = {
  path: '/webhooks/deliveries/$id',
  component: lazyPage(() => import('../pages/webhooks/delivery.tsx'), 'Delivery'),
} as const;

export const SUBSCRIPTIONS = {
  path: '/webhooks/subscriptions',
  component: lazyPage(() => import('../pages/webhooks/subscriptions.tsx'), 'Subscriptions'),
} as const;

export const NEW_SUBSCRIPTION = {
  path: '/webhooks/subscriptions/new',
  component: lazyPage(() => import('../pages/webhooks/new-subscription.tsx'), 'NewSubscription'),
} as const;

export const SUBSCRIPTION = {
  path: '/webhooks/subscriptions/$id',
  component: lazyPage(() => import('../pages/webhooks/subscription.tsx'), 'Subscription'),
} as const;

export const STATISTICS = {
  path: '/webhooks/statistics',
  validateSearch: texts('range', 'event', 'subscriptionId'),
  component: lazyPage(() => import('../pages/webhooks/statistics.tsx'), 'Statistics'),
} as const;

export const RECOVERIES = {
  path: '/webhooks/recoveries',
  validateSearch: texts('page', 'subscriptionId'),
  component: lazyPage(() => import('../pages/webhooks/recoveries.tsx'), 'Recoveries'),
} as const;

export const EVENTS = {
  path: '/webhooks/events',
  component: lazyPage(() => import('../pages/webhooks/events.tsx'), 'Events'),
} as const;
