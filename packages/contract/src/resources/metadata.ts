import { Type } from 'typebox';

/** A merchant's own fields: what another system calls the thing, a note for the packer. */
export type Metadata = Record<string, string | number | boolean | null>;

/** Fields whose names begin with this are visible to the storefront too; all others only to operators. */
export const PUBLIC_PREFIX = 'public.';

/** The size of all fields together, as JSON in UTF-8. */
const MAX_METADATA_BYTES = 8192;

const values = { additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } } as const;

/** In a response. */
export const metadata = Type.Unsafe<Metadata>({
  type: 'object',
  description: 'Fields of the store’s own',
  ...values,
});

/** The fields that a shopper reads. */
export const shownMetadata = Type.Unsafe<Metadata>({
  type: 'object',
  description: 'Fields of the store’s own whose names begin with `public.`',
  ...values,
});

function given(keyPattern: string, description: string) {
  return Type.Unsafe<Metadata>({
    type: 'object',
    description,
    maxProperties: 50,
    propertyNames: { pattern: keyPattern },
    ...values,
  });
}

/** In a request. */
export const givenMetadata = given(
  '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$',
  'Fields of the store’s own, replaced as a whole: up to 50, together at most 8192 bytes of JSON. The storefront sees those whose names begin with `public.`',
);

/** In a shopper's request. */
export const givenPublicMetadata = given(
  '^public\\.[A-Za-z0-9_.-]{1,57}$',
  'Fields of the store’s own, replaced as a whole: up to 50, together at most 8192 bytes of JSON, with names that begin with `public.`',
);

/** JSON Schema has no limit for the size of an object. */
export function fitsMetadata(value: unknown): boolean {
  return new TextEncoder().encode(JSON.stringify(value)).length <= MAX_METADATA_BYTES;
}

const pair = { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}:', maxLength: 8192 };

/** A filter of an operators' list. */
export const metadataFilter = Type.Unsafe<string | string[]>({
  description:
    '`name:value`, such as `erp.id:4711`, for what has this field; numbers, `true`, `false` and `null` are found by their JSON too. May be given several times',
  anyOf: [{ type: 'array', items: pair, maxItems: 10 }, pair],
});
