type Units = readonly { lineId: string; quantity: number }[];

/** How many of each line, however often it is named. */
export function sumByLine(lines: unknown): [string, number][] {
  return sumByKey((lines as Units).map(({ lineId, quantity }) => [lineId.toLowerCase(), quantity] as const));
}

/** The counts of each key together. */
export function sumByKey(units: readonly (readonly [string, number])[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const [key, count] of units) sums.set(key, (sums.get(key) ?? 0) + count);
  return [...sums];
}

export function toLine([lineId, quantity]: readonly [string, number]) {
  return { lineId, quantity };
}
