import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { Failed } from '../pages/failed.tsx';
import { NotFound } from '../pages/not-found.tsx';
import * as pages from '../routes/webhook-pages.ts';
import { STORE } from './host.ts';
import { PortalShell } from './shell.tsx';

/** The console's own pages under the same ids and paths, so that they find their parameters and links here too. */
const root = createRootRoute();

const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: PortalShell });

const getParentRoute = () => signedIn;

const home = createRoute({
  getParentRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/webhooks/subscriptions' });
  },
});

export const portalRouter = createRouter({
  basepath: `/portal/${STORE}`,
  routeTree: root.addChildren([
    signedIn.addChildren([
      home,
      createRoute({ getParentRoute, ...pages.DELIVERIES }),
      createRoute({ getParentRoute, ...pages.DELIVERY }),
      createRoute({ getParentRoute, ...pages.SUBSCRIPTIONS }),
      createRoute({ getParentRoute, ...pages.NEW_SUBSCRIPTION }),
      createRoute({ getParentRoute, ...pages.SUBSCRIPTION }),
      createRoute({ getParentRoute, ...pages.STATISTICS }),
      createRoute({ getParentRoute, ...pages.RECOVERIES }),
      createRoute({ getParentRoute, ...pages.EVENTS }),
      createRoute({ getParentRoute, path: '$', component: NotFound }),
    ]),
  ]),
  defaultErrorComponent: Failed,
  defaultPreload: 'intent',
  scrollRestoration: true,
});
