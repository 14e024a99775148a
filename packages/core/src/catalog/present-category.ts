import type { operations, ResponseOf } from '@service/contract';
import type { CategoryModel } from '@service/db';

export type PresentedCategory = ResponseOf<typeof operations.getCategory>;

export function presentCategory(category: CategoryModel): PresentedCategory {
  const { id, position, version, createdAt, updatedAt } = category;
  return {
    id,
    name: category.name,
    slug: category.slug,
    parentId: category.parentId,
    position,
    description: category.description,
    seoTitle: category.seoTitle,
    seoDescription: category.seoDescription,
    version,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** Without what only operators need. */
export function presentStoreCategory(category: CategoryModel) {
  const { id, name, slug, parentId, description, seoTitle, seoDescription } = category;
  return { id, name, slug, parentId, description, seoTitle, seoDescription };
}
