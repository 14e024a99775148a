import { type Static, Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { CATEGORY_EXAMPLE, treeOf } from '../../resources/category.ts';
import { givenMetadata, metadata } from '../../resources/metadata.ts';
import { id, integer, nameText, nullable, object, slug, text, timestamp } from '../../schema.ts';

const position = Type.Unsafe<number>({
  ...integer,
  description: 'Place among the children of one parent, from 0; a position past the last one means the end',
});

const optionalFields = {
  slug: Type.Optional(slug),
  parentId: Type.Optional(nullable(id)),
  position: Type.Optional(position),
  description: Type.Optional(nullable(text(5000))),
  seoTitle: Type.Optional(nullable(text(255))),
  seoDescription: Type.Optional(nullable(text(5000))),
  metadata: Type.Optional(givenMetadata),
};

const category = object({
  id,
  name: Type.String(),
  slug: Type.String(),
  parentId: nullable(id),
  position: Type.Integer(),
  description: nullable(Type.String()),
  seoTitle: nullable(Type.String()),
  seoDescription: nullable(Type.String()),
  metadata,
  version: Type.Integer({ description: 'Also the ETag; unchanged when only a sibling moves' }),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** A category with what is below it. */
export interface CategoryNode extends Static<typeof category> {
  children: CategoryNode[];
}

const tree = treeOf<CategoryNode>('CategoryTreeItem', category.properties);

export const createCategory = defineOperation({
  endpoint: 'POST /admin/v1/categories',
  summary: 'Create a category',
  description:
    'The slug is made from the name when absent. Without a position it becomes the last child of its parent; without a parent it is at the root.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  body: object({ name: nameText(255), ...optionalFields }),
  response: { status: 201, description: 'The category', schema: category },
  errors: ['not_found', 'duplicate_slug'],
  examples: { body: { name: 'Tea' }, response: CATEGORY_EXAMPLE },
});

export const getCategoryTree = defineOperation({
  endpoint: 'GET /admin/v1/categories',
  summary: 'Get all categories as a tree',
  description: 'Siblings are in the order of their positions.',
  auth: { kind: 'admin', permission: 'catalog:read' },
  response: {
    status: 200,
    description: 'The categories without a parent, each with its children',
    schema: object({ items: Type.Array(tree.node) }, { $defs: tree.$defs }),
  },
  examples: { response: { items: [{ ...CATEGORY_EXAMPLE, children: [] }] } },
});

export const getCategory = defineOperation({
  endpoint: 'GET /admin/v1/categories/{id}',
  summary: 'Get a category',
  description: 'The ETag is the version that `If-Match` of a change refers to.',
  auth: { kind: 'admin', permission: 'catalog:read' },
  response: { status: 200, description: 'The category', schema: category },
  examples: { response: CATEGORY_EXAMPLE },
});

export const updateCategory = defineOperation({
  endpoint: 'PATCH /admin/v1/categories/{id}',
  summary: 'Update a category: rename, reslug, re-parent, reposition',
  description:
    'An absent field keeps its value; null clears `description`, `seoTitle` and `seoDescription`, and moves to the root as `parentId`. A category can’t be moved below itself, not even by two concurrent requests. With a new parent and no position it becomes the last child. The storefront redirects from a former slug.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  ifMatch: 'category',
  body: object({ name: Type.Optional(nameText(255)), ...optionalFields }),
  response: { status: 200, description: 'The category', schema: category },
  errors: ['duplicate_slug', 'category_circle'],
  examples: {
    body: { name: 'Teas', position: 1 },
    response: { ...CATEGORY_EXAMPLE, name: 'Teas', position: 1, version: 2 },
  },
});

export const deleteCategory = defineOperation({
  endpoint: 'DELETE /admin/v1/categories/{id}',
  summary: 'Delete a category',
  description: 'Its products stay and lose the category. Refused while it has subcategories.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  ifMatch: 'category',
  response: { status: 204, description: 'Deleted' },
  errors: ['category_not_empty'],
});
