import { createRootRoute, createRoute } from '@tanstack/react-router';
import { Shell } from '../shell.tsx';

export { texts } from '../texts.ts';

export const root = createRootRoute();

export const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: Shell });
