import { createRoute, createRouter } from '@tanstack/react-router';
import { Failed } from './pages/failed.tsx';
import { NotFound } from './pages/not-found.tsx';
import { root, signedIn } from './routes/base.tsx';
import { lazyPage } from './routes/lazy-page.ts';
import { shopRoutes } from './routes/shop.tsx';
import { webhookRoutes } from './routes/webhooks.tsx';

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyPage(() => import('./pages/home.tsx'), 'Home'),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyPage(() => import('./pages/account.tsx'), 'Account'),
});

const notifications = createRoute({
  getParentRoute: () => signedIn,
  path: '/notifications',
  component: lazyPage(() => import('./pages/notifications.tsx'), 'Notifications'),
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
    component: lazyPage(() => import('./pages/entry.tsx'), name),
  }),
);

export const router = createRouter({
  basepath: '/console',
  routeTree: root.addChildren([
    signedIn.addChildren([home, ...webhookRoutes, ...shopRoutes, account, notifications, notFound]),
    ...entryRoutes,
  ]),
  defaultErrorComponent: Failed,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
