import { Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import { newVariant, optionalFields, VARIANT_EXAMPLE, variant } from '../../../resources/variant.ts';
import { amount, object, text } from '../../../schema.ts';

const variantPatch = object({
  sku: Type.Optional(text(255)),
  priceAmount: Type.Optional(amount),
  ...optionalFields,
});

export const createVariant = defineOperation({
  endpoint: 'POST /admin/v1/products/{productId}/variants',
  summary: 'Add a variant to a product',
  description:
    'The currency defaults to the store’s, the position to the end. A SKU is unique in the store. Records `product.updated` in the same transaction.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  body: newVariant,
  response: { status: 201, description: 'The variant', schema: variant },
  errors: ['duplicate_sku'],
  examples: { body: { sku: 'TEA-1', priceAmount: 1250, stockQuantity: 10 }, response: VARIANT_EXAMPLE },
});

export const getVariant = defineOperation({
  endpoint: 'GET /admin/v1/products/{productId}/variants/{variantId}',
  summary: 'Get a variant',
  description: 'The ETag is the version that `If-Match` of a change refers to.',
  auth: { kind: 'admin', permission: 'catalog:read' },
  response: { status: 200, description: 'The variant', schema: variant },
  examples: { response: VARIANT_EXAMPLE },
});

export const updateVariant = defineOperation({
  endpoint: 'PATCH /admin/v1/products/{productId}/variants/{variantId}',
  summary: 'Update a variant',
  description:
    'An absent field keeps its value; null clears `title`, `compareAtAmount`, the weight and the measures. `options` and `metadata` are replaced as a whole. A request that changes something raises the version and records `product.updated` in the same commit; any other request does neither. `stockQuantity` isn’t lowered below what is reserved, unless backorders are allowed.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  ifMatch: 'variant',
  body: variantPatch,
  response: { status: 200, description: 'The variant', schema: variant },
  errors: ['below_reserved', 'duplicate_sku'],
  examples: {
    body: { priceAmount: 1190, compareAtAmount: 1250 },
    response: { ...VARIANT_EXAMPLE, priceAmount: 1190, compareAtAmount: 1250, version: 2 },
  },
});

export const deleteVariant = defineOperation({
  endpoint: 'DELETE /admin/v1/products/{productId}/variants/{variantId}',
  summary: 'Delete a variant',
  description:
    'Its stock movements and the cart lines with it are deleted too; orders keep their own copy. Records `product.updated`.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  ifMatch: 'variant',
  response: { status: 204, description: 'Deleted' },
});
