import type { CategoryModel } from '@service/db';
import type { Transaction } from '../../context.ts';
import { createCategory } from '../categories.ts';
import { lockTree } from '../place-category.ts';
import { slugOf } from '../slug.ts';

type KnownCategory = Pick<CategoryModel, 'id' | 'slug' | 'name' | 'parentId'>;

/** Of one batch: each takes some statements, and a transaction isn't to last. */
const MOST_NEW = 500;

/**
 * Returns the slug of the last category of each path, such as `Clothing > Hoodies`; undefined where too many would have to be
 * made. What doesn't exist is made as an operator would make it. Until the transaction ends nobody else changes the tree.
 */
export async function ensureCategories(
  tx: Transaction,
  paths: readonly string[],
): Promise<Map<string, string | undefined>> {
  if (paths.length === 0) return new Map();
  await lockTree(tx);
  const select = { id: true, slug: true, name: true, parentId: true } as const;
  const known: KnownCategory[] = await tx.db.category.findMany({ select });
  const most = known.length + MOST_NEW;
  const slugs = new Map<string, string | undefined>();
  for (const path of new Set(paths)) slugs.set(path, await ensurePath(tx, path, known, most));
  return slugs;
}

/** Adds to `known` what it makes, as long as there are fewer than `most`. */
async function ensurePath(
  tx: Transaction,
  path: string,
  known: KnownCategory[],
  most: number,
): Promise<string | undefined> {
  const names = path.split('>').map((name) => name.trim());
  let last: KnownCategory | undefined;
  for (const [depth, name] of names.entries()) {
    const parentId: string | null = last?.id ?? null;
    const found = known.find((category) => category.parentId === parentId && category.name === name);
    if (!found && known.length >= most) return undefined;
    last = found ?? (await make(tx, { name, parentId, path: names.slice(0, depth + 1) }, known));
  }
  return last?.slug;
}

async function make(
  tx: Transaction,
  { name, parentId, path }: { name: string; parentId: string | null; path: readonly string[] },
  known: KnownCategory[],
): Promise<KnownCategory> {
  const taken = new Set(known.map((category) => category.slug));
  const ofPath = await slugOf(path.join(' '), 'category');
  let slug = await slugOf(name, 'category');
  for (let number = 1; taken.has(slug); number += 1) slug = number === 1 ? ofPath : `${ofPath}-${number}`;
  const made = await createCategory(tx, { name, parentId, slug });
  known.push(made);
  return made;
}
