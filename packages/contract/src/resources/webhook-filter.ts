import { type TProperties, Type } from 'typebox';
import { nullable, object } from '../schema.ts';

export type FilterValue = string | number | boolean | null;

/**
 * A condition on an event: one operator on the value at `path`, or `not`, `all` or `any` of further conditions. Exactly one of the
 * operators is given, and a path with each that is about a value.
 */
export interface WebhookFilter {
  path?: string | undefined;
  equals?: FilterValue | undefined;
  in?: FilterValue[] | undefined;
  exists?: boolean | undefined;
  prefix?: string | undefined;
  greater?: number | string | undefined;
  less?: number | string | undefined;
  not?: WebhookFilter | undefined;
  all?: WebhookFilter[] | undefined;
  any?: WebhookFilter[] | undefined;
}

/** The limits of a filter. Every event of the store is checked against it, in the transaction of the change. */
export const FILTER_BOUNDS = { depth: 5, conditions: 16, bytes: 4096 } as const;

/** The comparisons of the value at a path. */
export const FILTER_OPERATORS = ['equals', 'in', 'exists', 'prefix', 'greater', 'less'] as const;

export type FilterOperator = (typeof FILTER_OPERATORS)[number];

const MAX_ITEMS = 50;
const text = { minLength: 1, maxLength: 255 };

export const filterValue = Type.Unsafe<FilterValue>({
  type: ['string', 'number', 'boolean', 'null'],
  maxLength: 255,
});
const comparable = Type.Unsafe<number | string>({ type: ['number', 'string'], maxLength: 255 });
/** Not null; where it stands, the schema has `FILTER_DEFINITION`. */
export const condition = Type.Unsafe<WebhookFilter>({ $ref: '#/$defs/WebhookFilter' });
const conditions = Type.Array(condition, { minItems: 1, maxItems: FILTER_BOUNDS.conditions });

/** A filter holds filters, so it has a name under `$defs` of the schema that it is in. */
export const FILTER_DEFINITION = {
  WebhookFilter: object(
    {
      path: Type.Optional(
        Type.String({
          ...text,
          description:
            'Names of members with dots between them: `event`, or what is in `data`, such as `data.status` or ' +
            '`data.object.lines.sku`. Through a list it means any of its items',
        }),
      ),
      equals: Type.Optional(
        Type.Unsafe<FilterValue>({ ...filterValue, description: 'The value at the path is this' }),
      ),
      in: Type.Optional(
        Type.Array(filterValue, { minItems: 1, maxItems: MAX_ITEMS, description: 'It is one of these' }),
      ),
      exists: Type.Optional(
        Type.Boolean({ description: 'Whether there is a value: a member that is null has none' }),
      ),
      prefix: Type.Optional(Type.String({ ...text, description: 'It is a text that begins so' })),
      greater: Type.Optional(
        Type.Unsafe<number | string>({
          ...comparable,
          description:
            'It is greater: of two numbers, or of two texts by their code points, as times are compared',
        }),
      ),
      less: Type.Optional(Type.Unsafe<number | string>({ ...comparable, description: 'It is less' })),
      not: Type.Optional(condition),
      all: Type.Optional(conditions),
      any: Type.Optional(conditions),
    },
    { description: 'One operator: on the value at `path`, or `not`, `all` or `any` of conditions' },
  ),
} as const;

/** An object with a member that is a filter. */
export function objectWithFilter<T extends TProperties>(properties: T) {
  return object(properties, { $defs: FILTER_DEFINITION });
}

export const filter = nullable(condition, {
  description:
    'Only events that match it become deliveries; null: all. At most 16 conditions, 5 deep, 4096 bytes of JSON. It reads ' +
    'the full payload, whatever `payload` says; conditions on more than `event` and the members of the catalogue need the ' +
    'permission to read the events’ resources, which a portal session doesn’t have. Refused if it can’t match any of the ' +
    '`events`',
});
