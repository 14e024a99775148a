import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { DISCOUNT_KINDS } from '../../resources/applied-discount.ts';
import {
  amount,
  currency,
  id,
  list,
  nameText,
  nullable,
  object,
  pageOf,
  pageQuery,
  stringEnum,
  timestamp,
} from '../../schema.ts';

const code = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9_-]*$',
  maxLength: 64,
  description: 'The code that shoppers enter; case doesn’t matter, it is stored upper-case',
});

const basisPoints = Type.Integer({ minimum: 1, maximum: 10_000, description: '1000 is 10 %' });

const value = Type.Integer({ minimum: 1, maximum: 9007199254740991, description: 'Minor units (cents)' });

const ofCurrency = nullable(currency, {
  description:
    'The currency of `amount`, `minimumAmount` and `tiers`: it applies to carts in this currency; null: the store’s',
});

const usageLimit = Type.Integer({ minimum: 1, maximum: 2147483647, description: 'Orders; null: no limit' });

const ids = (maxItems: number, description: string) => Type.Array(id, { maxItems, description });

const tiers = Type.Array(
  object({
    from: Type.Integer({
      minimum: 1,
      maximum: 9007199254740991,
      description: 'Minimum price of the goods, before discounts, in minor units',
    }),
    basisPoints,
  }),
  { maxItems: 10, description: 'For `tiers`, ascending: the highest that is reached applies' },
);
const buyQuantity = nullable(Type.Integer({ minimum: 1, maximum: 9999 }), {
  description: 'For `buy_x_get_y`: the number of units at full price',
});
const getQuantity = nullable(Type.Integer({ minimum: 1, maximum: 9999 }), {
  description:
    'For `buy_x_get_y`: how many more units, the cheapest, are reduced by `basisPoints` (10000 by default)',
});
const giftVariantId = nullable(id, {
  description: 'For `gift`: the variant that it adds to the cart for nothing',
});
const giftQuantity = nullable(Type.Integer({ minimum: 1, maximum: 9999 }), {
  description: 'For `gift`: how many units of it (1 by default)',
});

const title = nullable(nameText(255), { description: 'What shoppers see; null: the code' });
const automatic = Type.Boolean({
  description: 'It applies to every cart that meets its conditions, without a code',
});
const singleUseCodes = Type.Boolean({
  description: 'It applies by codes that are generated for it, each for one order; `code` only names it',
});
const priority = Type.Integer({
  minimum: 0,
  maximum: 1000,
  description: 'The largest is applied first, and among equal ones that of the cart’s code',
});
const combinable = Type.Boolean({
  description: 'false: it applies only where no other does before it, and none is applied after it',
});
const minimumAmount = nullable(value, {
  description: 'Minimum price of the goods that it is about, before discounts, in minor units',
});
const minimumQuantity = nullable(Type.Integer({ minimum: 1, maximum: 9999 }), {
  description: 'Minimum number of units of them',
});
const productIds = ids(200, 'Products that it is about; with `categoryIds` empty too: all');
const categoryIds = ids(50, 'Categories that it is about, with those below them');
const customerGroupIds = ids(50, 'Customer groups that it is for; empty: all customers');
const firstOrder = Type.Boolean({
  description: 'Only for the first order of a customer who is signed in; a cancelled order doesn’t count',
});
const oncePerCustomer = Type.Boolean({
  description: 'Each customer may use it once, and is signed in for it',
});

const conditions = {
  title: Type.Optional(title),
  automatic: Type.Optional(automatic),
  singleUseCodes: Type.Optional(singleUseCodes),
  tiers: Type.Optional(tiers),
  buyQuantity: Type.Optional(buyQuantity),
  getQuantity: Type.Optional(getQuantity),
  giftVariantId: Type.Optional(giftVariantId),
  giftQuantity: Type.Optional(giftQuantity),
  priority: Type.Optional(priority),
  combinable: Type.Optional(combinable),
  minimumAmount: Type.Optional(minimumAmount),
  minimumQuantity: Type.Optional(minimumQuantity),
  productIds: Type.Optional(productIds),
  categoryIds: Type.Optional(categoryIds),
  customerGroupIds: Type.Optional(customerGroupIds),
  firstOrder: Type.Optional(firstOrder),
  oncePerCustomer: Type.Optional(oncePerCustomer),
};

const terms = {
  ...conditions,
  active: Type.Optional(Type.Boolean()),
  startsAt: Type.Optional(nullable(timestamp)),
  endsAt: Type.Optional(nullable(timestamp)),
  usageLimit: Type.Optional(nullable(usageLimit)),
};

const discount = object({
  id,
  code: Type.String(),
  title,
  automatic,
  singleUseCodes,
  kind: stringEnum(DISCOUNT_KINDS),
  basisPoints: nullable(Type.Integer()),
  amount: nullable(amount),
  currency: ofCurrency,
  tiers,
  buyQuantity,
  getQuantity,
  giftProductId: nullable(id, { description: 'The product of `giftVariantId`' }),
  giftVariantId,
  giftQuantity,
  priority,
  combinable,
  minimumAmount,
  minimumQuantity,
  productIds,
  categoryIds,
  customerGroupIds,
  firstOrder,
  oncePerCustomer,
  active: Type.Boolean(),
  startsAt: nullable(timestamp),
  endsAt: nullable(timestamp),
  usageLimit: nullable(Type.Integer()),
  timesUsed: Type.Integer(),
  version: Type.Integer(),
  createdAt: timestamp,
});

const exampleDiscount = {
  id: 'a3c2a3b4-5d6e-4f70-8a91-b2c3d4e5f615',
  code: 'SPRING10',
  title: 'Ten percent in spring',
  automatic: false,
  singleUseCodes: false,
  kind: 'percentage' as const,
  basisPoints: 1000,
  amount: null,
  currency: null,
  tiers: [],
  buyQuantity: null,
  getQuantity: null,
  giftProductId: null,
  giftVariantId: null,
  giftQuantity: null,
  priority: 0,
  combinable: true,
  minimumAmount: 5000,
  minimumQuantity: null,
  productIds: [],
  categoryIds: [],
  customerGroupIds: [],
  firstOrder: false,
  oncePerCustomer: false,
  active: true,
  startsAt: '2026-03-01T00:00:00.000Z',
  endsAt: null,
  usageLimit: 500,
  timesUsed: 0,
  version: 1,
  createdAt: '2026-01-15T09:30:00.000Z',
};

export const createDiscount = defineOperation({
  endpoint: 'POST /admin/v1/discounts',
  summary: 'Create a discount',
  description:
    '`percentage` needs `basisPoints`, `amount` needs `amount`, in the store’s currency unless `currency` names another, `free_shipping` neither, `tiers` needs `tiers`, `buy_x_get_y` needs `buyQuantity` and `getQuantity`, and `gift` needs `giftVariantId`. It applies to carts with its code, or, if `automatic`, to all carts, provided that its conditions are met. Several are applied in the order of their priorities, each to what the ones before have left. At most 50 automatic ones are active. It applies from `startsAt` until before `endsAt`. `usageLimit` is never exceeded, however many shoppers check out at once.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  body: object({
    code,
    kind: stringEnum(DISCOUNT_KINDS),
    basisPoints: Type.Optional(basisPoints),
    amount: Type.Optional(value),
    currency: Type.Optional(ofCurrency),
    ...terms,
  }),
  response: { status: 201, description: 'The discount', schema: discount },
  errors: ['duplicate_code', 'too_many_discounts'],
  examples: {
    body: {
      code: 'SPRING10',
      title: 'Ten percent in spring',
      minimumAmount: 5000,
      kind: 'percentage',
      basisPoints: 1000,
      startsAt: '2026-03-01T00:00:00.000Z',
      usageLimit: 500,
    },
    response: exampleDiscount,
  },
});

export const listDiscounts = defineOperation({
  endpoint: 'GET /admin/v1/discounts',
  summary: 'List discounts',
  description: 'Newest first.',
  auth: { kind: 'admin', permission: 'catalog:read' },
  query: pageQuery(),
  response: { status: 200, description: 'A page of discounts', schema: list(discount) },
  examples: { response: pageOf(exampleDiscount) },
});

export const getDiscount = defineOperation({
  endpoint: 'GET /admin/v1/discounts/{id}',
  summary: 'Get a discount',
  description: 'With the number of orders placed with it.',
  auth: { kind: 'admin', permission: 'catalog:read' },
  response: { status: 200, description: 'The discount', schema: discount },
  examples: { response: exampleDiscount },
});

export const updateDiscount = defineOperation({
  endpoint: 'PATCH /admin/v1/discounts/{id}',
  summary: 'Update a discount',
  description:
    'Its kind can’t change; each member of a kind is only for that kind, and `currency` only beside amounts. An absent field keeps its value; null clears it.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  ifMatch: 'discount',
  body: object({
    code: Type.Optional(code),
    basisPoints: Type.Optional(basisPoints),
    amount: Type.Optional(value),
    currency: Type.Optional(ofCurrency),
    ...terms,
  }),
  response: { status: 200, description: 'The discount', schema: discount },
  errors: ['duplicate_code', 'too_many_discounts'],
  examples: { body: { active: false }, response: { ...exampleDiscount, active: false, version: 2 } },
});

export const deleteDiscount = defineOperation({
  endpoint: 'DELETE /admin/v1/discounts/{id}',
  summary: 'Delete a discount',
  description: 'Carts that have it show that it no longer applies; orders keep their discount.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  ifMatch: 'discount',
  response: { status: 204, description: 'Deleted' },
});

const CSV = 'code,used,createdAt\nSPRING10-7KQ2MX9PBA,false,2026-01-15T09:30:00.000Z\n';

export const generateDiscountCodes = defineOperation({
  endpoint: 'POST /admin/v1/discounts/{id}/codes',
  summary: 'Generate codes of a discount',
  description:
    'Random codes that begin with the discount’s own, each for one order: for a discount with `singleUseCodes`. A discount has at most 10,000 of them.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  body: object({ count: Type.Integer({ minimum: 1, maximum: 10_000 }) }),
  response: {
    status: 201,
    description: 'How many were generated, and how many there are',
    schema: object({ created: Type.Integer(), total: Type.Integer() }),
  },
  errors: ['too_many_discount_codes'],
  examples: { body: { count: 500 }, response: { created: 500, total: 500 } },
});

export const listDiscountCodes = defineOperation({
  endpoint: 'GET /admin/v1/discounts/{id}/codes',
  summary: 'List the generated codes of a discount',
  description: 'In the order of the codes. A cancelled order gives its code back.',
  auth: { kind: 'admin', permission: 'catalog:read' },
  query: pageQuery(),
  response: {
    status: 200,
    description: 'A page of codes',
    schema: list(object({ code: Type.String(), used: Type.Boolean(), createdAt: timestamp })),
  },
  examples: {
    response: pageOf({ code: 'SPRING10-7KQ2MX9PBA', used: false, createdAt: '2026-01-15T09:30:00.000Z' }),
  },
});

export const exportDiscountCodes = defineOperation({
  endpoint: 'GET /admin/v1/discounts/{id}/codes/export',
  fromReplica: true,
  summary: 'Export the generated codes of a discount',
  description: 'CSV, in the order of the codes.',
  auth: { kind: 'admin', permission: 'catalog:read' },
  response: {
    status: 200,
    description: 'One row for each code',
    contentTypes: ['text/csv'],
    schema: Type.String(),
  },
  examples: { response: CSV, files: { 'text/csv': CSV } },
});
