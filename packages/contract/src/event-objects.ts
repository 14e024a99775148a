import { type TSchema, Type } from 'typebox';
import type { Permission } from './permissions.ts';
import { nullable, stringEnum } from './schema.ts';

interface ObjectDefinition {
  /** The member of the event's data that has its id. */
  member: string;
  /** Its name among the schemas of the document. */
  schema: string;
  /** The permission of an operator or key that requests it in deliveries, or reads them. */
  permission: Permission;
}

/** The kinds of resources that events are about, as full payloads contain them. */
export const OBJECTS = {
  cart: { member: 'cartReference', schema: 'Cart', permission: 'orders:read' },
  category: { member: 'categoryId', schema: 'Category', permission: 'catalog:read' },
  customer: { member: 'customerId', schema: 'Customer', permission: 'customers:read' },
  discount: { member: 'discountId', schema: 'Discount', permission: 'catalog:read' },
  order: { member: 'orderId', schema: 'Order', permission: 'orders:read' },
  priceList: { member: 'priceListId', schema: 'PriceList', permission: 'catalog:read' },
  product: { member: 'productId', schema: 'Product', permission: 'catalog:read' },
  stock: { member: 'variantId', schema: 'Stock', permission: 'catalog:read' },
  variant: { member: 'variantId', schema: 'Variant', permission: 'catalog:read' },
  return: { member: 'returnId', schema: 'Return', permission: 'orders:read' },
} as const satisfies Record<string, ObjectDefinition>;

export type EventObject = keyof typeof OBJECTS;

/** Why a full payload has no object. */
const OMISSIONS = ['too_large', 'deleted', 'not_recorded', 'erased', 'not_permitted'] as const;

export const eventChange = Type.Object({
  name: Type.String(),
  before: Type.Unknown(),
  after: Type.Unknown(),
});

export const eventActor = Type.Object({
  type: stringEnum([
    'operator',
    'api_key',
    'subscriber',
    'guest',
    'customer',
    'payment_provider',
    'command',
    'job',
  ]),
  id: nullable(Type.String()),
});

/** Like `nullable`, but the schema stays one that has a name in the document. */
const orNull = (schema: TSchema, description: string) =>
  Type.Unsafe<unknown>({ anyOf: [schema, { type: 'null' }], description });

/** The additional part of a full payload, beside the data of the event. */
export const fullData = (object: TSchema) => ({
  object: orNull(object, 'The resource as the Admin API presents it, when the change was committed'),
  objectOmitted: Type.Optional(
    stringEnum(OMISSIONS, {
      description:
        'Why there is no object. `too_large`: above 64 kB. `deleted`: it was made and removed in one step. `not_recorded`: no ' +
        'subscription wanted full payloads then. `erased`: personal data were erased. `not_permitted`: the reader of the log may not see it',
    }),
  ),
  changes: nullable(Type.Array(eventChange), {
    description: 'What of the resource changed; null where the event doesn’t say it by members',
  }),
  actor: orNull(eventActor, 'Who made the change'),
});
