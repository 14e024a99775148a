import { Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import { id, nullable, object, timestamp } from '../../../schema.ts';

const signingKey = object({
  id: Type.Unsafe<string>({ ...id, description: '`keyid` of the signature, `kid` of the key set' }),
  publicKey: Type.String({ description: '`whpk_` and the key in base64, as Standard Webhooks writes it' }),
  createdAt: timestamp,
  expiresAt: nullable(timestamp, {
    description: 'Until then it signs beside the newest; null: it is the newest',
  }),
});

const example = {
  id: '9d3f1c52-6f0e-4b3a-8a53-2b8a2f6d1c77',
  publicKey: 'whpk_JrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=',
  createdAt: '2026-01-15T09:30:00.000Z',
  expiresAt: null,
};

export const listSigningKeys = defineOperation({
  endpoint: 'GET /admin/v1/webhooks/signing-keys',
  summary: 'List the store’s signing keys',
  description:
    'The public halves, newest first. The first key is made with the first subscription whose `signature` is ed25519.',
  auth: { kind: 'admin', permission: 'webhooks:read' },
  response: { status: 200, description: 'The keys that sign', schema: Type.Array(signingKey) },
  examples: { response: [example] },
});

export const rotateSigningKey = defineOperation({
  endpoint: 'POST /admin/v1/webhooks/signing-keys',
  summary: 'Rotate the signing key of the store',
  description:
    'The new key signs at once. For `overlapHours` the one before it signs too, so that receivers which keep the old public key lose nothing. A second rotation within the overlap ends the oldest key.',
  auth: { kind: 'admin', permission: 'webhooks:write' },
  body: object({
    overlapHours: Type.Integer({
      minimum: 0,
      maximum: 168,
      default: 24,
      description: 'How long the old key signs too; 0: not at all',
    }),
  }),
  response: { status: 201, description: 'The new key', schema: signingKey },
  examples: { body: { overlapHours: 24 }, response: example },
});
