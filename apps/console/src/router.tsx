import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { NotFound } from './pages/not-found.tsx';
import { root, signedIn } from './routes/base.tsx';
import { shopRoutes } from './routes/shop.tsx';
import { webhookRoutes } from './routes/webhooks.tsx';

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home.tsx'), 'Home'),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account.tsx'), 'Account'),
});

const notifications = createRoute({
  getParentRoute: () => signedIn,
  path: '/notifications',
  component: lazyRouteComponent(() => import('./pages/notifications.tsx'), 'Notifications'),
});

const notFound = createRoute({ getParentRoute: () => signedIn, path: '$', component: NotFound });

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
    signedIn.addChildren([home, ...webhookRoutes, ...shopRoutes, account, notifications, notFound]),
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
