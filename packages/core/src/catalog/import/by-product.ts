/** What rows say of each product, by its id, in the order of the rows. */
export function byProduct<Row extends { productId: string }, Value>(
  rows: readonly Row[],
  toValue: (row: Row) => Value,
): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const row of rows) {
    const group = groups.get(row.productId);
    if (group) group.push(toValue(row));
    else groups.set(row.productId, [toValue(row)]);
  }
  return groups;
}
