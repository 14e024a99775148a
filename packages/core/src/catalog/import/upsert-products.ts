import { isDeepStrictEqual } from 'node:util';
import type { importRow, Metadata } from '@service/contract';
import type { ProductModel } from '@service/db';
import type { Static } from 'typebox';
import type { Transaction } from '../../context.ts';
import { changesOf } from '../../patch.ts';
import type { StoredImage } from '../../pictures/index.ts';
import { STANDARD_CLASS } from '../../taxes/index.ts';
import type { CompleteRow } from './complete-row.ts';
import { upsertLinks } from './upsert-links.ts';

/** A row of an import that is of the right shape. */
export type GivenRow = Static<typeof importRow>;

/** One that was found right. */
export type Wanted = Omit<CompleteRow, 'images'> & { images?: readonly StoredImage[] | undefined };

interface WantedProduct extends Pick<ProductModel, 'slug' | 'title' | 'description' | 'status' | 'taxClass'> {
  metadata: Metadata;
  categories: Wanted['categories'] | undefined;
  images: readonly StoredImage[] | undefined;
}

/**
 * Input: rows, the products that exist of those they name, locked, and the ids of their categories, locked too. Output:
 * which were made, which changed, and the id of each.
 */
export async function upsertProducts(
  tx: Transaction,
  known: ReadonlyMap<string, ProductModel>,
  categoryIds: ReadonlyMap<string, string>,
  rows: readonly Wanted[],
) {
  const wanted = joinRows(known, rows);
  const made = await tx.db.product.createManyAndReturn({
    data: wanted
      .filter(({ slug }) => !known.has(slug))
      .map(({ slug, title, description, status, taxClass, metadata }) => ({
        ...{ slug, title, description, status, taxClass, metadata },
        tenantId: tx.tenantId,
        createdAt: tx.now(),
        updatedAt: tx.now(),
      })),
    select: { id: true, slug: true },
  });
  const idBySlug = new Map([...known.values(), ...made].map(({ slug, id }) => [slug, id]));
  const relinked = await upsertLinks(
    tx,
    wanted.map(({ slug, categories, images }) => ({
      productId: idBySlug.get(slug) as string,
      categoryIds: categories?.map((category) => categoryIds.get(category) as string),
      images,
    })),
  );
  const changed = wanted.filter((product) => {
    const before = known.get(product.slug);
    if (!before) return false;
    return (
      relinked.has(before.id) ||
      FIELDS_OF_PRODUCT.some((field) => !isDeepStrictEqual(before[field], product[field]))
    );
  });
  await tx.db.sql.count`
    UPDATE products p
    SET title = given.title, description = given.description, status = given.status,
      tax_class = given."taxClass", metadata = given.metadata, version = p.version + 1,
      updated_at = ${tx.now()}::timestamptz
    FROM json_to_recordset(${JSON.stringify(changed)}::json) AS given(slug text, title text, description text, status text, "taxClass" text, metadata jsonb)
    WHERE p.tenant_id = ${tx.tenantId}::uuid AND p.slug = given.slug`;
  return {
    created: new Set(made.map(({ slug }) => slug)),
    updated: new Map(changed.map((product) => [product.slug, product])),
    /** What events say of those that changed, by id. */
    changes: new Map(
      changed.map((product) => {
        const before = known.get(product.slug) as ProductModel;
        const columns = changesOf(pick(before), pick(product));
        return [before.id, [...columns, ...(relinked.get(before.id) ?? [])]];
      }),
    ),
    /** Those whose status is another now. */
    moved: changed.filter(({ slug, status }) => known.get(slug)?.status !== status),
    idBySlug,
  };
}

export const FIELDS_OF_PRODUCT = ['title', 'description', 'status', 'taxClass', 'metadata'] as const;

function pick(product: Pick<ProductModel, (typeof FIELDS_OF_PRODUCT)[number]>): object {
  return Object.fromEntries(FIELDS_OF_PRODUCT.map((field) => [field, product[field]]));
}

/** The rows of one product as one; an absent member keeps what an earlier row or the product has. */
function joinRows(known: ReadonlyMap<string, ProductModel>, rows: readonly Wanted[]): WantedProduct[] {
  const joined = new Map<string, WantedProduct>();
  for (const { slug, title, description, status, taxClass, metadata, categories, images } of rows) {
    const earlier = joined.get(slug);
    const before = earlier ?? known.get(slug);
    joined.set(slug, {
      slug,
      title,
      description: description === undefined ? (before?.description ?? null) : description,
      status: status ?? before?.status ?? 'draft',
      taxClass: taxClass ?? before?.taxClass ?? STANDARD_CLASS,
      metadata: metadata ?? ((before?.metadata ?? {}) as Metadata),
      categories: categories ?? earlier?.categories,
      images: images ?? earlier?.images,
    });
  }
  return [...joined.values()];
}
