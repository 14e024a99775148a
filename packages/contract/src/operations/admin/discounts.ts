import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import {
  amount,
  currency,
  id,
  list,
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
  description: 'What shoppers type; case doesn’t matter, it is stored upper-case',
});

const basisPoints = Type.Integer({ minimum: 1, maximum: 10_000, description: '1000 is 10 %' });

const value = Type.Integer({ minimum: 1, maximum: 9007199254740991, description: 'Minor units (cents)' });

const ofCurrency = nullable(currency, {
  description: 'Of an amount: it applies to carts in this currency; null: the store’s',
});

const usageLimit = Type.Integer({ minimum: 1, maximum: 2147483647, description: 'Orders; null: no limit' });

const terms = {
  active: Type.Optional(Type.Boolean()),
  startsAt: Type.Optional(nullable(timestamp)),
  endsAt: Type.Optional(nullable(timestamp)),
  usageLimit: Type.Optional(nullable(usageLimit)),
};

const discount = object({
  id,
  code: Type.String(),
  kind: stringEnum(['percentage', 'amount', 'free_shipping']),
  basisPoints: nullable(Type.Integer()),
  amount: nullable(amount),
  currency: ofCurrency,
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
  kind: 'percentage' as const,
  basisPoints: 1000,
  amount: null,
  currency: null,
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
  summary: 'Create a discount code',
  description:
    '`percentage` needs `basisPoints`, `amount` needs `amount`, in the store’s currency unless `currency` names another, `free_shipping` neither. It applies from `startsAt` until before `endsAt`. `usageLimit` holds however many shoppers check out at once.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  body: object({
    code,
    kind: stringEnum(['percentage', 'amount', 'free_shipping']),
    basisPoints: Type.Optional(basisPoints),
    amount: Type.Optional(value),
    currency: Type.Optional(ofCurrency),
    ...terms,
  }),
  response: { status: 201, description: 'The discount', schema: discount },
  errors: ['duplicate_code'],
  examples: {
    body: {
      code: 'SPRING10',
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
  summary: 'List discount codes',
  description: 'Newest first.',
  auth: { kind: 'admin', permission: 'catalog:read' },
  query: pageQuery(),
  response: { status: 200, description: 'A page of discounts', schema: list(discount) },
  examples: { response: pageOf(exampleDiscount) },
});

export const getDiscount = defineOperation({
  endpoint: 'GET /admin/v1/discounts/{id}',
  summary: 'Get a discount code',
  description: 'With the number of orders placed with it.',
  auth: { kind: 'admin', permission: 'catalog:read' },
  response: { status: 200, description: 'The discount', schema: discount },
  examples: { response: exampleDiscount },
});

export const updateDiscount = defineOperation({
  endpoint: 'PATCH /admin/v1/discounts/{id}',
  summary: 'Update a discount code',
  description:
    'Its kind can’t change; `basisPoints` is only for a percentage and `amount` and `currency` only for an amount. An absent field keeps its value; null clears it.',
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
  errors: ['duplicate_code'],
  examples: { body: { active: false }, response: { ...exampleDiscount, active: false, version: 2 } },
});

export const deleteDiscount = defineOperation({
  endpoint: 'DELETE /admin/v1/discounts/{id}',
  summary: 'Delete a discount code',
  description: 'Carts that have it show that it no longer applies; orders keep their discount.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  ifMatch: 'discount',
  response: { status: 204, description: 'Deleted' },
});
