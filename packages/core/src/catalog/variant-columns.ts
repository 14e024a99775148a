import type { InputOf, operations, ResponseOf } from '@service/contract';
import { Prisma, type VariantModel } from '@service/db';

type Field = keyof InputOf<typeof operations.updateVariant>['body'];

/**
 * The fields of a variant that an operator writes, with column and type. The one list: statements, conversions and
 * what is shown are derived from it.
 */
const COLUMNS = {
  sku: ['sku', 'text'],
  title: ['title', 'text'],
  options: ['options', 'jsonb'],
  priceAmount: ['price_amount', 'bigint'],
  currency: ['currency', 'text'],
  compareAtAmount: ['compare_at_amount', 'bigint'],
  stockQuantity: ['stock_quantity', 'bigint'],
  allowBackorder: ['allow_backorder', 'boolean'],
  weightGrams: ['weight_grams', 'bigint'],
  lengthMm: ['length_mm', 'bigint'],
  widthMm: ['width_mm', 'bigint'],
  heightMm: ['height_mm', 'bigint'],
  position: ['position', 'bigint'],
} as const satisfies Record<Field, readonly [column: string, type: string]>;

const FIELDS = Object.keys(COLUMNS) as Field[];

function joined(toSql: (field: Field, column: string, type: string) => string): Prisma.Sql {
  return Prisma.raw(FIELDS.map((field) => toSql(field, COLUMNS[field][0], COLUMNS[field][1])).join(', '));
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

type Patch = { readonly [F in Field]?: unknown };

/** What a patch gives, as the model holds it; an absent field stays absent. */
export function toModel(patch: Patch): Partial<Pick<VariantModel, Field>> {
  const given = FIELDS.filter((field) => patch[field] !== undefined);
  return Object.fromEntries(given.map((field) => [field, toValue(field, patch[field])]));
}

function toValue(field: Field, value: unknown) {
  if (value === null) return null;
  if (COLUMNS[field][1] === 'bigint') return BigInt(value as number);
  return field === 'currency' ? String(value).toUpperCase() : value;
}

/** What a patch gives, by the names of the columns, in JSON. */
export function toColumnsJson(patch: Patch): string {
  const given = Object.entries(toModel(patch)).map(([field, value]) => [COLUMNS[field as Field][0], value]);
  return toJson(Object.fromEntries(given));
}

export function presentColumns(variant: VariantModel) {
  const shown = FIELDS.map((field) => [field, fromBigint(variant[field])]);
  return Object.fromEntries(shown) as Pick<ResponseOf<typeof operations.getVariant>, Field>;
}

export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, member) => fromBigint(member));
}

/** None is beyond what JSON numbers carry. */
function fromBigint(value: unknown) {
  return typeof value === 'bigint' ? Number(value) : value;
}
