import type { InputOf, operations, ResponseOf } from '@service/contract';
import { Prisma, type VariantModel } from '@service/db';
import { asIs, createColumns, integer, upperCase } from '../patch.ts';

type PresentedVariant = ResponseOf<typeof operations.getVariant>;
type Field = keyof InputOf<typeof operations.updateVariant>['body'];

const text = (column: string) => ({ ...asIs, column, type: 'text' });
const bigint = (column: string) => ({ ...integer, column, type: 'bigint' });

/**
 * The fields of a variant that an operator writes, with column and type. The one list: statements, conversions and
 * what is shown are derived from it.
 */
const COLUMNS = {
  sku: text('sku'),
  title: text('title'),
  options: { ...asIs, column: 'options', type: 'jsonb' },
  priceAmount: bigint('price_amount'),
  currency: { ...text('currency'), ...upperCase },
  compareAtAmount: bigint('compare_at_amount'),
  stockQuantity: bigint('stock_quantity'),
  allowBackorder: { ...asIs, column: 'allow_backorder', type: 'boolean' },
  weightGrams: bigint('weight_grams'),
  lengthMm: bigint('length_mm'),
  widthMm: bigint('width_mm'),
  heightMm: bigint('height_mm'),
  position: bigint('position'),
} satisfies Record<Field, { column: string; type: string }>;

export const VARIANT = createColumns<VariantModel, PresentedVariant, Field>(COLUMNS);

const FIELDS = Object.keys(COLUMNS) as Field[];

function joined(toSql: (field: Field, column: string, type: string) => string): Prisma.Sql {
  return Prisma.raw(
    FIELDS.map((field) => toSql(field, COLUMNS[field].column, COLUMNS[field].type)).join(', '),
  );
}

/** For SET: the columns become those of `will`, a row of the table. */
export const SET_FROM_ROW = joined((_field, column) => `${column} = (will).${column}`);

/** For SET: the columns become those of `given`, which bear the names of the fields. */
export const SET_FROM_FIELDS = joined((field, column) => `${column} = given."${field}"`);

/** The columns of such a `given`, with their types. */
export const FIELD_TYPES = joined((field, _column, type) => `"${field}" ${type}`);

/** The variant `v` in the shape of Prisma's model. */
export const AS_MODEL = Prisma.sql`
  v.id, v.tenant_id AS "tenantId", v.product_id AS "productId", v.reserved, v.version,
  v.created_at AS "createdAt", v.updated_at AS "updatedAt", ${joined((field, column) => `v.${column} AS "${field}"`)}`;

/** What a patch gives, by the names of the columns, in JSON. */
export function toColumnsJson(patch: { readonly [F in Field]?: unknown }): string {
  const given = Object.entries(VARIANT.toStored(patch)).map(([field, value]) => [
    COLUMNS[field as Field].column,
    value,
  ]);
  return toJson(Object.fromEntries(given));
}

export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, member) => (typeof member === 'bigint' ? Number(member) : member));
}
