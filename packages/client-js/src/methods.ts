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
      allItems((page) => method({ pageSize: 100, ...input, page }, options) as Promise<Page<unknown>>),
  });
}

async function* allItems(
  read: (page: number) => Promise<Page<unknown>>,
): AsyncGenerator<unknown, void, undefined> {
  let before = new Set<unknown>();
  for (let number = 1; ; number += 1) {
    const { items, total, page, pageSize } = await read(number);
    const keys = items.map(keyOf);
    // A new item pushes the last one of a page onto the next page, where it was seen already.
    for (const [index, item] of items.entries()) if (!before.has(keys[index])) yield item;
    if (items.length === 0 || page * pageSize >= total) return;
    before = new Set(keys);
  }
}

/** Items without an id can't be told apart, and each comes. */
function keyOf(item: unknown): unknown {
  return (item as { id?: unknown }).id ?? item;
}
