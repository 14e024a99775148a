import type { operations, ResponseOf } from '@service/contract';
import { Prisma, type VariantModel } from '@service/db';

export type PresentedStock = ResponseOf<typeof operations.getStock>;

interface StockState {
  quantity: number;
  reserved: number;
  allowBackorder: boolean;
  lowStockThreshold: number | null;
}

/** The stock of a variant before and after a change, both read under its lock: of parallel changes each begins where the one before it ended. */
export interface StockChange {
  variantId: string;
  productId: string;
  sku: string;
  version: number;
  before: StockState;
  after: StockState;
}

const stateSql = (row: string) =>
  Prisma.raw(`
  json_build_object('quantity', ${row}.stock_quantity, 'reserved', ${row}.reserved,
    'allowBackorder', ${row}.allow_backorder, 'lowStockThreshold', ${row}.low_stock_threshold)`);

/**
 * Input: `locked`, rows of variants before, and `changed`, the same rows after. Output: an array of `StockChange`. Why in the statement of
 * the change: it holds the locks, so the rows pass from one state to the next without a gap.
 */
export const STOCK_CHANGES = Prisma.sql`
  (SELECT coalesce(json_agg(json_build_object(
    'variantId', changed.id, 'productId', changed.product_id, 'sku', changed.sku, 'version', changed.version,
    'before', ${stateSql('locked')}, 'after', ${stateSql('changed')}) ORDER BY changed.id), '[]')
  FROM changed JOIN locked USING (id))`;

/** The same of a variant that was read as a whole. */
export function stockChangeOf(before: VariantModel, after: VariantModel): StockChange {
  const { id: variantId, productId, sku, version } = after;
  return { variantId, productId, sku, version, before: stateOf(before), after: stateOf(after) };
}

function stateOf({ stockQuantity, reserved, allowBackorder, lowStockThreshold }: VariantModel): StockState {
  return {
    quantity: Number(stockQuantity),
    reserved: Number(reserved),
    allowBackorder,
    lowStockThreshold: lowStockThreshold === null ? null : Number(lowStockThreshold),
  };
}

export function availableOf({ quantity, reserved }: StockState): number {
  return quantity - reserved;
}

export function isOrderable(state: StockState): boolean {
  return state.allowBackorder || availableOf(state) > 0;
}

export function isLow(state: StockState): boolean {
  return state.lowStockThreshold !== null && availableOf(state) <= state.lowStockThreshold;
}

/** The stock of a variant as the Admin API presents it. */
export function presentStock(variant: VariantModel): PresentedStock {
  return presentState(variant.id, variant.version, stateOf(variant));
}

export function presentState(variantId: string, version: number, state: StockState): PresentedStock {
  return { variantId, ...state, available: availableOf(state), version };
}
