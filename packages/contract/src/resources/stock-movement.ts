/** What changes a stock, or what orders hold of it. */
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
