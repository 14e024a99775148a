import type { TSchema } from 'typebox';
import { eventActor, eventChange } from '../event-objects.ts';
import type { AnyDefinition } from '../operation.ts';
import * as operations from '../operations/index.ts';
import { pickupPlace } from '../resources/pickup-place.ts';

const responseOf = ({ response }: AnyDefinition) => response.schema;
const itemOf = ({ response }: AnyDefinition): TSchema => response.schema.properties.items.items;

/** The resources that more than one operation speaks of: what they are is read from an operation that shows them. */
export const NAMED_SCHEMAS: Readonly<Record<string, TSchema>> = {
  Address: operations.setShippingAddress.body as TSchema,
  Cart: responseOf(operations.getCart),
  Category: responseOf(operations.createCategory),
  Customer: responseOf(operations.getCustomer),
  CustomerGroup: responseOf(operations.getCustomerGroup),
  CustomerAddress: itemOf(operations.listCustomerAddresses),
  Delivery: itemOf(operations.listDeliveries),
  Discount: responseOf(operations.getDiscount),
  Dispute: itemOf(operations.listDisputes),
  DraftOrder: responseOf(operations.getDraftOrder),
  EventActor: eventActor,
  EventChange: eventChange,
  NewVariant: operations.createVariant.body as TSchema,
  Order: responseOf(operations.getOrder),
  OrderSummary: itemOf(operations.listOrders),
  Payment: itemOf(operations.listPayments),
  PaymentAccount: responseOf(operations.getPaymentAccount),
  PickupPlace: pickupPlace,
  PriceList: responseOf(operations.getPriceList),
  Product: responseOf(operations.getProduct),
  CustomerImport: responseOf(operations.getCustomerImport),
  FormerOrder: responseOf(operations.getFormerOrder),
  FormerOrderImport: responseOf(operations.getFormerOrderImport),
  Redirect: responseOf(operations.setRedirect),
  RedirectImport: responseOf(operations.getRedirectImport),
  ProductImport: responseOf(operations.getProductImport),
  Profile: responseOf(operations.getOwnProfile),
  Refund: itemOf(operations.listRefunds),
  Return: responseOf(operations.getReturn),
  Settings: responseOf(operations.getSettings),
  ShippingOption: itemOf(operations.listShippingOptions),
  Stock: responseOf(operations.getStock),
  StoreOrder: responseOf(operations.getCartOrder),
  Subscription: responseOf(operations.listSubscriptions).items,
  TaxLine: responseOf(operations.getCart).properties.taxLines.items,
  Tokens: responseOf(operations.login),
  User: responseOf(operations.getUser),
  Variant: responseOf(operations.getVariant),
};

type Json = Record<string, unknown>;

/**
 * Says a named schema once, under `components`, and a reference wherever it stands.
 *
 * Input: a document of plain JSON. Output: the same with references, and the schemas they lead to.
 * Why by what a schema says and not by which object it is: operations may build the same resource from parts.
 */
export function nameSchemas<T>(document: T): { document: T; schemas: Json } {
  const { document: lifted, defined } = liftDefinitions({ flat: document, named: NAMED_SCHEMAS });
  const { flat, named } = lifted as { flat: unknown; named: Json };
  const names = new Map(
    Object.entries({ ...named, ...defined }).map(([name, schema]) => [JSON.stringify(schema), name]),
  );

  function withRefs(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withRefs);
    if (typeof value !== 'object' || value === null) return value;
    return refOf(value as Json) ?? withRefsInside(value as Json);
  }

  function withRefsInside(value: Json): Json {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withRefs(member)]));
  }

  function refOf(value: Json): Json | undefined {
    if (!('properties' in value)) return undefined;
    const isNullable = Array.isArray(value.type);
    const name = names.get(JSON.stringify(isNullable ? { ...value, type: 'object' } : value));
    if (!name) return undefined;
    const ref = { $ref: `#/components/schemas/${name}` };
    return isNullable ? { anyOf: [ref, { type: 'null' }] } : ref;
  }

  return {
    document: withRefs(flat) as T,
    schemas: Object.fromEntries([...names].map(([text, name]) => [name, withRefsInside(JSON.parse(text))])),
  };
}

/** Definitions under `$defs` of a schema get their names in the whole document. */
function liftDefinitions(document: unknown): { document: unknown; defined: Json } {
  const defined: Json = {};

  function lift(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(lift);
    if (typeof value !== 'object' || value === null) return value;
    const { $defs = {}, ...rest } = value as Json;
    for (const [name, schema] of Object.entries($defs as Json)) defined[name] = lift(schema);
    return Object.fromEntries(
      Object.entries(rest).map(([key, member]) => [key, key === '$ref' ? lifted(member) : lift(member)]),
    );
  }

  const lifted = (ref: unknown) => String(ref).replace('#/$defs/', '#/components/schemas/');
  return { document: lift(document), defined };
}
