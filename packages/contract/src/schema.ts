import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

/** Unknown members are dropped by the validator, never assigned. */
export function object<T extends TProperties>(
  properties: T,
  options: { description?: string; minProperties?: number; $defs?: Readonly<Record<string, TSchema>> } = {},
): TObject<T> {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** A closed set of strings as JSON Schema's `enum`, which validators report better than a union of constants. */
export function stringEnum<const T extends readonly string[]>(
  values: T,
  options: { description?: string } = {},
) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });
}

/** Free-form keys, values of text. Not TypeBox's `Record`: its pattern passes over a key with a line break. */
export const stringMap = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
});

/** The schema, or null. In the body of a change an absent member keeps the value, and null clears it. */
export function nullable<T extends TSchema>(schema: T, options: { description?: string } = {}) {
  const { type, enum: values } = schema as { type?: string; enum?: unknown[] };
  if (type === undefined) {
    return Type.Unsafe<Static<T> | null>({ anyOf: [schema, { type: 'null' }], ...options });
  }
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [type, 'null'],
    ...(values ? { enum: [...values, null] } : {}),
    ...options,
  });
}

export function list<T extends TSchema>(item: T) {
  return object({
    items: Type.Array(item),
    total: Type.Integer({ minimum: 0 }),
    page: Type.Integer({ minimum: 1 }),
    pageSize: Type.Integer({ minimum: 1 }),
  });
}

/** A list that may be so long that counting it takes longer than reading a page of it. */
export function longList<T extends TSchema>(item: T) {
  return object({
    ...list(item).properties,
    isTotalCapped: Type.Boolean({ description: 'Whether there are more than `total`' }),
    nextCursor: nullable(Type.String(), { description: 'Null on the last page' }),
  });
}

/** The example of a list: a page with one item. */
export const pageOf = <const T>(item: T) => ({ items: [item], total: 1, page: 1, pageSize: 20 });

/** The same for `longList`. */
export const longPageOf = <const T>(item: T) => ({ ...pageOf(item), isTotalCapped: false, nextCursor: null });

/** The largest integer that JSON numbers carry exactly; the upper bound of every integer field. */
const MAX_INTEGER = 9007199254740991;

export const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
/** A name by which people recognise something, so it isn't blank. */
export const nameText = (maxLength: number, options: { description?: string } = {}) =>
  Type.String({ maxLength, pattern: '\\S', ...options });
export const nullableText = nullable(Type.String());
export const id = Type.String({ format: 'uuid', description: 'UUID' });
export const timestamp = Type.String({ format: 'date-time', description: 'ISO 8601' });
export const integer = Type.Integer({ minimum: 0, maximum: MAX_INTEGER });
export const amount = Type.Integer({ minimum: 0, maximum: MAX_INTEGER, description: 'Minor units (cents)' });
export const version = Type.Integer({
  minimum: 0,
  description: 'Increases with each change; also the ETag',
});
export const currency = Type.String({
  format: 'currency',
  description: 'A code of ISO 4217, in either case; stored upper-case',
});
export const country = Type.String({
  format: 'country',
  description:
    'An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case',
});
export const timeZone = Type.String({
  format: 'time-zone',
  maxLength: 64,
  description: 'A name of the IANA database, such as `Europe/Berlin`',
});
export const email = Type.String({ format: 'email', maxLength: 320 });
export const password = Type.String({ minLength: 12, maxLength: 1024 });
export const slug = Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 255 });

const page = Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 });
const pageSize = Type.Integer({ minimum: 1, maximum: 200, default: 20 });

/** The query of a list that is read page by page, after the list's own filters. */
export function pageQuery<T extends TProperties = Record<never, never>>(filters: T = {} as T) {
  return object({ ...filters, page, pageSize });
}

/** The cursor of a list that is read by cursor. */
export const cursor = Type.String({
  maxLength: 4096,
  description: 'The `nextCursor` of another page with the same filters; instead of `page`',
});

/** The sort keys of a list: each field ascending, and with a minus descending. */
export function sortBy<const Field extends string>(fields: readonly Field[]) {
  return stringEnum(
    fields.flatMap((field) => [field, `-${field}`] as const),
    { description: 'With a minus the largest come first. Default: `-createdAt`' },
  );
}

/** The same for a list so long that it can be read by cursor too. */
export function cursorQuery<T extends TProperties, C extends TSchema>(filters: T, cursor: C) {
  return object({ ...filters, page, pageSize, cursor: Type.Optional(cursor) });
}
