import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { PERMISSIONS } from '../../permissions.ts';
import {
  id,
  list,
  nameText,
  nullable,
  object,
  pageOf,
  pageQuery,
  stringEnum,
  timestamp,
} from '../../schema.ts';

const permissions = Type.Array(stringEnum(PERMISSIONS), { minItems: 1, uniqueItems: true });

const apiKeyFields = {
  id,
  name: Type.String(),
  prefix: Type.String({ description: 'The first characters of the key, to recognise it by' }),
  permissions: Type.Array(stringEnum(PERMISSIONS)),
  createdBy: Type.String(),
  createdAt: timestamp,
  lastUsedAt: nullable(timestamp),
  revokedAt: nullable(timestamp),
};

const exampleKey = {
  id: 'c1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f616',
  name: 'Warehouse',
  prefix: 'sk_8fK2mQx1',
  permissions: ['orders:read' as const],
  createdBy: 'admin:f3b1d9a0-6f0e-4a7e-8f0e-2d1c3b4a5968',
  createdAt: '2026-01-15T09:30:00.000Z',
  lastUsedAt: null,
  revokedAt: null,
};

export const createApiKey = defineOperation({
  endpoint: 'POST /admin/v1/api-keys',
  summary: 'Create an API key',
  description:
    'For programs: send it as `Authorization: Bearer sk_…` to any Admin API operation. It has the permissions listed here, never more than its creator, and is revoked when they are disabled or revoked. The key is only in this response, not even in a repetition by its Idempotency-Key: if it is lost, revoke it and create another.',
  auth: { kind: 'admin', permission: 'users:write' },
  body: object({ name: nameText(255), permissions }),
  shownOnce: 'key',
  response: {
    status: 201,
    description: 'The key, shown this once',
    schema: object({
      ...apiKeyFields,
      key: Type.Optional(Type.String({ description: 'Never shown again; absent from a repeated response' })),
    }),
  },
  examples: {
    body: { name: 'Warehouse', permissions: ['orders:read'] },
    response: { ...exampleKey, key: 'sk_8fK2mQx1…' },
  },
});

export const listApiKeys = defineOperation({
  endpoint: 'GET /admin/v1/api-keys',
  summary: 'List API keys',
  description: 'Newest first, revoked ones too. `lastUsedAt` is exact to the minute.',
  auth: { kind: 'admin', permission: 'users:read' },
  query: pageQuery(),
  response: { status: 200, description: 'A page of keys', schema: list(object(apiKeyFields)) },
  examples: { response: pageOf(exampleKey) },
});

export const revokeApiKey = defineOperation({
  endpoint: 'DELETE /admin/v1/api-keys/{id}',
  summary: 'Revoke an API key',
  description:
    'The key and the keys that were made with it stop working at once and stay in the list; open invitations sent with it are withdrawn. Revoking it again changes nothing. Needs every permission that the key has.',
  auth: { kind: 'admin', permission: 'users:write' },
  response: { status: 204, description: 'It is revoked' },
});
