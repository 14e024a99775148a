/** As stored. The index holds no longer ones. */
const MOST_CHARACTERS = 1000;

/**
 * Returns a path of the shop in one form, with its query if it has one: encoded, `%c3` as `%C3`, and without a slash at the end.
 * Undefined: it is too long, has a fragment, or names another host.
 */
export function readShopPath(text: string): string | undefined {
  const path = readPath(text);
  return path !== undefined && path.length <= MOST_CHARACTERS ? path : undefined;
}

/** Returns the forms in which a visited address may be stored: with its query, and without. */
export function readVisitedPath(text: string): string[] {
  const path = readPath(text);
  return path === undefined ? [] : [path, withoutQuery(path)];
}

export function withoutQuery(path: string): string {
  return path.replace(/\?.*$/, '');
}

function readPath(text: string): string | undefined {
  const base = 'http://shop.invalid';
  if (!text.startsWith('/') || !URL.canParse(text, base)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, base);
  // Two slashes would name another host.
  if (origin !== base || pathname.startsWith('//') || hash !== '') return undefined;
  const path = (pathname.replace(/\/+$/, '') || '/') + search;
  return path.replace(/%[0-9a-f]{2}/gi, (byte) => byte.toUpperCase());
}
