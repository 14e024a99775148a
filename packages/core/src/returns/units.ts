type Units = readonly { lineId: string; quantity: number }[];

/** The quantity of each line, even if it occurs several times. */
export function sumByLine(lines: unknown): [string, number][] {
  return sumByKey((lines as Units).map(({ lineId, quantity }) => [lineId.toLowerCase(), quantity] as const));
}

/** The sum of each key's quantities. */
export function sumByKey(units: readonly (readonly [string, number])[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const [key, count] of units) sums.set(key, (sums.get(key) ?? 0) + count);
  return [...sums];
}

export function toLine([lineId, quantity]: readonly [string, number]) {
  return { lineId, quantity };
}
