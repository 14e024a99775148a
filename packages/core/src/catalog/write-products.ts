import type { importRow } from '@service/contract';
import type { ProductModel } from '@service/db';
import type { Static } from 'typebox';
import type { Transaction } from '../context.ts';

/** A row of an import that was found right. */
export type Wanted = Static<typeof importRow>;

/**
 * Input: rows, and the products that exist of those they name, locked. Output: which were made, which changed, and the
 * id of each.
 */
export async function writeProducts(
  tx: Transaction,
  known: ReadonlyMap<string, ProductModel>,
  rows: readonly Wanted[],
) {
  const wanted = new Map<string, Pick<ProductModel, 'slug' | 'title' | 'description' | 'status'>>();
  for (const { slug, title, description, status } of rows) {
    const before = wanted.get(slug) ?? known.get(slug);
    wanted.set(slug, {
      slug,
      title,
      description: description === undefined ? (before?.description ?? null) : description,
      status: status ?? before?.status ?? 'draft',
    });
  }
  const all = [...wanted.values()];
  const made = await tx.db.product.createManyAndReturn({
    data: all
      .filter(({ slug }) => !known.has(slug))
      .map((product) => ({ ...product, tenantId: tx.tenantId, createdAt: tx.now(), updatedAt: tx.now() })),
    select: { id: true, slug: true },
  });
  const changed = all.filter((product) => {
    const before = known.get(product.slug);
    return before && FIELDS_OF_PRODUCT.some((field) => before[field] !== product[field]);
  });
  await tx.db.$executeRaw`
    UPDATE products p
    SET title = given.title, description = given.description, status = given.status, version = p.version + 1,
      updated_at = ${tx.now()}::timestamptz
    FROM json_to_recordset(${JSON.stringify(changed)}::json) AS given(slug text, title text, description text, status text)
    WHERE p.tenant_id = ${tx.tenantId}::uuid AND p.slug = given.slug`;
  return {
    created: new Set(made.map(({ slug }) => slug)),
    updated: new Set(changed.map(({ slug }) => slug)),
    idBySlug: new Map([...known.values(), ...made].map(({ slug, id }) => [slug, id])),
  };
}

const FIELDS_OF_PRODUCT = ['title', 'description', 'status'] as const;
