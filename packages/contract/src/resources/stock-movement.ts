/** The kinds of changes of a stock, or of its reserved part. */
export const STOCK_MOVEMENT_KINDS = [
  'initial',
  'set',
  'adjusted',
  'reserved',
  'released',
  'shipped',
  'returned',
  'written_off',
] as const;

export type StockMovementKind = (typeof STOCK_MOVEMENT_KINDS)[number];
