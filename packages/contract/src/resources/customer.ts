import { Type } from 'typebox';
import { id, nameText, nullable, object, stringEnum, text, timestamp } from '../schema.ts';
import { metadata, shownMetadata } from './metadata.ts';

export const name = nameText(255);

export const phone = text(64);

export const vatNumber = text(64);

export const VAT_STATUSES = ['pending', 'valid', 'invalid', 'unavailable', 'unsupported'] as const;

export type VatStatus = (typeof VAT_STATUSES)[number];

const vatStatus = stringEnum(VAT_STATUSES, {
  description:
    'pending: VIES is being asked · valid, invalid: the result of VIES, or of the syntax check · unavailable: VIES did not respond, the check is retried · unsupported: VIES does not know this country’s numbers. Only valid exempts.',
});

/** The part of a customer's own account that the customer may see. */
const profileMembers = {
  id,
  email: Type.String(),
  emailVerified: Type.Boolean(),
  name: nullable(Type.String()),
  phone: nullable(Type.String()),
  isB2b: Type.Boolean(),
  taxExempt: Type.Boolean({
    description: 'Pays no tax on any cart or order; open carts follow at their next reading',
  }),
  acceptsMarketing: Type.Boolean(),
  vatNumber: nullable(Type.String()),
  vatStatus: nullable(vatStatus),
  vatCheckedAt: nullable(timestamp),
  vatName: nullable(Type.String()),
  version: Type.Integer(),
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const profile = object({ ...profileMembers, metadata: shownMetadata });

export const customerGroupId = nullable(id, {
  description:
    'The group whose prices the customer gets; null: none. Open carts follow at their next reading',
});

export const customer = object({
  ...profileMembers,
  metadata,
  customerGroupId,
  vatConsultationNumber: nullable(
    Type.String({ description: 'VIES’s receipt of the check; proof for the tax office' }),
  ),
  disabled: Type.Boolean(),
  erasedAt: nullable(timestamp, {
    description: 'Since then the person is being removed; the customer stays only for their orders',
  }),
});

export const exampleProfile = {
  id: 'b7c2a3b4-5d6e-4f70-8a91-b2c3d4e5f620',
  email: 'ada@example.com',
  emailVerified: true,
  name: 'Ada Lovelace',
  phone: null,
  isB2b: true,
  taxExempt: false,
  acceptsMarketing: false,
  vatNumber: 'DE136695976',
  vatStatus: 'pending' as const,
  vatCheckedAt: null,
  vatName: null,
  metadata: {},
  version: 1,
  createdAt: '2026-01-15T09:30:00.000Z',
  updatedAt: '2026-01-15T09:30:00.000Z',
};

export const givenPassword = Type.String({ minLength: 1, maxLength: 1024 });

export const ownProfile = { status: 200, description: 'The customer', schema: profile } as const;
