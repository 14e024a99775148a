import type { Call } from './call.ts';
import type { CallOptions, Page } from './call-types.ts';
import type { Input } from './request.ts';
import { type Route, readRoute } from './route.ts';

/** A method for each line of the table. */
export function createMethods<Client>(routes: Record<string, string>, call: Call): Client {
  const methods = Object.entries(routes).map(([name, line]) => [
    name,
    createMethod(name, readRoute(line), call),
  ]);
  return Object.fromEntries(methods) as Client;
}

function createMethod(name: string, route: Route, call: Call) {
  const method = (input?: Input, options?: CallOptions) => call(name, route, input, options);
  if (!route.isPaged) return method;
  return Object.assign(method, {
    all: (input?: Input, options?: CallOptions) =>
      allItems((place) => method({ pageSize: 100, ...input, ...place }, options) as Promise<AnyPage>),
  });
}

/** Some lists are so long that their pages are read with a cursor. */
type AnyPage = Page<unknown> & { nextCursor?: string | null };
type Place = { page: number } | { cursor: string };

async function* allItems(read: (place: Place) => Promise<AnyPage>): AsyncGenerator<unknown, void, undefined> {
  let before = new Set<unknown>();
  for (let place: Place | undefined = { page: 1 }; place; ) {
    const found: AnyPage = await read(place);
    const keys = found.items.map(keyOf);
    // A new item pushes the last one of a page onto the next page, although it was already returned.
    for (const [index, item] of found.items.entries()) if (!before.has(keys[index])) yield item;
    before = new Set(keys);
    place = placeAfter(found);
  }
}

function placeAfter({ items, total, page, pageSize, nextCursor }: AnyPage): Place | undefined {
  if (nextCursor !== undefined) return nextCursor === null ? undefined : { cursor: nextCursor };
  return items.length === 0 || page * pageSize >= total ? undefined : { page: page + 1 };
}

/** Items without an id can't be compared, so all are returned. */
function keyOf(item: unknown): unknown {
  return (item as { id?: unknown }).id ?? item;
}
