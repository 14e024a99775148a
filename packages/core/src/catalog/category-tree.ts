import type { CategoryNode } from '@service/contract';
import type { CategoryModel } from '@service/db';
import type { Context } from '../context.ts';
import { presentCategory } from './present-category.ts';

/** All categories, siblings in the order of their positions. */
export async function getCategoryTree(ctx: Context): Promise<{ items: CategoryNode[] }> {
  return { items: nest(await allCategories(ctx), null, presentCategory) };
}

export function allCategories(ctx: Context): Promise<CategoryModel[]> {
  return ctx.db.category.findMany({ orderBy: { position: 'asc' } });
}

type Node<T> = T & { children: Node<T>[] };

/** The categories below `parentId`, each with its own children. */
export function nest<T>(
  categories: readonly CategoryModel[],
  parentId: string | null,
  present: (category: CategoryModel) => T,
): Node<T>[] {
  const byParent = new Map<string | null, CategoryModel[]>();
  for (const category of categories) {
    byParent.set(category.parentId, [...(byParent.get(category.parentId) ?? []), category]);
  }
  const below = (id: string | null): Node<T>[] =>
    (byParent.get(id) ?? []).map((category) => ({ ...present(category), children: below(category.id) }));
  return below(parentId);
}

/** The ids of a category and of all that are below it; none when there is no such category. */
export async function belowCategory(ctx: Context, categoryId: string): Promise<string[]> {
  const rows = await ctx.db.sql<{ id: string }[]>`
    WITH RECURSIVE below AS (
      SELECT id FROM categories WHERE tenant_id = ${ctx.tenantId}::uuid AND id = ${categoryId}::uuid
      UNION ALL
      SELECT c.id FROM below JOIN categories c ON c.tenant_id = ${ctx.tenantId}::uuid AND c.parent_id = below.id
    )
    SELECT id FROM below`;
  return rows.map(({ id }) => id);
}
