import type { ForeignRow, Line } from './foreign-lines.ts';
import { readShopify } from './shopify-rows.ts';
import { readWooCommerce } from './woocommerce-rows.ts';

/** Reads the export of another shop program, whose lines are one by one neither variants nor products. */
export type ForeignReader = (lines: AsyncIterable<Line>) => AsyncGenerator<ForeignRow>;

/** By columns that no file of ours has. Undefined: the file is one of ours. */
export function foreignReaderOf(columns: readonly string[]): ForeignReader | undefined {
  const has = (...names: string[]) => names.every((name) => columns.includes(name));
  if (has('handle', 'variant price') || has('url handle', 'option1 value')) return readShopify;
  return has('type', 'regular price', 'parent') ? readWooCommerce : undefined;
}
