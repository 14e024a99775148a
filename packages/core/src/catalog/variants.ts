import type { InputOf, operations } from '@service/contract';
import { Prisma, type VariantModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction } from '../context.ts';
import { assertTaxClasses } from '../taxes/index.ts';
import {
  enqueueDue,
  listedBy,
  RECORDED,
  type Recorded,
  recordEvent,
  recordingEvent,
} from '../webhooks/index.ts';
import { findVariant, findVariantById, type VariantIds, variantNotFound } from './find-variant.ts';
import { insertingVariants } from './insert-variants.ts';
import { type PresentedVariant, presentVariant } from './present.ts';
import { AS_MODEL } from './variant-columns.ts';
import { recordVariantCreations, variantsChanged } from './variant-events.ts';

type Row = VariantModel & Recorded & { listed: string[] };

/**
 * Refuses with `not_found`, `duplicate_sku`, or `validation_failed` for an unknown tax class. Why one statement: the variant, its stock movement, `product.updated` and
 * its deliveries are one trip to the database.
 */
export function createVariant(
  ctx: Context,
  productId: string,
  input: InputOf<typeof operations.createVariant>['body'],
): Promise<PresentedVariant> {
  return inTransaction(ctx, async (tx) => {
    await assertTaxClasses(tx, [{ path: '/body/taxClass', taxClass: input.taxClass }]);
    const happened = Prisma.sql`SELECT json_build_object('productId', product_id) FROM created`;
    const [row] = await tx.db.sql<[Row]>`
      WITH ${insertingVariants(tx, [{ ...input, productId }])},
      ${recordingEvent(tx, 'product.updated', happened)}
      SELECT ${AS_MODEL}, ${RECORDED}, ${listedBy(tx, ['variant.created'])} AS listed FROM created v`;
    const { recorded, listed, ...variant } = row;
    enqueueDue(tx, recorded, () => ({ changes: variantsChanged([{ before: undefined, after: variant }]) }));
    await recordVariantCreations(tx, [variant], listed);
    const after = presentVariant(variant);
    const subject = { type: 'variant', id: after.id };
    await recordChange(tx, { action: 'variant.created', subject, after });
    return after;
  });
}

export async function getVariant(ctx: Context, ids: VariantIds): Promise<PresentedVariant> {
  return presentVariant(await findVariant(ctx, ids));
}

/** For events, which name the variant alone. */
export async function getVariantOf(ctx: Context, variantId: string): Promise<PresentedVariant> {
  return presentVariant(await findVariantById(ctx, variantId));
}

/** Refuses with `not_found`. Records `product.updated` and `variant.deleted`. */
export function deleteVariant(ctx: Context, ids: VariantIds): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const before = presentVariant(await findVariant(tx, ids));
    const { count } = await tx.db.variant.deleteMany({ where: { id: ids.variantId } });
    if (count === 0) variantNotFound(ids.variantId);
    const changes = [{ name: 'variants', before: [before], after: [] }];
    await recordEvent(tx, 'product.updated', { productId: ids.productId }, { changes });
    await recordEvent(tx, 'variant.deleted', ids, { object: before });
    const subject = { type: 'variant', id: ids.variantId };
    await recordChange(tx, { action: 'variant.deleted', subject, before });
  });
}
