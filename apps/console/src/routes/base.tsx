import { createRootRoute, createRoute } from '@tanstack/react-router';
import { NotFound } from '../pages/not-found.tsx';
import { Shell } from '../shell.tsx';

export { texts } from '../texts.ts';

export const root = createRootRoute({ notFoundComponent: NotFound });

export const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: Shell });
