import type { InputOf, operations, ResponseOf } from '@service/contract';
import { Prisma, type VariantModel } from '@service/db';
import { asIs, createColumns, integer, upperCase } from '../patch.ts';

type PresentedVariant = ResponseOf<typeof operations.getVariant>;
type Field = keyof InputOf<typeof operations.updateVariant>['body'];

const column = (name: string) => ({ ...asIs, column: name });
const bigint = (name: string) => ({ ...integer, column: name });

/**
 * The fields of a variant that an operator writes, with their columns. The one list: statements, conversions and presentations
 * are derived from it.
 */
const COLUMNS = {
  sku: column('sku'),
  title: column('title'),
  options: column('options'),
  priceAmount: bigint('price_amount'),
  currency: { ...column('currency'), ...upperCase },
  compareAtAmount: bigint('compare_at_amount'),
  stockQuantity: bigint('stock_quantity'),
  allowBackorder: column('allow_backorder'),
  lowStockThreshold: bigint('low_stock_threshold'),
  requiresShipping: column('requires_shipping'),
  shippingProfile: column('shipping_profile'),
  taxClass: column('tax_class'),
  weightGrams: bigint('weight_grams'),
  lengthMm: bigint('length_mm'),
  widthMm: bigint('width_mm'),
  heightMm: bigint('height_mm'),
  contentAmount: bigint('content_amount'),
  contentUnit: column('content_unit'),
  referenceAmount: bigint('reference_amount'),
  position: bigint('position'),
  metadata: column('metadata'),
} satisfies Record<Field, { column: string }>;

export const VARIANT = createColumns<VariantModel, PresentedVariant, Field>(COLUMNS);

const FIELDS = Object.keys(COLUMNS) as Field[];

function joined(toSql: (column: string, field: Field) => string): Prisma.Sql {
  return Prisma.raw(FIELDS.map((field) => toSql(COLUMNS[field].column, field)).join(', '));
}

/** The columns, for INSERT. */
export const COLUMN_NAMES = joined((name) => name);

/** For SET: the columns become those of a row of the table, such as `given` or `(will)`. */
export const setFrom = (row: string) => joined((name) => `${name} = ${row}.${name}`);

/** A new variant without any given field; its currency is then the store's, and its place the last. */
export const NEW_VARIANT = {
  title: null,
  options: {},
  compareAtAmount: null,
  stockQuantity: 0n,
  allowBackorder: false,
  lowStockThreshold: null,
  requiresShipping: true,
  shippingProfile: null,
  taxClass: null,
  weightGrams: null,
  lengthMm: null,
  widthMm: null,
  heightMm: null,
  contentAmount: null,
  contentUnit: null,
  referenceAmount: null,
  metadata: {},
} satisfies { [F in Field]?: VariantModel[F] };

const DEFAULTS: { readonly [F in Field]?: string } = {
  ...sqlOf(NEW_VARIANT),
  currency: 't.currency',
  position: 'COALESCE(others.count, 0)',
};

/** For INSERT: the columns of `given`, a row of the table, or the defaults of the store `t` and the `others` of its product. */
export const GIVEN_OR_DEFAULT = joined((name, field) =>
  DEFAULTS[field] ? `COALESCE(given.${name}, ${DEFAULTS[field]})` : `given.${name}`,
);

/** The variant `v` as a `VariantModel`. */
export const AS_MODEL = Prisma.sql`
  v.id, v.tenant_id AS "tenantId", v.product_id AS "productId", v.reserved, v.version,
  v.created_at AS "createdAt", v.updated_at AS "updatedAt", ${joined((name, field) => `v.${name} AS "${field}"`)}`;

/** Returns the given fields by the names of the columns. */
export function toColumns(given: { readonly [F in Field]?: unknown }): Record<string, unknown> {
  const stored = Object.entries(VARIANT.toStored(given));
  return Object.fromEntries(stored.map(([field, value]) => [COLUMNS[field as Field].column, value]));
}

export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, member) => (typeof member === 'bigint' ? Number(member) : member));
}

function sqlOf(values: { readonly [F in Field]?: unknown }): { readonly [F in Field]?: string } {
  const given = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(given.map(([field, value]) => [field, `'${toJson(value)}'`]));
}
