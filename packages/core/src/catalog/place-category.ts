import { refuse } from '@service/contract';
import type { Transaction } from '../context.ts';

/**
 * Lets the changes of one store's tree happen one after another until the transaction ends. Why: neither a row lock nor
 * a constraint sees the circle, or the gap, that two moves of different categories make together.
 */
export async function lockTree(tx: Pick<Transaction, 'db' | 'tenantId'>): Promise<void> {
  await tx.db.sql.count`
    SELECT pg_advisory_xact_lock(hashtextextended(${`categories ${tx.tenantId}`}, 0))`;
}

/**
 * Input: a category and its new parent. Refuses with `not_found` for a parent that isn't one of the
 * store, and with `category_circle` when the parent is the category itself or below it. The tree is locked before.
 */
export async function assertParent(
  tx: Transaction,
  parentId: string,
  categoryId: string | null,
): Promise<void> {
  const above = await tx.db.sql<{ id: string }[]>`
    WITH RECURSIVE above AS (
      SELECT id, parent_id FROM categories
      WHERE tenant_id = ${tx.tenantId}::uuid AND id = ${parentId}::uuid
      UNION
      SELECT c.id, c.parent_id
      FROM above JOIN categories c ON c.tenant_id = ${tx.tenantId}::uuid AND c.id = above.parent_id
    )
    SELECT id FROM above`;
  const path = '/body/parentId';
  if (above.length === 0) {
    const message = `No category ${parentId}.`;
    refuse('not_found', message, [{ path, code: 'not_found', message }]);
  }
  if (above.some(({ id }) => id === categoryId)) {
    const message = 'This parent is the category itself or below it.';
    refuse('category_circle', message, [{ path, code: 'category_circle', message }]);
  }
}

/**
 * Puts the category at `position` among the children of its parent, beyond the last at the end, and numbers all of them
 * from 0 without a gap. The tree is locked before.
 */
export async function placeCategory(
  tx: Transaction,
  { id, parentId }: { id: string; parentId: string | null },
  position: number,
): Promise<void> {
  const siblings = await childrenOf(tx, parentId);
  const others = siblings.filter((sibling) => sibling !== id);
  await writeOrder(tx, [...others.slice(0, position), id, ...others.slice(position)]);
}

/** Closes the gap that a category left behind. */
export async function closeGap(tx: Transaction, parentId: string | null): Promise<void> {
  await writeOrder(tx, await childrenOf(tx, parentId));
}

async function childrenOf(tx: Transaction, parentId: string | null): Promise<string[]> {
  const children = await tx.db.category.findMany({
    where: { parentId },
    orderBy: { position: 'asc' },
    select: { id: true },
  });
  return children.map(({ id }) => id);
}

/** A position is not the sibling's own change, so its version stays. */
async function writeOrder(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.db.sql.count`
    UPDATE categories c SET position = ordered.place - 1
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS ordered(id, place)
    WHERE c.tenant_id = ${tx.tenantId}::uuid AND c.id = ordered.id AND c.position <> ordered.place - 1`;
}
