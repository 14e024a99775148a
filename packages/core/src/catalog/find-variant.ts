import { refuse } from '@service/contract';
import type { VariantModel } from '@service/db';
import type { Context } from '../context.ts';

export interface VariantIds {
  productId: string;
  variantId: string;
}

/** Refuses with `not_found`, also for a variant of another product. */
export async function findVariant(ctx: Context, { productId, variantId }: VariantIds): Promise<VariantModel> {
  const variant = await ctx.db.variant.findFirst({ where: { id: variantId, productId } });
  return variant ?? variantNotFound(variantId);
}

/** Refuses with `not_found`. */
export async function findVariantById({ db, tenantId }: Context, id: string): Promise<VariantModel> {
  const variant = await db.variant.findUnique({ where: { tenantId_id: { tenantId, id } } });
  return variant ?? refuse('not_found', `No variant ${id}.`);
}

/** The parts of these variants that an order copies, by id; an unknown id is absent. */
export async function readSold(ctx: Context, ids: readonly string[]) {
  const variants = await ctx.db.variant.findMany({
    where: { id: { in: [...ids] } },
    include: { product: { select: { title: true, taxClass: true } } },
  });
  return new Map(
    variants.map(
      ({
        id: variantId,
        productId,
        sku,
        title: variantTitle,
        requiresShipping,
        taxClass,
        product: { title: productTitle, taxClass: ofProduct },
      }) => [
        variantId,
        {
          productId,
          variantId,
          sku,
          title: variantTitle ?? productTitle,
          productTitle,
          variantTitle,
          taxClass: taxClass ?? ofProduct,
          requiresShipping,
        },
      ],
    ),
  );
}

export function variantNotFound(variantId: string): never {
  refuse('not_found', `No variant ${variantId} of this product.`);
}
