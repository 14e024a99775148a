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

export function variantNotFound(variantId: string): never {
  refuse('not_found', `No variant ${variantId} of this product.`);
}
