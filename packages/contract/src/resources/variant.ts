import { Type } from 'typebox';
import { CONTENT_UNITS } from '../content-units.ts';
import { amount, id, integer, nullable, object, stringEnum, stringMap, text } from '../schema.ts';
import { givenMetadata, metadata } from './metadata.ts';
import { shippingProfile } from './shipping-profile.ts';
import { taxClass } from './tax-class.ts';

const options = Type.Unsafe<Record<string, string>>({
  ...stringMap,
  description: 'Free-form names and values, such as `{ "Size": "M" }`',
});

const requiresShipping = Type.Boolean({
  description:
    'false: a voucher, a download, a service. It is fulfilled when the order is paid, and nothing is shipped. Default: true',
});

/** A whole number, since there is a smaller unit for what is none. */
const measured = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });

const measures = {
  shippingProfile: nullable(shippingProfile, {
    description:
      'Such as `bulky` or `cooled`: only shipping options that name it in their `profiles` take the variant; null: all do',
  }),
  taxClass: nullable(taxClass, {
    description: 'Where it isn’t that of the product; null: the product’s `taxClass`',
  }),
  weightGrams: nullable(integer),
  lengthMm: nullable(integer),
  widthMm: nullable(integer),
  heightMm: nullable(integer),
  contentAmount: nullable(measured, {
    description:
      'Its content in `contentUnit`, such as 750 with `ml`. With both, the storefront has the unit price; null: it isn’t sold by measure',
  }),
  contentUnit: nullable(stringEnum(CONTENT_UNITS)),
  referenceAmount: nullable(measured, {
    description:
      'The amount of `contentUnit` that the unit price is for, such as 100 with `g`; null: 1 kg, 1 l, 1 m, 1 m² or 1 m³, as EU law has it',
  }),
};

export const lowStockThreshold = nullable(integer, {
  description: '`inventory.low` fires when this number or fewer are available; null: never',
});

/** Fields of a variant that may be left out on create too. */
export const optionalFields = {
  title: Type.Optional(nullable(text(512))),
  options: Type.Optional(options),
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{3}$',
      description:
        'Three letters; stored upper-case. Carts are in currencies of ISO 4217, so a variant with another code isn’t sold',
    }),
  ),
  compareAtAmount: Type.Optional(nullable(amount)),
  stockQuantity: Type.Optional(integer),
  allowBackorder: Type.Optional(Type.Boolean()),
  lowStockThreshold: Type.Optional(lowStockThreshold),
  requiresShipping: Type.Optional(requiresShipping),
  ...Type.Partial(Type.Object(measures)).properties,
  position: Type.Optional(integer),
  metadata: Type.Optional(givenMetadata),
};

/** The fields of a new variant; `sku` and `priceAmount` are required. */
export const newVariant = object({ sku: text(255), priceAmount: amount, ...optionalFields });

export const variant = object({
  id,
  sku: Type.String(),
  title: nullable(Type.String()),
  options,
  priceAmount: amount,
  currency: Type.String(),
  compareAtAmount: nullable(amount),
  stockQuantity: integer,
  reserved: Type.Integer({ description: 'Held by orders that are not shipped' }),
  available: Type.Integer({
    description: '`stockQuantity` minus `reserved`; below 0 means backorders',
  }),
  allowBackorder: Type.Boolean(),
  lowStockThreshold,
  requiresShipping,
  ...measures,
  position: integer,
  metadata,
  version: Type.Integer({ description: 'Also the ETag' }),
});

export const VARIANT_EXAMPLE = {
  id: 'd1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f608',
  sku: 'TEA-1',
  title: null,
  options: {},
  priceAmount: 1250,
  currency: 'EUR',
  compareAtAmount: null,
  stockQuantity: 10,
  reserved: 0,
  available: 10,
  allowBackorder: false,
  lowStockThreshold: 3,
  requiresShipping: true,
  shippingProfile: null,
  taxClass: null,
  weightGrams: null,
  lengthMm: null,
  widthMm: null,
  heightMm: null,
  contentAmount: 100,
  contentUnit: 'g' as const,
  referenceAmount: null,
  position: 0,
  metadata: {},
  version: 1,
};
