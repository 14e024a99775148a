import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../context.ts';
import { presentImage, type StoredImage } from '../../pictures/index.ts';
import type { EventChange } from '../../webhooks/index.ts';
import {
  replaceCategories,
  replaceImages,
  type WantedCategories,
  type WantedImages,
} from '../product-links.ts';
import { byProduct } from './by-product.ts';

/** What rows want of a product's categories and pictures; an absent part stays as it is. */
export interface WantedLinks {
  productId: string;
  categoryIds?: readonly string[] | undefined;
  images?: readonly StoredImage[] | undefined;
}

/**
 * Input: what is wanted, each product once and locked, and its categories locked against being deleted. Output: the
 * products where that differed from what was there, with the difference; theirs is replaced.
 */
export async function upsertLinks(
  tx: Transaction,
  wanted: readonly WantedLinks[],
): Promise<ReadonlyMap<string, EventChange[]>> {
  const recategorised = await writeCategories(
    tx,
    wanted.flatMap(({ productId, categoryIds }) =>
      categoryIds ? [{ productId, categoryIds: [...new Set(categoryIds)].sort() }] : [],
    ),
  );
  const repictured = await writeImages(
    tx,
    wanted.flatMap(({ productId, images }) => (images ? [{ productId, images }] : [])),
  );
  return byProduct([...recategorised, ...repictured], ({ productId: _, ...change }) => change);
}

type LinkChange = EventChange & { productId: string };

async function writeCategories(tx: Transaction, wanted: readonly WantedCategories[]): Promise<LinkChange[]> {
  if (wanted.length === 0) return [];
  const known = await tx.db.productCategory.findMany({
    where: { productId: { in: wanted.map(({ productId }) => productId) } },
    orderBy: { categoryId: 'asc' },
  });
  const idsOf = byProduct(known, ({ categoryId }) => categoryId);
  const changed = wanted.filter(
    ({ productId, categoryIds }) => !isDeepStrictEqual(idsOf.get(productId) ?? [], categoryIds),
  );
  await replaceCategories(tx, changed);
  return changed.map(({ productId, categoryIds }) => ({
    ...{ productId, name: 'categoryIds' },
    ...{ before: idsOf.get(productId) ?? [], after: categoryIds },
  }));
}

async function writeImages(tx: Transaction, wanted: readonly WantedImages[]): Promise<LinkChange[]> {
  if (wanted.length === 0) return [];
  const known = await tx.db.productImage.findMany({
    where: { productId: { in: wanted.map(({ productId }) => productId) } },
    orderBy: { position: 'asc' },
  });
  const imagesOf = byProduct(known, ({ url, alt, pictureId, width, height }) => ({
    ...{ url, alt, pictureId, width, height },
  }));
  const changed = wanted.filter(
    ({ productId, images }) => !isDeepStrictEqual(imagesOf.get(productId) ?? [], images),
  );
  await replaceImages(tx, changed);
  const shown = (images: readonly StoredImage[]) => images.map((image) => presentImage(tx, image));
  return changed.map(({ productId, images }) => ({
    ...{ productId, name: 'images' },
    ...{ before: shown(imagesOf.get(productId) ?? []), after: shown(images) },
  }));
}
