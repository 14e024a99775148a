import { Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import { PORTAL_CAPABILITIES } from '../../../portal.ts';
import { label } from '../../../resources/subscription.ts';
import { id, list, nullable, object, pageOf, pageQuery, stringEnum, timestamp } from '../../../schema.ts';

const capabilities = Type.Array(stringEnum(PORTAL_CAPABILITIES), {
  description:
    '`view`: endpoints, deliveries, attempts. `test`: send a test. `retry`: retry and recover. `manage`: change and delete endpoints and, by a label, create them. `rotate`: rotate the secret. `catalogue`: the events with their schemas, which `manage` includes',
});

const fields = {
  id,
  label: nullable(label, {
    description: 'The session sees every subscription with this label; null: those of `subscriptionIds`',
  }),
  subscriptionIds: Type.Array(id),
  capabilities,
  createdBy: Type.String(),
  createdAt: timestamp,
  expiresAt: timestamp,
};

const example = {
  id: '0e8c2f1d-3b6a-4f5e-9d7c-8a1b2c3d4e5f',
  label: 'acme',
  subscriptionIds: [],
  capabilities: ['view' as const, 'test' as const, 'retry' as const],
  createdBy: 'api-key:c1b2a3d4-0f0e-4a7e-8f0e-2d1c3b4a5968',
  createdAt: '2026-01-15T09:30:00.000Z',
  expiresAt: '2026-01-15T10:30:00.000Z',
};

export const createPortalSession = defineOperation({
  endpoint: 'POST /admin/v1/webhooks/portal-sessions',
  summary: 'Open the portal for a subscriber',
  description:
    'Returns the address of the portal for one subscriber: it sees the subscriptions that are named, or those with the label, and nothing else of the store. The token stands behind the `#`, where no server and no log sees it, and only in this response. Send it to the subscriber’s browser at once; it works until it expires or is expired.',
  auth: { kind: 'admin', permission: 'webhooks:write' },
  body: object({
    label: Type.Optional(label),
    subscriptionIds: Type.Optional(
      Type.Array(id, { minItems: 1, maxItems: 50, description: 'Instead of `label`' }),
    ),
    capabilities: Type.Unsafe<(typeof PORTAL_CAPABILITIES)[number][]>({
      ...capabilities,
      minItems: 1,
      maxItems: 20,
    }),
    expiresInSeconds: Type.Integer({ minimum: 60, maximum: 604_800, default: 3600 }),
  }),
  shownOnce: 'url',
  response: {
    status: 201,
    description: 'The session with the portal’s address',
    schema: object({
      ...fields,
      url: Type.Optional(Type.String({ description: 'Shown once; absent from a repeated response' })),
    }),
  },
  errors: ['not_found'],
  examples: {
    body: { label: 'acme', capabilities: example.capabilities, expiresInSeconds: 3600 },
    response: {
      ...example,
      url: 'https://shop.example/portal/7a2c1b7e-35c4-4b0f-9d5e-0d6a52d1f0aa#token=ps_3mWb0Jq4oYcL8s2d5rWk1T0g6x9aVn7uQe4iPz8hBtM',
    },
  },
});

export const listPortalSessions = defineOperation({
  endpoint: 'GET /admin/v1/webhooks/portal-sessions',
  summary: 'List open portal sessions',
  description: 'The sessions that haven’t expired, newest first, without their tokens.',
  auth: { kind: 'admin', permission: 'webhooks:read' },
  query: pageQuery(),
  response: { status: 200, description: 'The sessions', schema: list(object(fields)) },
  examples: { response: pageOf(example) },
});

export const expirePortalSession = defineOperation({
  endpoint: 'DELETE /admin/v1/webhooks/portal-sessions/{id}',
  summary: 'Expire a portal session',
  description: 'Its token stops working at once.',
  auth: { kind: 'admin', permission: 'webhooks:write' },
  response: { status: 204, description: 'Expired' },
});

export const expireAllPortalSessions = defineOperation({
  endpoint: 'POST /admin/v1/webhooks/portal-sessions/expire-all',
  summary: 'Expire all portal sessions',
  description: 'Expires all sessions of the store; with `label`, those of one subscriber.',
  auth: { kind: 'admin', permission: 'webhooks:write' },
  body: object({ label: Type.Optional(label) }),
  response: {
    status: 200,
    description: 'How many were open',
    schema: object({ expired: Type.Integer({ minimum: 0 }) }),
  },
  examples: { body: { label: 'acme' }, response: { expired: 3 } },
});
