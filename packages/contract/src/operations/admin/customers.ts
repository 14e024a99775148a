import { type Static, Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import {
  customer,
  customerGroupId,
  exampleProfile,
  name,
  phone,
  vatNumber,
} from '../../resources/customer.ts';
import { givenMetadata, metadataFilter } from '../../resources/metadata.ts';
import {
  cursor,
  cursorQuery,
  email,
  id,
  longList,
  longPageOf,
  nullable,
  object,
  password,
  sortBy,
  text,
} from '../../schema.ts';

const customerChange = object({
  name: Type.Optional(nullable(name)),
  phone: Type.Optional(nullable(phone)),
  vatNumber: Type.Optional(nullable(vatNumber)),
  isB2b: Type.Optional(Type.Boolean()),
  taxExempt: Type.Optional(Type.Boolean()),
  customerGroupId: Type.Optional(customerGroupId),
  acceptsMarketing: Type.Optional(Type.Boolean()),
  metadata: Type.Optional(givenMetadata),
});

const newCustomer = object({
  email,
  password: Type.Optional(password),
  name: Type.Optional(name),
  phone: Type.Optional(phone),
  isB2b: Type.Optional(Type.Boolean()),
  vatNumber: Type.Optional(vatNumber),
  taxExempt: Type.Optional(Type.Boolean()),
  customerGroupId: Type.Optional(customerGroupId),
  acceptsMarketing: Type.Optional(Type.Boolean()),
  metadata: Type.Optional(givenMetadata),
});

export type NewCustomer = Static<typeof newCustomer>;

export type CustomerChange = Static<typeof customerChange>;

const exampleCustomer = {
  ...exampleProfile,
  metadata: { 'crm.id': 'K-17' },
  customerGroupId: null,
  vatConsultationNumber: null,
  disabled: false,
  erasedAt: null,
};

const one = { status: 200, description: 'The customer', schema: customer } as const;

export const createCustomer = defineOperation({
  endpoint: 'POST /admin/v1/customers',
  summary: 'Create a customer',
  description:
    'An e-mail is unique in the store, without regard to case. Without a password the customer sets one by a reset. A VAT number is checked with VIES after the response.',
  auth: { kind: 'admin', permission: 'customers:write' },
  body: newCustomer,
  response: { status: 201, description: 'The customer', schema: customer },
  errors: ['duplicate_email'],
  examples: {
    body: { email: 'ada@example.com', name: 'Ada Lovelace', isB2b: true, vatNumber: 'DE 136695976' },
    response: exampleCustomer,
  },
});

export const listCustomers = defineOperation({
  endpoint: 'GET /admin/v1/customers',
  summary: 'List customers',
  description: 'Newest first, or by `sort`. `q` matches a part of the e-mail, name, phone or VAT number.',
  auth: { kind: 'admin', permission: 'customers:read' },
  query: cursorQuery(
    {
      q: Type.Optional(text(255)),
      customerGroupId: Type.Optional(id),
      metadata: Type.Optional(metadataFilter),
      sort: Type.Optional(sortBy(['createdAt', 'email'])),
    },
    cursor,
  ),
  response: { status: 200, description: 'A page of customers', schema: longList(customer) },
  examples: {
    response: longPageOf(exampleCustomer),
  },
});

export const getCustomer = defineOperation({
  endpoint: 'GET /admin/v1/customers/{id}',
  summary: 'Get a customer',
  description: 'With the state of the VAT check.',
  auth: { kind: 'admin', permission: 'customers:read' },
  response: one,
  examples: { response: exampleCustomer },
});

export const updateCustomer = defineOperation({
  endpoint: 'PATCH /admin/v1/customers/{id}',
  summary: 'Update a customer',
  description:
    'An absent member keeps its value; null clears it. `metadata` is replaced as a whole. When the VAT number changes, the check runs again; another notation of the same number isn’t a change.',
  auth: { kind: 'admin', permission: 'customers:write' },
  ifMatch: 'customer',
  body: customerChange,
  response: one,
  examples: { body: { name: 'Ada King', phone: null }, response: { ...exampleCustomer, name: 'Ada King' } },
});

export const disableCustomer = defineOperation({
  endpoint: 'POST /admin/v1/customers/{id}/disable',
  summary: 'Disable a customer',
  description: 'Ends every session at once; no login and no reset until the customer is enabled again.',
  auth: { kind: 'admin', permission: 'customers:write' },
  ifMatch: 'customer',
  response: one,
  examples: { response: { ...exampleCustomer, disabled: true } },
});

export const enableCustomer = defineOperation({
  endpoint: 'POST /admin/v1/customers/{id}/enable',
  summary: 'Enable a customer',
  description: 'Login and reset work again; sessions that were ended stay ended.',
  auth: { kind: 'admin', permission: 'customers:write' },
  ifMatch: 'customer',
  response: one,
  examples: { response: exampleCustomer },
});

export const recheckVat = defineOperation({
  endpoint: 'POST /admin/v1/customers/{id}/vat/recheck',
  summary: 'Check a customer’s VAT number again',
  description:
    'Asks VIES again, ignoring any stored result. Until VIES responds, the number is pending and VAT is charged.',
  auth: { kind: 'admin', permission: 'customers:write' },
  ifMatch: 'customer',
  response: { status: 202, description: 'The customer, with the check under way', schema: customer },
  errors: ['vat_number_missing'],
  examples: { response: exampleCustomer },
});
