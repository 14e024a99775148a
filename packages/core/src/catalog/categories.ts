import { type InputOf, type operations, refuse } from '@service/contract';
import type { CategoryModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { applyPatch, changesOf, differing, type Writable } from '../patch.ts';
import { recordEvent } from '../webhooks/index.ts';
import { assertParent, closeGap, lockTree, placeCategory } from './place-category.ts';
import { CATEGORY, type PresentedCategory, presentCategory } from './present-category.ts';
import { explainMadeSlug, slugOf } from './slug.ts';

type NewCategory = InputOf<typeof operations.createCategory>['body'];
type CategoryPatch = InputOf<typeof operations.updateCategory>['body'];

/** The position of a category for which none is named. */
const LAST = Number.MAX_SAFE_INTEGER;

/** Refuses with `duplicate_slug`, or `not_found` for the parent. */
export async function createCategory(ctx: Context, input: NewCategory): Promise<PresentedCategory> {
  const { position = LAST, parentId = null, ...columns } = input;
  const slug = input.slug ?? (await slugOf(input.name, 'category'));
  const creation = inTransaction(ctx, async (tx) => {
    await lockTree(tx);
    if (parentId) await assertParent(tx, parentId, null);
    const place = await tx.db.category.count({ where: { parentId } });
    const category = await tx.db.category.create({
      data: {
        ...columns,
        tenantId: tx.tenantId,
        slug,
        parentId,
        position: place,
        createdAt: tx.now(),
        updatedAt: tx.now(),
      },
    });
    await placeCategory(tx, category, position);
    const after = await getCategory(tx, category.id);
    const subject = { type: 'category', id: category.id };
    await recordChange(tx, { action: 'category.created', subject, after });
    await recordEvent(tx, 'category.created', { categoryId: category.id });
    return after;
  });
  return input.slug === undefined ? creation.catch(explainMadeSlug(slug, 'name')) : creation;
}

export async function getCategory(ctx: Context, id: string): Promise<PresentedCategory> {
  return presentCategory(await findCategory(ctx, id));
}

/**
 * Renames, reslugs, re-parents, repositions; an absent field keeps its value, and one that is the same already changes
 * nothing. Refuses with `not_found`, `duplicate_slug` or `category_circle`.
 */
export async function updateCategory(
  ctx: Context,
  id: string,
  patch: CategoryPatch,
): Promise<PresentedCategory> {
  return inTransaction(ctx, async (tx) => {
    await lockTree(tx);
    const row = await findCategory(tx, id);
    const after = await applyPatch(tx, {
      action: 'category.updated',
      subject: { type: 'category', id },
      row,
      changes: await wantedChanges(tx, row, patch),
      write: async (changes) => {
        const written = await writeChanges(tx, row, changes);
        const told = changesOf(presentCategory(row), presentCategory(written));
        await recordEvent(tx, 'category.updated', { categoryId: id }, { changes: told });
        return written;
      },
      present: presentCategory,
    });
    return presentCategory(after);
  });
}

async function wantedChanges(tx: Transaction, row: CategoryModel, { position, ...patch }: CategoryPatch) {
  const { id } = row;
  const columns = CATEGORY.changesOf(row, patch);
  if (columns.parentId) await assertParent(tx, columns.parentId, id);
  const { parentId = row.parentId } = columns;
  // Counted without the category itself, which leaves its place when it moves.
  const last = await tx.db.category.count({ where: { parentId, id: { not: id } } });
  const wanted = position ?? (parentId === row.parentId ? row.position : last);
  return { ...columns, ...differing(row, { position: Math.min(wanted, last) }) };
}

async function writeChanges(
  tx: Transaction,
  { id, slug, ...before }: CategoryModel,
  { position = before.position, ...columns }: Partial<Writable<CategoryModel>>,
): Promise<CategoryModel> {
  const { parentId = before.parentId } = columns;
  const moves = parentId !== before.parentId;
  await tx.db.category.updateMany({
    where: { id },
    data: {
      ...columns,
      ...(moves ? { position: await tx.db.category.count({ where: { parentId } }) } : {}),
      version: { increment: 1 },
      updatedAt: tx.now(),
    },
  });
  await placeCategory(tx, { id, parentId }, position);
  if (moves) await closeGap(tx, before.parentId);
  if (columns.slug) await keepOldSlug(tx, id, slug, columns.slug);
  return findCategory(tx, id);
}

/** The storefront redirects from a former slug until another category takes it. */
async function keepOldSlug(tx: Transaction, categoryId: string, old: string, current: string): Promise<void> {
  await tx.db.categorySlug.deleteMany({ where: { slug: { in: [old, current] } } });
  await tx.db.categorySlug.create({ data: { tenantId: tx.tenantId, slug: old, categoryId } });
}

/** Its products stay. Refuses with `not_found` or `category_not_empty`. */
export function deleteCategory(ctx: Context, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockTree(tx);
    const before = await findCategory(tx, id);
    const children = await tx.db.category.count({ where: { parentId: id } });
    if (children > 0) refuse('category_not_empty', `It has ${children} subcategories.`);
    await tx.db.category.deleteMany({ where: { id } });
    await closeGap(tx, before.parentId);
    const subject = { type: 'category', id };
    const shown = presentCategory(before);
    await recordEvent(tx, 'category.deleted', { categoryId: id }, { object: shown });
    await recordChange(tx, { action: 'category.deleted', subject, before: shown });
  });
}

async function findCategory(ctx: Context, id: string): Promise<CategoryModel> {
  const category = await ctx.db.category.findFirst({ where: { id } });
  return category ?? refuse('not_found', `No category ${id}.`);
}
