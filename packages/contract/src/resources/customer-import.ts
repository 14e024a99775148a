import { type Static, Type } from 'typebox';
import { nameText, nullable, object, text } from '../schema.ts';
import { address } from './address.ts';
import { name, phone, vatNumber } from './customer.ts';
import { importProgress, PROGRESS_EXAMPLE } from './import-progress.ts';
import { givenMetadata } from './metadata.ts';

const { company, line1, line2, city, postalCode, region, country } = address.properties;

/**
 * A row of an import of customers: one customer with at most one address, which is whole or isn't there. A CSV file has
 * the same members as columns; there an empty cell means absent, and `metadata` is JSON.
 */
export const customerRow = object({
  email: Type.String({ maxLength: 320 }),
  name: Type.Optional(nullable(name)),
  phone: Type.Optional(nullable(phone)),
  group: Type.Optional(nullable(nameText(255), { description: 'The name of a group that exists' })),
  business: Type.Optional(Type.Boolean()),
  vatNumber: Type.Optional(nullable(vatNumber)),
  taxExempt: Type.Optional(Type.Boolean()),
  acceptsMarketing: Type.Optional(Type.Boolean()),
  disabled: Type.Optional(Type.Boolean()),
  addressName: Type.Optional(nameText(255)),
  addressCompany: company,
  addressLine1: Type.Optional(line1),
  addressLine2: line2,
  addressCity: Type.Optional(city),
  addressPostalCode: Type.Optional(postalCode),
  addressRegion: region,
  addressCountry: Type.Optional(country),
  addressPhone: Type.Optional(nullable(text(64))),
  metadata: Type.Optional(givenMetadata),
});

export type CustomerRow = Static<typeof customerRow>;

export const customerImport = object({
  ...importProgress,
  created: Type.Integer({ description: 'Rows that created a customer' }),
  updated: Type.Integer({ description: 'Rows that changed a customer or added an address' }),
  unchanged: Type.Integer({ description: 'Rows that said nothing new' }),
});

export const CUSTOMER_IMPORT_EXAMPLE = {
  ...PROGRESS_EXAMPLE,
  rows: 1200,
  processed: 1200,
  created: 1190,
  updated: 4,
  unchanged: 5,
};
