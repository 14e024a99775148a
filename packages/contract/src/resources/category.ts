import { type TProperties, Type } from 'typebox';
import { object } from '../schema.ts';

export const CATEGORY_EXAMPLE = {
  id: 'f1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f610',
  name: 'Tea',
  slug: 'tea',
  parentId: null,
  position: 0,
  description: null,
  seoTitle: null,
  seoDescription: null,
  metadata: {},
  version: 1,
  createdAt: '2026-01-15T09:30:00.000Z',
  updatedAt: '2026-01-15T09:30:00.000Z',
};

/** A shape whose `children` have it too, however deep: it needs a name for that, which it has under `$defs` of the response. */
export function treeOf<Node>(name: string, properties: TProperties) {
  const node = Type.Unsafe<Node>({ $ref: `#/$defs/${name}` });
  const children = Type.Array(node);
  return { node, children, $defs: { [name]: object({ ...properties, children }) } };
}
