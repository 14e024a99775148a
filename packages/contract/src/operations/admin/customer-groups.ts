import { type Static, Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { id, list, nameText, nullable, object, pageOf, pageQuery, timestamp, version } from '../../schema.ts';

const pricesIncludeTax = nullable(
  Type.Boolean({
    description:
      'Whether its customers see and pay prices with tax in them (true), or net prices to which their carts add the tax (false); null: as the store’s. The amounts of price lists for the group are in these terms; other prices and shipping are converted with the rate of the store’s country',
  }),
);

const group = object({ id, name: Type.String(), pricesIncludeTax, version, createdAt: timestamp });

const exampleGroup = {
  id: 'a6c2a3b4-5d6e-4f70-8a91-b2c3d4e5f640',
  name: 'Wholesale',
  pricesIncludeTax: false,
  version: 1,
  createdAt: '2026-01-15T09:30:00.000Z',
} satisfies Static<typeof group>;

const name = nameText(255);

export const createCustomerGroup = defineOperation({
  endpoint: 'POST /admin/v1/customer-groups',
  summary: 'Create a customer group',
  description:
    'Customers who buy at prices of their own: a price list may be for one group. A customer belongs to one group at most, set as `customerGroupId` of the customer. A name is unique in the store.',
  auth: { kind: 'admin', permission: 'customers:write' },
  body: object({ name, pricesIncludeTax: Type.Optional(pricesIncludeTax) }),
  response: { status: 201, description: 'The group', schema: group },
  errors: ['duplicate_name'],
  examples: { body: { name: 'Wholesale', pricesIncludeTax: false }, response: exampleGroup },
});

export const listCustomerGroups = defineOperation({
  endpoint: 'GET /admin/v1/customer-groups',
  summary: 'List customer groups',
  description: 'By name.',
  auth: { kind: 'admin', permission: 'customers:read' },
  query: pageQuery(),
  response: { status: 200, description: 'A page of groups', schema: list(group) },
  examples: { response: pageOf(exampleGroup) },
});

export const getCustomerGroup = defineOperation({
  endpoint: 'GET /admin/v1/customer-groups/{id}',
  summary: 'Get a customer group',
  description: 'Its customers are those that `GET /admin/v1/customers?customerGroupId=` lists.',
  auth: { kind: 'admin', permission: 'customers:read' },
  response: { status: 200, description: 'The group', schema: group },
  examples: { response: exampleGroup },
});

export const updateCustomerGroup = defineOperation({
  endpoint: 'PATCH /admin/v1/customer-groups/{id}',
  summary: 'Update a customer group',
  description:
    'Its customers and price lists stay, and their amounts as they are: where `pricesIncludeTax` changes, set the prices of its lists again. Open carts follow at their next reading. An absent field keeps its value.',
  auth: { kind: 'admin', permission: 'customers:write' },
  ifMatch: 'customer-group',
  body: object({ name: Type.Optional(name), pricesIncludeTax: Type.Optional(pricesIncludeTax) }),
  response: { status: 200, description: 'The group', schema: group },
  errors: ['duplicate_name'],
  examples: { body: { name: 'Trade' }, response: { ...exampleGroup, name: 'Trade', version: 2 } },
});

export const deleteCustomerGroup = defineOperation({
  endpoint: 'DELETE /admin/v1/customer-groups/{id}',
  summary: 'Delete a customer group',
  description: 'Refused while a customer belongs to it or a price list is for it.',
  auth: { kind: 'admin', permission: 'customers:write' },
  ifMatch: 'customer-group',
  response: { status: 204, description: 'Deleted' },
  errors: ['customer_group_in_use'],
});
