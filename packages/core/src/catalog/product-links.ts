import type { Transaction } from '../context.ts';
import type { StoredImage } from '../pictures/index.ts';

export interface WantedCategories {
  productId: string;
  categoryIds: readonly string[];
}

export interface WantedImages {
  productId: string;
  images: readonly StoredImage[];
}

/** Replaces the categories of products, which are locked like the categories. */
export async function replaceCategories(
  { db, tenantId }: Transaction,
  wanted: readonly WantedCategories[],
): Promise<void> {
  const productIds = wanted.map(({ productId }) => productId);
  await db.productCategory.deleteMany({ where: { productId: { in: productIds } } });
  await db.productCategory.createMany({
    data: wanted.flatMap(({ productId, categoryIds }) =>
      categoryIds.map((categoryId) => ({ tenantId, productId, categoryId })),
    ),
  });
}

/** The same for pictures. */
export async function replaceImages(
  { db, tenantId }: Transaction,
  wanted: readonly WantedImages[],
): Promise<void> {
  const productIds = wanted.map(({ productId }) => productId);
  await db.productImage.deleteMany({ where: { productId: { in: productIds } } });
  await db.productImage.createMany({
    data: wanted.flatMap(({ productId, images }) =>
      images.map((image, position) => ({ tenantId, productId, ...image, position })),
    ),
  });
}
