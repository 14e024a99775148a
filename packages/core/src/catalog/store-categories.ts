import { refuse, type StoreCategoryNode } from '@service/contract';
import type { Context } from '../context.ts';
import { allCategories, nest } from './category-tree.ts';
import { presentStoreCategory } from './present-category.ts';
import type { Redirect } from './redirect.ts';

export async function listStoreCategories(ctx: Context): Promise<{ items: StoreCategoryNode[] }> {
  return { items: nest(await allCategories(ctx), null, presentStoreCategory) };
}

/** Returns a category with its children, or its present slug. Refuses with `not_found`. */
export async function getStoreCategory(ctx: Context, slug: string): Promise<StoreCategoryNode | Redirect> {
  const categories = await allCategories(ctx);
  const category = categories.find((each) => each.slug === slug);
  if (!category) return findMoved(ctx, slug);
  return { ...presentStoreCategory(category), children: nest(categories, category.id, presentStoreCategory) };
}

async function findMoved(ctx: Context, slug: string): Promise<Redirect> {
  const moved = await ctx.db.categorySlug.findFirst({
    where: { slug },
    select: { category: { select: { slug: true } } },
  });
  return moved ? { movedTo: moved.category.slug } : refuse('not_found', `No category ${slug}.`);
}
