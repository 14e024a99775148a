import type { CategoryModel } from '@service/db';
import type { Transaction } from '../../context.ts';
import { createCategory } from '../categories.ts';
import { lockTree } from '../place-category.ts';
import { slugOf } from '../slug.ts';

/** What the store has. */
interface Tree {
  /** By `nameIn`. */
  categories: Map<string, Pick<CategoryModel, 'id' | 'slug'>>;
  slugs: Set<string>;
  /** How many more may be made. */
  left: number;
}

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
  const known = await tx.db.category.findMany({ select });
  const tree: Tree = {
    categories: new Map(known.map((category) => [nameIn(category.parentId, category.name), category])),
    slugs: new Set(known.map(({ slug }) => slug)),
    left: MOST_NEW,
  };
  const slugs = new Map<string, string | undefined>();
  for (const path of new Set(paths)) slugs.set(path, await ensurePath(tx, path, tree));
  return slugs;
}

function nameIn(parentId: string | null, name: string): string {
  return `${parentId} ${name}`;
}

async function ensurePath(tx: Transaction, path: string, tree: Tree): Promise<string | undefined> {
  const names = path.split('>').map((name) => name.trim());
  let last: { id: string; slug: string } | undefined;
  for (const [depth, name] of names.entries()) {
    const parentId: string | null = last?.id ?? null;
    const found = tree.categories.get(nameIn(parentId, name));
    if (!found && tree.left === 0) return undefined;
    last = found ?? (await make(tx, { name, parentId, path: names.slice(0, depth + 1) }, tree));
  }
  return last?.slug;
}

async function make(
  tx: Transaction,
  { name, parentId, path }: { name: string; parentId: string | null; path: readonly string[] },
  tree: Tree,
): Promise<{ id: string; slug: string }> {
  const ofPath = await slugOf(path.join(' '), 'category');
  let slug = await slugOf(name, 'category');
  for (let number = 1; tree.slugs.has(slug); number += 1)
    slug = number === 1 ? ofPath : `${ofPath}-${number}`;
  const made = await createCategory(tx, { name, parentId, slug });
  tree.categories.set(nameIn(parentId, name), made);
  tree.slugs.add(slug);
  tree.left -= 1;
  return made;
}
