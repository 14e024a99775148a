/** Thrown by a route; answered as a permanent redirect. */
export class MovedPermanently extends Error {
  override readonly name = 'MovedPermanently';

  constructor(readonly location: string) {
    super(location);
  }
}

/** Answers what was found, or redirects to the address that it has now. */
export async function orMoved<T extends object>(
  found: Promise<T | { movedTo: string }>,
  addressOf: (movedTo: string) => string,
): Promise<T> {
  const result = await found;
  if ('movedTo' in result) throw new MovedPermanently(addressOf(result.movedTo as string));
  return result as T;
}
