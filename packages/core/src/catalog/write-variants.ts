import type { VariantModel } from '@service/db';
import { actorName, type Transaction } from '../context.ts';
import { announceChange } from './announce-changes.ts';
import { insertVariants, type NewVariant } from './variants.ts';
import type { Wanted } from './write-products.ts';

/**
 * Input: rows, the variants that exist of those they name, locked, and the ids of their products. Output: which were
 * made, which changed, and the products of both. Leaves a stock movement where the quantity differs.
 */
export async function writeVariants(
  tx: Transaction,
  known: ReadonlyMap<string, VariantModel>,
  idBySlug: ReadonlyMap<string, string>,
  rows: readonly Wanted[],
) {
  const added = new Map<string, NewVariant & { productId: string }>();
  const patched = new Map<string, VariantModel>();
  for (const {
    slug,
    title: _title,
    description: _description,
    status: _status,
    categories: _categories,
    images: _images,
    variantTitle,
    ...fields
  } of rows) {
    const productId = idBySlug.get(slug) as string;
    const patch = { ...fields, ...(variantTitle === undefined ? {} : { title: variantTitle }) };
    const before = patched.get(fields.sku) ?? known.get(fields.sku);
    if (before) patched.set(fields.sku, applyPatch(before, patch));
    else {
      const position = [...added.values()].filter((each) => each.productId === productId).length;
      added.set(fields.sku, { position, ...added.get(fields.sku), ...patch, productId });
    }
  }
  await insertVariants(tx, [...added.values()]);
  const changed = [...patched.values()].filter((variant) => differs(variant, known.get(variant.sku)));
  await updateVariants(tx, changed, known);
  for (const variant of changed) announceChange(tx, known.get(variant.sku) as VariantModel, variant);
  return {
    created: new Set(added.keys()),
    updated: new Set(changed.map(({ sku }) => sku)),
    touchedProducts: [...added.values(), ...changed].map(({ productId }) => productId),
  };
}

type Patch = Omit<NewVariant, 'title'> & { title?: string | null };

const AMOUNTS = [
  'priceAmount',
  'compareAtAmount',
  'stockQuantity',
  'weightGrams',
  'lengthMm',
  'widthMm',
  'heightMm',
  'position',
] as const;

function applyPatch(before: VariantModel, patch: Patch): VariantModel {
  const amounts = Object.fromEntries(
    AMOUNTS.flatMap((field) => {
      const value = patch[field];
      return value === undefined ? [] : [[field, value === null ? null : BigInt(value)]];
    }),
  );
  return {
    ...before,
    ...amounts,
    title: patch.title === undefined ? before.title : patch.title,
    options: patch.options ?? before.options,
    currency: patch.currency?.toUpperCase() ?? before.currency,
    allowBackorder: patch.allowBackorder ?? before.allowBackorder,
  };
}

function differs(after: VariantModel, before: VariantModel | undefined): boolean {
  return comparable(after) !== comparable(before);
}

function comparable(variant: VariantModel | undefined): string {
  const { options = {}, ...columns } = variant ?? ({} as Partial<VariantModel>);
  const sorted = Object.entries(options as object).sort(([a], [b]) => (a < b ? -1 : 1));
  return toJson([sorted, columns]);
}

async function updateVariants(
  tx: Transaction,
  changed: readonly VariantModel[],
  known: ReadonlyMap<string, VariantModel>,
): Promise<void> {
  if (changed.length === 0) return;
  await tx.db.$executeRaw`
    UPDATE variants v
    SET title = g.title, options = g.options, price_amount = g."priceAmount", currency = g.currency,
      compare_at_amount = g."compareAtAmount", stock_quantity = g."stockQuantity", allow_backorder = g."allowBackorder",
      weight_grams = g."weightGrams", length_mm = g."lengthMm", width_mm = g."widthMm", height_mm = g."heightMm",
      position = g.position, version = v.version + 1, updated_at = ${tx.now()}::timestamptz
    FROM json_to_recordset(${toJson(changed)}::json) AS g(
      id uuid, title text, options jsonb, "priceAmount" bigint, currency text, "compareAtAmount" bigint,
      "stockQuantity" bigint, "allowBackorder" boolean, "weightGrams" bigint, "lengthMm" bigint, "widthMm" bigint,
      "heightMm" bigint, position bigint
    )
    WHERE v.tenant_id = ${tx.tenantId}::uuid AND v.id = g.id`;
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

/** Bigints as numbers: none is beyond what JSON numbers carry. */
function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, member) => (typeof member === 'bigint' ? Number(member) : member));
}
