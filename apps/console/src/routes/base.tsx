import { createRootRoute, createRoute } from '@tanstack/react-router';
import { NotFound } from '../pages/not-found.tsx';
import { Shell } from '../shell.tsx';

export const root = createRootRoute({ notFoundComponent: NotFound });

export const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: Shell });

/** Of a query string, only texts under these names. */
export function texts<const Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): { [Each in Name]?: string } =>
    Object.fromEntries(
      names.flatMap((name) => (search[name] === undefined ? [] : [[name, String(search[name])]])),
    ) as { [Each in Name]?: string };
}
