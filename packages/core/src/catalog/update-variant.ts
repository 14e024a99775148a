import type { InputOf, operations } from '@service/contract';
import { Prisma } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction } from '../context.ts';
import { changeVariant } from './change-variant.ts';
import type { VariantIds } from './find-variant.ts';
import { type PresentedVariant, presentVariant } from './present.ts';

type VariantPatch = InputOf<typeof operations.updateVariant>['body'];

/** The fields that an operator may change, and their columns. */
const COLUMNS: Readonly<Record<keyof VariantPatch, string>> = {
  sku: 'sku',
  title: 'title',
  options: 'options',
  priceAmount: 'price_amount',
  currency: 'currency',
  compareAtAmount: 'compare_at_amount',
  stockQuantity: 'stock_quantity',
  allowBackorder: 'allow_backorder',
  weightGrams: 'weight_grams',
  lengthMm: 'length_mm',
  widthMm: 'width_mm',
  heightMm: 'height_mm',
  position: 'position',
};

/** An absent field keeps its value, null clears it. Refuses like `changeVariant`. */
export async function updateVariant(
  ctx: Context,
  ids: VariantIds,
  patch: VariantPatch,
): Promise<PresentedVariant> {
  return inTransaction(ctx, async (tx) => {
    const { variant, changed } = await changeVariant(tx, ids, {
      patch: Prisma.sql`${JSON.stringify(patchedColumns(patch))}::jsonb`,
      movement: { kind: 'set' },
    });
    const subject = { type: 'variant', id: variant.id };
    if (changed) await recordChange(tx, { action: 'variant.updated', subject, after: patch });
    return presentVariant(variant);
  });
}

function patchedColumns({ currency, ...patch }: VariantPatch): Record<string, unknown> {
  const fields = { ...patch, ...(currency ? { currency: currency.toUpperCase() } : {}) };
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [COLUMNS[field as keyof VariantPatch], value]),
  );
}
