import type { operations, ResponseOf } from '@service/contract';
import type { ProductCategoryModel, ProductModel, VariantModel } from '@service/db';
import type { Context } from '../context.ts';
import { asIs, createColumns } from '../patch.ts';
import { presentImage, type StoredImage } from '../pictures/index.ts';
import { VARIANT } from './variant-columns.ts';

export type PresentedProduct = ResponseOf<typeof operations.getProduct>;
export type PresentedVariant = ResponseOf<typeof operations.getVariant>;
type OptionsMatrix = PresentedProduct['options'];

/** The fields of a product that an operator writes; its parts have rows of their own. */
export const PRODUCT = createColumns<
  ProductModel,
  PresentedProduct,
  'title' | 'slug' | 'description' | 'status' | 'taxClass' | 'metadata'
>({ title: asIs, slug: asIs, description: asIs, status: asIs, taxClass: asIs, metadata: asIs });

/** A product with all its parts, in order. */
export interface WholeProduct extends ProductModel {
  variants: readonly VariantModel[];
  images: readonly StoredImage[];
  categories: readonly Pick<ProductCategoryModel, 'categoryId'>[];
}

export function presentProduct(ctx: Pick<Context, 'services'>, product: WholeProduct): PresentedProduct {
  return {
    id: product.id,
    ...PRODUCT.present(product),
    categoryIds: product.categories.map(({ categoryId }) => categoryId),
    images: product.images.map((image) => presentImage(ctx, image)),
    options: optionsMatrix(product.variants.map(({ options }) => options as Record<string, string>)),
    version: product.version,
    createdAt: product.createdAt.toISOString(),
    updatedAt: product.updatedAt.toISOString(),
    variants: product.variants.map(presentVariant),
  };
}

export function presentVariant(variant: VariantModel): PresentedVariant {
  return {
    id: variant.id,
    ...VARIANT.present(variant),
    reserved: Number(variant.reserved),
    available: Number(variant.stockQuantity - variant.reserved),
    version: variant.version,
  };
}

/** Every option that a variant has, with its values in the order of the variants. */
export function optionsMatrix(variants: readonly Record<string, string>[]): OptionsMatrix {
  const valuesByName = new Map<string, Set<string>>();
  for (const options of variants) {
    for (const [name, value] of Object.entries(options)) {
      valuesByName.set(name, (valuesByName.get(name) ?? new Set()).add(value));
    }
  }
  return [...valuesByName].map(([name, values]) => ({ name, values: [...values] }));
}
