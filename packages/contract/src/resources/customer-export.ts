import { Type } from 'typebox';
import { id, integer, nullable, object, stringEnum, timestamp } from '../schema.ts';

export const customerExport = object({
  id,
  customerId: id,
  status: stringEnum(['pending', 'running', 'completed']),
  requestedBy: stringEnum(['operator', 'customer']),
  sections: Type.Integer({ description: 'Parts of the file: profile, addresses, orders, …' }),
  processed: Type.Integer({ description: 'Number of them that are written' }),
  items: integer,
  createdAt: timestamp,
  finishedAt: nullable(timestamp),
  expiresAt: nullable(timestamp, { description: 'Then the file is deleted; null: it isn’t finished' }),
});

export const EXPORT_EXAMPLE = {
  id: 'c8c2a3b4-5d6e-4f70-8a91-b2c3d4e5f641',
  customerId: 'b7c2a3b4-5d6e-4f70-8a91-b2c3d4e5f620',
  status: 'completed' as const,
  requestedBy: 'operator' as const,
  sections: 9,
  processed: 9,
  items: 27,
  createdAt: '2026-01-15T09:30:00.000Z',
  finishedAt: '2026-01-15T09:30:01.000Z',
  expiresAt: '2026-01-22T09:30:01.000Z',
};

export const PENDING_EXPORT_EXAMPLE = {
  ...EXPORT_EXAMPLE,
  status: 'pending' as const,
  processed: 0,
  items: 0,
  finishedAt: null,
  expiresAt: null,
};

/** The response that is the file. */
export const exportFile = {
  status: 200,
  description: 'One JSON object: a list for each kind of thing that the store keeps',
  contentTypes: ['application/json'],
  schema: Type.String(),
} as const;

const FILE =
  '{"exportedAt":"2026-01-15T09:30:00.000Z","customer":[{"email":"ada@example.com"}],"orders":[]}\n';

export const FILE_EXAMPLES = { response: FILE, files: { 'application/json': FILE } };
