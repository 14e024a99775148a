import { isDeepStrictEqual } from 'node:util';
import type { ProductModel, VariantModel } from '@service/db';
import { VARIANT } from '../variant-columns.ts';
import type { FIELDS_OF_PRODUCT, upsertProducts, Wanted } from './upsert-products.ts';
import type { upsertVariants } from './upsert-variants.ts';

interface Change {
  sku: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

type UpsertedProducts = Awaited<ReturnType<typeof upsertProducts>>;
type UpsertedVariants = Awaited<ReturnType<typeof upsertVariants>>;

/** The members that differ, by their names in a file; links to categories and pictures aren't compared. */
export function changeOf(
  { sku, slug }: Wanted,
  before: { products: ReadonlyMap<string, ProductModel>; variants: ReadonlyMap<string, VariantModel> },
  { products, variants }: { products: UpsertedProducts; variants: UpsertedVariants },
): Change {
  const variant = before.variants.get(sku) as VariantModel;
  const product = before.products.get(slug) as ProductModel;
  const members = (ofProduct: Pick<ProductModel, (typeof FIELDS_OF_PRODUCT)[number]>, row: VariantModel) => {
    const {
      title: variantTitle,
      metadata: variantMetadata,
      taxClass: variantTaxClass,
      ...fields
    } = VARIANT.present(row);
    const { title, description, status, taxClass, metadata } = ofProduct;
    const ofVariant = { variantTitle, variantMetadata, variantTaxClass, ...fields };
    return { title, description, status, taxClass, metadata, ...ofVariant };
  };
  const was: Record<string, unknown> = members(product, variant);
  const becomes = members(products.updated.get(slug) ?? product, variants.updated.get(sku) ?? variant);
  const differing = Object.entries(becomes).filter(([name, value]) => !isDeepStrictEqual(was[name], value));
  return {
    sku,
    before: Object.fromEntries(differing.map(([name]) => [name, was[name]])),
    after: Object.fromEntries(differing),
  };
}
