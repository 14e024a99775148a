import type { ForeignReader } from '../../imports/index.ts';
import { readShopify } from './shopify-rows.ts';
import { readWooCommerce } from './woocommerce-rows.ts';

/** By columns that no file of ours has. Undefined: the file is one of ours. */
export function foreignReaderOf(columns: readonly string[]): ForeignReader | undefined {
  const has = (...names: string[]) => names.every((name) => columns.includes(name));
  if (has('handle', 'variant price') || has('url handle', 'option1 value')) return readShopify;
  return has('type', 'regular price', 'parent') ? readWooCommerce : undefined;
}
