import type { operations, ResponseOf } from '@service/contract';
import type { ProductModel, VariantModel } from '@service/db';

export type PresentedProduct = ResponseOf<typeof operations.createProduct>;
type PresentedVariant = PresentedProduct['variants'][number];

export function presentProduct(product: ProductModel, variants: readonly VariantModel[]): PresentedProduct {
  return {
    id: product.id,
    title: product.title,
    slug: product.slug,
    description: product.description,
    status: product.status as PresentedProduct['status'],
    version: product.version,
    createdAt: product.createdAt.toISOString(),
    variants: variants.map(presentVariant),
  };
}

function presentVariant(variant: VariantModel): PresentedVariant {
  return {
    id: variant.id,
    sku: variant.sku,
    title: variant.title,
    options: variant.options as Record<string, string>,
    priceAmount: Number(variant.priceAmount),
    currency: variant.currency,
    compareAtAmount: numberOrNull(variant.compareAtAmount),
    stockQuantity: Number(variant.stockQuantity),
    allowBackorder: variant.allowBackorder,
    weightGrams: numberOrNull(variant.weightGrams),
    lengthMm: numberOrNull(variant.lengthMm),
    widthMm: numberOrNull(variant.widthMm),
    heightMm: numberOrNull(variant.heightMm),
    position: Number(variant.position),
  };
}

function numberOrNull(value: bigint | null): number | null {
  return value === null ? null : Number(value);
}
