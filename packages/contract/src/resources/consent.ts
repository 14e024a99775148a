import { Type } from 'typebox';
import { id, nullable, nullableText, object, text, timestamp } from '../schema.ts';

const purpose = Type.String({
  pattern: '^[a-z][a-z0-9_-]{0,63}$',
  description: 'What it is for. `marketing` also sets the customer’s `acceptsMarketing`.',
});

const textVersion = nullable(text(64), {
  description: 'The version of the shown text, in the store’s own words',
});

const given = { purpose, granted: Type.Boolean(), textVersion: Type.Optional(textVersion) };

/** A consent that a shopper gives. */
export const ownConsent = object(given);

/** A consent that an operator received. */
export const heardConsent = object({
  ...given,
  source: Type.String({ pattern: '\\S', maxLength: 64, description: 'The source, such as `phone`' }),
});

const members = {
  id,
  purpose: Type.String(),
  granted: Type.Boolean(),
  textVersion: nullableText,
  source: Type.String({ description: '`storefront`, or the source that an operator gave' }),
  createdAt: timestamp,
};

/** A consent as the customer sees it. */
export const shownConsent = object(members);

export const consent = object({
  ...members,
  actor: Type.String({ description: 'Who recorded it: `customer:<id>`, `admin:<id>` or `api-key:<id>`' }),
  clientAddress: nullable(Type.String(), {
    description: 'The network address that the customer’s request came from',
  }),
});

export const exampleShownConsent = {
  id: 'd1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f661',
  purpose: 'marketing',
  granted: true,
  textVersion: '2026-01',
  source: 'storefront',
  createdAt: '2026-01-15T09:30:00.000Z',
};

export const exampleConsent = {
  ...exampleShownConsent,
  actor: 'customer:b7c2a3b4-5d6e-4f70-8a91-b2c3d4e5f620',
  clientAddress: '192.0.2.7',
};
