import type { InputOf, operations } from '@service/contract';
import { Prisma, type VariantModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { recordEvent } from '../webhooks/index.ts';
import { findVariant, type VariantIds, variantNotFound } from './find-variant.ts';
import { type PresentedVariant, presentVariant } from './present.ts';
import { stockMovementSql } from './stock-movement-sql.ts';
import { VARIANT } from './variant-columns.ts';

export type NewVariant = InputOf<typeof operations.createVariant>['body'];

/** Refuses with `not_found` or `duplicate_sku`. Records `product.updated`. */
export async function createVariant(
  ctx: Context,
  productId: string,
  input: NewVariant,
): Promise<PresentedVariant> {
  return inTransaction(ctx, async (tx) => {
    const place = await tx.db.variant.count({ where: { productId } });
    const [variant] = await insertVariants(tx, [{ position: place, ...input, productId }]);
    await recordEvent(tx, 'product.updated', { productId });
    const after = presentVariant(variant as VariantModel);
    const subject = { type: 'variant', id: after.id };
    await recordChange(tx, { action: 'variant.created', subject, after });
    return after;
  });
}

/** Writes the rows, and a movement for each that begins with a stock. */
export async function insertVariants(
  tx: Transaction,
  input: readonly (NewVariant & { productId: string })[],
): Promise<VariantModel[]> {
  if (input.length === 0) return [];
  const { currency } = await tx.db.tenant.findUniqueOrThrow({
    where: { id: tx.tenantId },
    select: { currency: true },
  });
  const variants = await tx.db.variant.createManyAndReturn({
    data: input.map(({ productId, ...variant }, position) => ({
      ...(VARIANT.toStored({ currency, position, ...variant }) as Prisma.VariantCreateManyInput),
      tenantId: tx.tenantId,
      productId,
      createdAt: tx.now(),
      updatedAt: tx.now(),
    })),
  });
  const stocked = variants.filter(({ stockQuantity }) => stockQuantity > 0n).map(({ id }) => id);
  if (stocked.length > 0) await recordInitialStock(tx, stocked);
  return variants;
}

async function recordInitialStock(tx: Transaction, variantIds: string[]): Promise<void> {
  const moved = Prisma.sql`
    SELECT id, 'initial', stock_quantity, 0::bigint, stock_quantity, reserved FROM variants
    WHERE tenant_id = ${tx.tenantId}::uuid AND id = ANY (${variantIds}::uuid[])`;
  await tx.db.$executeRaw(stockMovementSql(tx, moved));
}

export async function getVariant(ctx: Context, ids: VariantIds): Promise<PresentedVariant> {
  return presentVariant(await findVariant(ctx, ids));
}

/** Refuses with `not_found`. Records `product.updated`. */
export function deleteVariant(ctx: Context, ids: VariantIds): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const before = presentVariant(await findVariant(tx, ids));
    const { count } = await tx.db.variant.deleteMany({ where: { id: ids.variantId } });
    if (count === 0) variantNotFound(ids.variantId);
    await recordEvent(tx, 'product.updated', { productId: ids.productId });
    const subject = { type: 'variant', id: ids.variantId };
    await recordChange(tx, { action: 'variant.deleted', subject, before });
  });
}
