/** Thrown by a route; sent as a permanent redirect. */
export class PermanentRedirect extends Error {
  override readonly name = 'PermanentRedirect';

  constructor(readonly location: string) {
    super(location);
  }
}

/** Returns the result, or redirects to its current address. */
export async function orRedirect<T extends object>(
  found: Promise<T | { movedTo: string }>,
  addressOf: (movedTo: string) => string,
): Promise<T> {
  const result = await found;
  if ('movedTo' in result) throw new PermanentRedirect(addressOf(result.movedTo as string));
  return result as T;
}
