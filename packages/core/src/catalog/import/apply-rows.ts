import { fitsMetadata, importRow } from '@service/contract';
import type { VariantModel } from '@service/db';
import type { Transaction } from '../../context.ts';
import {
  type CheckRow,
  createRowChecker,
  type ImportRow,
  knownMembers,
  type RowOutcome,
  SHOWN_CHANGES,
} from '../../imports/index.ts';
import type { StoredImage } from '../../pictures/index.ts';
import { taxClassesOf } from '../../taxes/index.ts';
import { type EventChange, recordEvents } from '../../webhooks/index.ts';
import { imageResolver } from '../product-images.ts';
import { variantsChanged, type WrittenVariant } from '../variant-events.ts';
import { changeOf } from './change-of-row.ts';
import { completeRow, findSlugs } from './complete-row.ts';
import { ensureCategories } from './ensure-categories.ts';
import { type GivenRow, upsertProducts, type Wanted } from './upsert-products.ts';
import { upsertVariants } from './upsert-variants.ts';

const openChecker = createRowChecker(importRow);

/**
 * Input: rows of a file, each a variant with its product. Output: what became of each. Why a batch and not a row at a
 * time: it costs a dozen statements whatever its size. What exists is locked and compared first, so that only what
 * differs is written and announced; of rows with one slug or SKU the later wins.
 */
export async function applyRows(tx: Transaction, rows: readonly ImportRow[]): Promise<RowOutcome[]> {
  const outcomes = new Map<number, RowOutcome>();
  const refuseRow = (number: number, reason: string) =>
    outcomes.set(number, { number, outcome: 'refused', reason });

  const checkRow = await openChecker();
  const checked: { number: number; row: GivenRow }[] = [];
  for (const { number, data, reason } of rows) {
    const problem = reason ?? problemOf(data, checkRow);
    if (problem) refuseRow(number, problem);
    else checked.push({ number, row: knownMembers(data, importRow) as GivenRow });
  }
  const unnamed = checked.flatMap(({ row }) => (row.slug === undefined ? [row.sku] : []));
  const slugs = await findSlugs(tx, unnamed);
  const wanted: { number: number; row: GivenRow & { slug: string } }[] = [];
  for (const { number, row } of checked) {
    const slug = row.slug ?? slugs.get(row.sku);
    if (slug === undefined) refuseRow(number, `There is no SKU ${row.sku}: a new one needs a slug.`);
    else {
      slugs.set(row.sku, slug);
      wanted.push({ number, row: { ...row, slug } });
    }
  }

  const slugOfPath = await ensureCategories(
    tx,
    wanted.flatMap(({ row }) => row.categoryPaths ?? []),
  );
  for (const { row } of wanted) if (row.categoryPaths) row.categories = categoriesOf(row, slugOfPath);
  const known = await lockKnown(
    tx,
    wanted.map(({ row }) => row),
  );
  const resolveImage = await imageResolver(
    tx,
    wanted.flatMap(({ row }) => row.images ?? []),
  );
  const hasTaxClass = await taxClassesOf(
    tx,
    wanted.flatMap(({ row }) => [row.taxClass, row.variantTaxClass]),
  );
  const { currency: ofStore } = await tx.db.tenant.findUniqueOrThrow({ where: { id: tx.tenantId } });
  const titles = new Map([...known.products].map(([slug, { title }]) => [slug, title]));
  const prices = new Map(
    [...known.variants].map(([sku, { priceAmount, currency }]) => [
      sku,
      { priceAmount: Number(priceAmount), currency },
    ]),
  );
  const accepted = wanted.flatMap(({ number, row }): { number: number; row: Wanted }[] => {
    const refused = (reason: string) => {
      refuseRow(number, reason);
      return [];
    };
    if (row.categoryPaths?.some((path) => slugOfPath.get(path) === undefined))
      return refused('Too many new categories are in the rows around it: import it again.');
    const unknown = row.categories?.find((slug) => !known.categoryIds.has(slug));
    if (unknown !== undefined) return refused(`There is no category ${unknown}.`);
    const noClass = [row.taxClass, row.variantTaxClass].find((each) => each && !hasTaxClass(each));
    if (noClass) return refused(`There is no tax class ${noClass}.`);
    const images = row.images?.map(resolveImage);
    const missing = images?.indexOf(undefined) ?? -1;
    if (missing >= 0) return refused(`There is no picture ${row.images?.[missing]?.url}.`);
    const owner = known.slugBySku.get(row.sku) ?? row.slug;
    known.slugBySku.set(row.sku, owner);
    if (owner !== row.slug) return refused(`The SKU belongs to the product ${owner}.`);
    const variant = known.variants.get(row.sku);
    if (variant && fallsBelowReserved(variant, row))
      return refused(`${variant.reserved} are reserved for orders.`);
    const { priceAmount, currency = ofStore } = prices.get(row.sku) ?? {};
    const complete = completeRow(row, { title: titles.get(row.slug), priceAmount, currency });
    if (typeof complete === 'string') return refused(complete);
    titles.set(row.slug, complete.title);
    prices.set(row.sku, {
      priceAmount: complete.priceAmount,
      currency: complete.currency?.toUpperCase() ?? currency,
    });
    return [{ number, row: { ...complete, images: images as StoredImage[] | undefined } }];
  });

  const products = await upsertProducts(
    tx,
    known.products,
    known.categoryIds,
    accepted.map(({ row }) => row),
  );
  const variants = await upsertVariants(
    tx,
    known.variants,
    products.idBySlug,
    accepted.map(({ row }) => row),
  );
  await tellOf(tx, products, variants.byProduct);

  let shown = 0;
  for (const { number, row } of accepted) {
    const isNew = variants.created.has(row.sku);
    const isChanged = variants.updated.has(row.sku) || products.updated.has(row.slug);
    const outcome = isNew ? 'created' : isChanged ? 'updated' : 'unchanged';
    const isShown = outcome === 'updated' && shown < SHOWN_CHANGES;
    const change = isShown ? changeOf(row, known, { products, variants }) : undefined;
    if (isShown) shown += 1;
    outcomes.set(number, { number, outcome, reason: null, change });
  }
  return rows.map(({ number }) => outcomes.get(number) as RowOutcome);
}

/** Those that it names by their slugs, and those by their paths. */
function categoriesOf(
  { categories = [], categoryPaths = [] }: GivenRow,
  slugOfPath: ReadonlyMap<string, string | undefined>,
): string[] {
  return [...new Set([...categories, ...categoryPaths.flatMap((path) => slugOfPath.get(path) ?? [])])];
}

function problemOf(data: unknown, checkRow: CheckRow): string | undefined {
  const problem = checkRow(knownMembers(data, importRow));
  if (!problem) return tooLargeMetadata(data as GivenRow);
  const { path, message } = problem;
  const hint = /Amount$/.test(path) ? '; 3990 is 39.90, which `price` takes' : '';
  return `${path} ${message}${hint}`.trim();
}

function tooLargeMetadata({ metadata = {}, variantMetadata = {} }: GivenRow): string | undefined {
  if (!fitsMetadata(metadata)) return '/metadata is too large.';
  return fitsMetadata(variantMetadata) ? undefined : '/variantMetadata is too large.';
}

/** As `changeVariant` refuses it with `below_reserved`. */
function fallsBelowReserved(variant: VariantModel, { stockQuantity, allowBackorder }: GivenRow): boolean {
  if (stockQuantity === undefined || (allowBackorder ?? variant.allowBackorder)) return false;
  return stockQuantity < variant.stockQuantity && stockQuantity < variant.reserved;
}

/** The products, variants and categories that the rows name, locked in the order of their ids. */
async function lockKnown(tx: Transaction, rows: readonly (GivenRow & { slug: string })[]) {
  const slugs = [...new Set(rows.map(({ slug }) => slug))];
  const skus = [...new Set(rows.map(({ sku }) => sku))];
  const categories = [...new Set(rows.flatMap((row) => row.categories ?? []))];
  await tx.db.sql.count`
    SELECT FROM products WHERE tenant_id = ${tx.tenantId}::uuid AND slug = ANY (${slugs}) ORDER BY id FOR NO KEY UPDATE`;
  await tx.db.sql.count`
    SELECT FROM variants WHERE tenant_id = ${tx.tenantId}::uuid AND sku = ANY (${skus}) ORDER BY id FOR NO KEY UPDATE`;
  // The listings too, which the triggers of products and variants write in several statements.
  await tx.db.sql.count`
    SELECT FROM product_listings l
    WHERE l.tenant_id = ${tx.tenantId}::uuid AND l.product_id IN (
      SELECT id FROM products WHERE tenant_id = ${tx.tenantId}::uuid AND slug = ANY (${slugs}))
    ORDER BY l.product_id FOR NO KEY UPDATE`;
  const categoryIds = new Map(
    (categories.length > 0 ? await lockCategories(tx, categories) : []).map(({ slug, id }) => [slug, id]),
  );
  const [products, variants] = [
    await tx.db.product.findMany({ where: { slug: { in: slugs } } }),
    await tx.db.variant.findMany({
      where: { sku: { in: skus } },
      include: { product: { select: { slug: true } } },
    }),
  ];
  return {
    categoryIds,
    products: new Map(products.map((product) => [product.slug, product])),
    variants: new Map(variants.map((variant) => [variant.sku, variant as VariantModel])),
    slugBySku: new Map(variants.map(({ sku, product }) => [sku, product.slug])),
  };
}

/** Locked only against being deleted. */
function lockCategories(tx: Transaction, slugs: readonly string[]): Promise<{ id: string; slug: string }[]> {
  return tx.db.sql`
    SELECT id, slug FROM categories WHERE tenant_id = ${tx.tenantId}::uuid AND slug = ANY (${slugs})
    ORDER BY id FOR KEY SHARE`;
}

/** One event for each product, however many of its rows changed something. */
async function tellOf(
  tx: Transaction,
  products: {
    created: ReadonlySet<string>;
    changes: ReadonlyMap<string, EventChange[]>;
    moved: readonly { slug: string; status: string }[];
    idBySlug: ReadonlyMap<string, string>;
  },
  variants: ReadonlyMap<string, readonly WrittenVariant[]>,
): Promise<void> {
  const idsOf = (slugs: ReadonlySet<string>) =>
    [...slugs].map((slug) => products.idBySlug.get(slug) as string);
  const created = new Set(idsOf(products.created));
  const updated = new Set([...products.changes.keys(), ...variants.keys()].filter((id) => !created.has(id)));
  await recordEvents(
    tx,
    'product.created',
    [...created].map((productId) => ({ productId })),
  );
  await recordEvents(
    tx,
    'product.updated',
    [...updated].map((productId) => ({ productId })),
    ({ productId }) => ({
      changes: [
        ...(products.changes.get(productId) ?? []),
        ...(variants.has(productId) ? variantsChanged(variants.get(productId) ?? []) : []),
      ],
    }),
  );
  for (const [name, status] of [
    ['product.published', 'published'],
    ['product.unpublished', 'draft'],
  ] as const) {
    const slugs = products.moved.filter((product) => product.status === status).map(({ slug }) => slug);
    await recordEvents(
      tx,
      name,
      idsOf(new Set(slugs)).map((productId) => ({ productId })),
      ({ productId }) => ({
        changes: products.changes.get(productId)?.filter((change) => change.name === 'status'),
      }),
    );
  }
}
