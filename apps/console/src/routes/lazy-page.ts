import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';

/** The code of a page can't be loaded, because the service can't be reached. */
class PageNotLoaded extends Error {
  override readonly name = 'PageNotLoaded';
}

/**
 * A page whose code is loaded when it is opened. The router reloads everything where code isn't found: right after an
 * upgrade, and once a network is back, since browsers remember what couldn't be loaded. While the service can't be
 * reached, a reload would leave an empty window.
 */
export function lazyPage<Module, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(async (): Promise<Record<string, ComponentType>> => {
    try {
      return (await load()) as Record<string, ComponentType>;
    } catch (cause) {
      if (await isReached()) throw cause;
      throw new PageNotLoaded('The code of this page could not be loaded.', { cause });
    }
  }, name);
}

function isReached(): Promise<boolean> {
  return fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}
