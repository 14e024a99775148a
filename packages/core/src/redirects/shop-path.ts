/** As stored. The index holds no longer ones. */
const MOST_CHARACTERS = 1000;

/**
 * Returns a path of the shop in one form, with its query if it has one: encoded, and without a slash at the end. Undefined: it is too
 * long, has a fragment, or names another host.
 */
export function readShopPath(text: string): string | undefined {
  const base = 'http://shop.invalid';
  if (!text.startsWith('/') || !URL.canParse(text, base)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, base);
  // Two slashes would name another host.
  if (origin !== base || pathname.startsWith('//') || hash !== '') return undefined;
  const path = (pathname.replace(/\/+$/, '') || '/') + search;
  return path.length <= MOST_CHARACTERS ? path : undefined;
}
