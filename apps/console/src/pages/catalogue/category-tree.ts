import type { admin } from '../../api.ts';

export type Category = Awaited<ReturnType<typeof admin.getCategoryTree>>['items'][number];

/** The key under which the tree is cached. */
export const TREE = ['categories'];

export interface Row {
  category: Category;
  /** The level, from 1. */
  level: number;
  parent: Category | undefined;
  siblings: readonly Category[];
  /** Among its siblings, from 0. */
  index: number;
}

export interface Place {
  parentId: string | null;
  position: number;
}

/** The tree line by line, as it is read; lines below a collapsed category are left out. */
export function rowsOf(roots: readonly Category[], collapsed: ReadonlySet<string> = new Set()): Row[] {
  const below = (siblings: readonly Category[], parent: Category | undefined, level: number): Row[] =>
    siblings.flatMap((category, index) => [
      { category, level, parent, siblings, index },
      ...(collapsed.has(category.id) ? [] : below(category.children, category, level + 1)),
    ]);
  return below(roots, undefined, 1);
}

/** Whether `id` is this category or below it. */
export function holds(category: Category, id: string): boolean {
  return category.id === id || category.children.some((child) => holds(child, id));
}

export type Side = 'before' | 'inside' | 'after';

/** The place of a category that is dropped on this side of a row; positions don't count the one that moves. */
export function placeAt(moved: Category, { category, parent, siblings }: Row, side: Side): Place {
  if (side === 'inside') return { parentId: category.id, position: category.children.length };
  const others = siblings.filter(({ id }) => id !== moved.id);
  const at = others.findIndex(({ id }) => id === category.id);
  return { parentId: parent?.id ?? null, position: side === 'before' ? at : at + 1 };
}

/** The position to which Alt and an arrow key move a category; undefined: it stays. */
export function placeByKey(rows: readonly Row[], row: Row, key: string): Place | undefined {
  const { parent, siblings, index } = row;
  const parentId = parent?.id ?? null;
  if (key === 'ArrowUp') return index > 0 ? { parentId, position: index - 1 } : undefined;
  if (key === 'ArrowDown') return index < siblings.length - 1 ? { parentId, position: index + 1 } : undefined;
  if (key === 'ArrowRight') {
    const above = siblings[index - 1];
    return above && { parentId: above.id, position: above.children.length };
  }
  const parentRow = rows.find(({ category }) => category.id === parent?.id);
  return parentRow && { parentId: parentRow.parent?.id ?? null, position: parentRow.index + 1 };
}
