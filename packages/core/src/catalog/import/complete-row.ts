import type { Transaction } from '../../context.ts';
import { toMinorUnits } from '../../imports/index.ts';
import type { GivenRow } from './upsert-products.ts';

/** A row that says all that its variant and its product need. */
export type CompleteRow = Omit<GivenRow, 'price' | 'compareAtPrice' | 'categoryPaths'> &
  Required<Pick<GivenRow, 'slug' | 'title' | 'priceAmount'>>;

/** What a row is completed from: its product and variant as they are, or as an earlier row makes them. */
interface Known {
  title: string | undefined;
  priceAmount: number | undefined;
  /** The variant's; of a new one the store's. */
  currency: string;
}

/** Returns the slugs of the products that these SKUs belong to. They aren't locked. */
export async function findSlugs(
  { db, tenantId }: Transaction,
  skus: readonly string[],
): Promise<Map<string, string>> {
  if (skus.length === 0) return new Map();
  const found = await db.sql<{ sku: string; slug: string }[]>`
    SELECT v.sku, p.slug FROM variants v
    JOIN products p ON p.tenant_id = v.tenant_id AND p.id = v.product_id
    WHERE v.tenant_id = ${tenantId}::uuid AND v.sku = ANY (${skus})`;
  return new Map(found.map(({ sku, slug }) => [sku, slug]));
}

/** Returns the row with its amounts in minor units and with what is known already, or why it is refused. */
export function completeRow(
  { price, compareAtPrice, categoryPaths: _, ...row }: GivenRow & { slug: string },
  known: Known,
): CompleteRow | string {
  const currency = row.currency?.toUpperCase() ?? known.currency;
  if (price !== undefined && row.priceAmount !== undefined) return 'Give either price or priceAmount.';
  if (compareAtPrice !== undefined && row.compareAtAmount !== undefined)
    return 'Give either compareAtPrice or compareAtAmount.';
  const given = price === undefined ? row.priceAmount : toMinorUnits(price, currency);
  const compareAtAmount =
    compareAtPrice === undefined ? row.compareAtAmount : toMinorUnits(compareAtPrice, currency);
  if (given === null || (compareAtPrice !== undefined && compareAtAmount === null))
    return `An amount has more digits behind the point than ${currency} has.`;
  const [title, priceAmount] = [row.title ?? known.title, given ?? known.priceAmount];
  if (title === undefined) return 'A new product needs a title.';
  if (priceAmount === undefined) return 'A new SKU needs price or priceAmount.';
  return { ...row, title, priceAmount, ...(compareAtAmount === undefined ? {} : { compareAtAmount }) };
}
