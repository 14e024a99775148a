import type { VariantModel } from '@service/db';
import { actorName, type Transaction } from '../../context.ts';
import { listedBy } from '../../webhooks/index.ts';
import { announceCrossings, announcePrice } from '../announce-changes.ts';
import { insertingVariants, type NewVariant } from '../insert-variants.ts';
import { recordStockEvents, STOCK_EVENTS } from '../record-stock-events.ts';
import { stockChangeOf } from '../stock-change.ts';
import { AS_MODEL, setFrom, toColumns, toJson, VARIANT } from '../variant-columns.ts';
import { type ChangedVariant, recordVariantCreations, recordVariantUpdates } from '../variant-events.ts';
import { byProduct } from './by-product.ts';
import type { Wanted } from './upsert-products.ts';

/**
 * Input: rows, the variants that exist of those they name, locked, and the ids of their products. Output: which were
 * made, which changed, and both by their products. Leaves a stock movement where the quantity differs, and records the events of variants
 * and of their stock.
 */
export async function upsertVariants(
  tx: Transaction,
  known: ReadonlyMap<string, VariantModel>,
  idBySlug: ReadonlyMap<string, string>,
  rows: readonly Wanted[],
) {
  const added = new Map<string, NewVariant>();
  const patched = new Map<string, VariantModel>();
  for (const {
    slug,
    title: _title,
    description: _description,
    status: _status,
    taxClass: _taxClass,
    categories: _categories,
    images: _images,
    metadata: _metadata,
    variantTitle,
    variantMetadata,
    variantTaxClass,
    ...fields
  } of rows) {
    const productId = idBySlug.get(slug) as string;
    const patch = {
      ...fields,
      ...(variantTitle === undefined ? {} : { title: variantTitle }),
      ...(variantMetadata === undefined ? {} : { metadata: variantMetadata }),
      ...(variantTaxClass === undefined ? {} : { taxClass: variantTaxClass }),
    };
    const before = patched.get(fields.sku) ?? known.get(fields.sku);
    if (before) patched.set(fields.sku, { ...before, ...VARIANT.toStored(patch) } as VariantModel);
    else {
      const position = [...added.values()].filter((each) => each.productId === productId).length;
      added.set(fields.sku, { position, ...added.get(fields.sku), ...patch, productId });
    }
  }
  const created = added.size > 0 ? await insertVariants(tx, [...added.values()]) : [];
  const changed = [...patched.values()].filter((variant) => differs(variant, known.get(variant.sku)));
  await updateVariants(tx, changed, known);
  const changes = changed.map((variant) => ({
    before: known.get(variant.sku) as VariantModel,
    after: { ...variant, version: variant.version + 1 },
  }));
  await tellOf(tx, created, changes);
  const written = [...created.map((after) => ({ before: undefined, after })), ...changes];
  return {
    created: new Set(added.keys()),
    updated: new Map(changed.map((variant) => [variant.sku, variant])),
    byProduct: byProduct(
      written.map((change) => ({ productId: change.after.productId, change })),
      ({ change }) => change,
    ),
  };
}

function insertVariants(tx: Transaction, added: readonly NewVariant[]): Promise<VariantModel[]> {
  return tx.db.sql`WITH ${insertingVariants(tx, added)} SELECT ${AS_MODEL} FROM created v`;
}

async function tellOf(
  tx: Transaction,
  created: readonly VariantModel[],
  changes: readonly ChangedVariant[],
): Promise<void> {
  if (created.length + changes.length === 0) return;
  const [{ listed }] = await tx.db.sql<[{ listed: string[] }]>`
    SELECT ${listedBy(tx, ['variant.created', 'variant.updated', ...STOCK_EVENTS])} AS listed`;
  const stock = changes.map(({ before, after }) => stockChangeOf(before, after));
  for (const { before, after } of changes) announcePrice(tx, before, after);
  announceCrossings(tx, stock);
  await recordVariantCreations(tx, created, listed);
  await recordVariantUpdates(tx, changes, listed);
  await recordStockEvents(tx, stock, { kind: 'set', listed });
}

function differs(after: VariantModel, before: VariantModel | undefined): boolean {
  return comparable(after) !== comparable(before);
}

function comparable(variant: VariantModel | undefined): string {
  const { options = {}, metadata = {}, ...columns } = variant ?? ({} as Partial<VariantModel>);
  const sorted = [options, metadata].map((given) =>
    Object.entries(given as object).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  return toJson([sorted, columns]);
}

async function updateVariants(
  tx: Transaction,
  changed: readonly VariantModel[],
  known: ReadonlyMap<string, VariantModel>,
): Promise<void> {
  if (changed.length === 0) return;
  const wanted = changed.map((variant) => ({ id: variant.id, ...toColumns(variant) }));
  await tx.db.sql.count`
    UPDATE variants v
    SET ${setFrom('given')}, version = v.version + 1, updated_at = ${tx.now()}::timestamptz
    FROM jsonb_populate_recordset(NULL::variants, ${toJson(wanted)}::jsonb) AS given
    WHERE v.tenant_id = ${tx.tenantId}::uuid AND v.id = given.id`;
  await tx.db.stockMovement.createMany({
    data: changed.flatMap((variant) => {
      const before = known.get(variant.sku)?.stockQuantity ?? 0n;
      return variant.stockQuantity === before ? [] : [movementOf(tx, variant, before)];
    }),
  });
}

function movementOf(tx: Transaction, variant: VariantModel, before: bigint) {
  return {
    tenantId: tx.tenantId,
    variantId: variant.id,
    kind: 'set',
    quantityDelta: variant.stockQuantity - before,
    reservedDelta: 0n,
    quantityAfter: variant.stockQuantity,
    reservedAfter: variant.reserved,
    note: 'Import',
    actor: actorName(tx.principal),
    createdAt: tx.now(),
  };
}
