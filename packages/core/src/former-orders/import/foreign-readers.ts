import type { ForeignReader } from '../../imports/index.ts';
import { readExport } from './export-rows.ts';
import { readShopify } from './shopify-rows.ts';
import { readWooCommerce } from './woocommerce-rows.ts';

/** By the columns. Undefined: the columns are the members of a row. */
export function foreignReaderOf(columns: readonly string[]): ForeignReader | undefined {
  const has = (...names: string[]) => names.every((name) => columns.includes(name));
  if (has('order', 'placedat', 'quantity')) return readExport;
  if (has('name', 'financial status', 'lineitem name')) return readShopify;
  return has('order_number', 'billing_email') ? readWooCommerce : undefined;
}
