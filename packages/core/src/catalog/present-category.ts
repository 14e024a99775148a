import type { operations, ResponseOf } from '@service/contract';
import type { CategoryModel } from '@service/db';
import { publicMetadata } from '../metadata.ts';
import { asIs, createColumns, lowerCase } from '../patch.ts';

export type PresentedCategory = ResponseOf<typeof operations.getCategory>;

/** The fields of a category that an operator writes; its position depends on its siblings. */
export const CATEGORY = createColumns<
  CategoryModel,
  PresentedCategory,
  'name' | 'slug' | 'parentId' | 'description' | 'seoTitle' | 'seoDescription' | 'metadata'
>({
  name: asIs,
  slug: asIs,
  parentId: lowerCase,
  description: asIs,
  seoTitle: asIs,
  seoDescription: asIs,
  metadata: asIs,
});

export function presentCategory(category: CategoryModel): PresentedCategory {
  const { id, position, version, createdAt, updatedAt } = category;
  return {
    id,
    ...CATEGORY.present(category),
    position,
    version,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** A category without the members for operators. */
export function presentStoreCategory(category: CategoryModel) {
  const { id, name, slug, parentId, description, seoTitle, seoDescription } = category;
  const metadata = publicMetadata(category.metadata);
  return { id, name, slug, parentId, description, seoTitle, seoDescription, metadata };
}
