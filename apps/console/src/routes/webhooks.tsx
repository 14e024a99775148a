import { createRoute, redirect } from '@tanstack/react-router';
import { signedIn, texts } from './base.tsx';
import { lazyPage } from './lazy-page.ts';
import * as pages from './webhook-pages.ts';

const getParentRoute = () => signedIn;

const webhooks = createRoute({
  getParentRoute,
  path: '/webhooks',
  beforeLoad: () => {
    throw redirect({ to: '/webhooks/deliveries' });
  },
});

const gaps = createRoute({
  getParentRoute,
  path: '/webhooks/gaps',
  validateSearch: texts('subscriptionId'),
  component: lazyPage(() => import('../pages/webhooks/gaps.tsx'), 'Gaps'),
});

const portalLinks = createRoute({
  getParentRoute,
  path: '/webhooks/portal-links',
  validateSearch: texts('page'),
  component: lazyPage(() => import('../pages/webhooks/portal-links.tsx'), 'PortalLinks'),
});

/** The routes of deliveries to subscribers, and of their results. */
export const webhookRoutes = [
  webhooks,
  createRoute({ getParentRoute, ...pages.DELIVERIES }),
  createRoute({ getParentRoute, ...pages.DELIVERY }),
  createRoute({ getParentRoute, ...pages.SUBSCRIPTIONS }),
  createRoute({ getParentRoute, ...pages.NEW_SUBSCRIPTION }),
  createRoute({ getParentRoute, ...pages.SUBSCRIPTION }),
  createRoute({ getParentRoute, ...pages.STATISTICS }),
  gaps,
  createRoute({ getParentRoute, ...pages.RECOVERIES }),
  createRoute({ getParentRoute, ...pages.EVENTS }),
  portalLinks,
] as const;
