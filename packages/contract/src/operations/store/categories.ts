import { type Static, Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { CATEGORY_EXAMPLE, treeOf } from '../../resources/category.ts';
import { shownMetadata } from '../../resources/metadata.ts';
import { id, nullable, object, slug } from '../../schema.ts';

/** The part of a category that the storefront shows. */
const storeCategory = object({
  id,
  name: Type.String(),
  slug: Type.String(),
  parentId: nullable(id),
  description: nullable(Type.String()),
  seoTitle: nullable(Type.String()),
  seoDescription: nullable(Type.String()),
  metadata: shownMetadata,
});

export interface StoreCategoryNode extends Static<typeof storeCategory> {
  children: StoreCategoryNode[];
}

const storeTree = treeOf<StoreCategoryNode>('StoreCategory', storeCategory.properties);

const STORE_EXAMPLE = {
  id: CATEGORY_EXAMPLE.id,
  name: 'Tea',
  slug: 'tea',
  parentId: null,
  description: null,
  seoTitle: null,
  seoDescription: null,
  metadata: {},
};

export const listStoreCategories = defineOperation({
  endpoint: 'GET /store/v1/categories',
  summary: 'Get the category tree of the store',
  description: 'Siblings are in the order that the operators chose.',
  auth: { kind: 'store' },
  revalidates: true,
  response: {
    status: 200,
    description: 'The categories without a parent, each with its children',
    schema: object({ items: Type.Array(storeTree.node) }, { $defs: storeTree.$defs }),
  },
  examples: { response: { items: [{ ...STORE_EXAMPLE, children: [] }] } },
});

export const getStoreCategory = defineOperation({
  endpoint: 'GET /store/v1/categories/{slug}',
  summary: 'Get a category of the store by its slug',
  description: 'A former slug redirects to the current one.',
  auth: { kind: 'store' },
  revalidates: true,
  redirects: true,
  params: object({ slug }),
  response: {
    status: 200,
    description: 'The category with its children',
    schema: object({ ...storeCategory.properties, children: storeTree.children }, { $defs: storeTree.$defs }),
  },
  examples: { response: { ...STORE_EXAMPLE, children: [] } },
});
