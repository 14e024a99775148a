import { type Static, Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { id, list, nullable, object, pageOf, pageQuery, stringEnum, timestamp } from '../../schema.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

const pictureImport = object({
  id,
  status: stringEnum(['pending', 'running', 'completed']),
  total: count('Images elsewhere that products had when it was asked for'),
  processed: count('Of them done, failed ones included'),
  failed: count('Of them left as they are; the list of failures says why'),
  createdAt: timestamp,
  finishedAt: nullable(timestamp),
});

/** Failures of an address are as for subscriptions. */
const FAILURES = [
  'invalid_url',
  'insecure_url',
  'credentials_in_url',
  'refused_address',
  'unresolvable_host',
  'too_many_requests',
  'too_many_redirects',
  'unexpected_status',
  'unreachable',
  'timeout',
  'payload_too_large',
  'invalid_picture',
  'too_many_pictures',
  'not_stored',
] as const;

const failure = object({
  productId: id,
  url: Type.String(),
  code: stringEnum(FAILURES),
  reason: Type.String(),
});

const EXAMPLE: Static<typeof pictureImport> = {
  id: '0d4e9d63-7c1f-4b64-9c0b-3a3f9ad2f2a4',
  status: 'completed',
  total: 240,
  processed: 240,
  failed: 1,
  createdAt: '2026-01-15T09:30:00.000Z',
  finishedAt: '2026-01-15T09:34:10.000Z',
};

export const importPictures = defineOperation({
  endpoint: 'POST /admin/v1/picture-imports',
  summary: 'Make images elsewhere pictures of the store',
  description:
    'The worker fetches the images of one product, or of all when none is named, that lie elsewhere. Each is kept as an upload is, and its new address takes the place of the old one, with `product.updated`; text and order stay. Only public addresses are fetched, also where one redirects. What can’t be fetched or is no picture stays as it is, and is reported. A store has one import under way: what it doesn’t have yet is added to it. A later one tries again what failed.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  body: object({ productId: Type.Optional(id) }),
  response: { status: 202, description: 'Query its progress', schema: pictureImport },
  errors: ['not_found', 'pictures_not_configured'],
  examples: {
    body: { productId: '5b0c7a52-2f0e-4a53-9a3c-0f7f4a5c1d21' },
    response: { ...EXAMPLE, status: 'pending', processed: 0, failed: 0, finishedAt: null },
  },
});

export const getPictureImport = defineOperation({
  endpoint: 'GET /admin/v1/picture-imports/{id}',
  summary: 'Get the progress of an import of pictures',
  description: 'It is completed when every image is processed, failed ones included. It is kept for 30 days.',
  auth: { kind: 'admin', permission: 'catalog:read' },
  response: { status: 200, description: 'The import', schema: pictureImport },
  examples: { response: EXAMPLE },
});

export const listFailedPictures = defineOperation({
  endpoint: 'GET /admin/v1/picture-imports/{id}/failures',
  summary: 'List the failures of an import of pictures',
  description: 'In its order, with a code and the reason.',
  auth: { kind: 'admin', permission: 'catalog:read' },
  query: pageQuery(),
  response: {
    status: 200,
    description: 'A page of addresses',
    schema: list(failure),
  },
  examples: {
    response: pageOf({
      productId: '5b0c7a52-2f0e-4a53-9a3c-0f7f4a5c1d21',
      url: 'https://images.example.com/tea.jpg',
      code: 'unexpected_status',
      reason: 'Its server responds with 404.',
    }),
  },
});
