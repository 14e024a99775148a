import { type Static, Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import {
  email,
  id,
  idParams,
  list,
  nullable,
  object,
  page,
  pageSize,
  password,
  stringEnum,
  timestamp,
  version,
} from '../schema.ts';
import { address, exampleAddress } from './carts.ts';

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const name = text(255);
const phone = text(64);
const vatNumber = text(64);

export const VAT_STATUSES = ['pending', 'valid', 'invalid', 'unavailable', 'unsupported'] as const;
export type VatStatus = (typeof VAT_STATUSES)[number];

const vatStatus = stringEnum(VAT_STATUSES, {
  description:
    'pending: being asked · valid, invalid: what VIES, or the number’s syntax, says · unavailable: VIES gave no answer, it is asked again · unsupported: VIES does not know this country’s numbers. Only valid exempts.',
});

/** What a customer may know of their own account. */
const profileMembers = {
  id,
  email: Type.String(),
  emailVerified: Type.Boolean(),
  name: nullable(Type.String()),
  phone: nullable(Type.String()),
  isB2b: Type.Boolean(),
  taxExempt: Type.Boolean({
    description: 'Pays no tax on any cart or order; open carts follow at their next reading',
  }),
  acceptsMarketing: Type.Boolean(),
  vatNumber: nullable(Type.String()),
  vatStatus: nullable(vatStatus),
  vatCheckedAt: nullable(timestamp),
  vatName: nullable(Type.String()),
  version: Type.Integer(),
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const profile = object(profileMembers);
export const customer = object({
  ...profileMembers,
  vatConsultationNumber: nullable(
    Type.String({ description: 'VIES’s receipt of the check; proof for the tax office' }),
  ),
  disabled: Type.Boolean(),
});

/** The specification's own-profile table; `isB2b` and `taxExempt` are an operator's to decide. */
export const profileChange = object({
  name: Type.Optional(nullable(name)),
  phone: Type.Optional(nullable(phone)),
  vatNumber: Type.Optional(nullable(vatNumber)),
  acceptsMarketing: Type.Optional(Type.Boolean()),
});

const customerChange = object({
  name: Type.Optional(nullable(name)),
  phone: Type.Optional(nullable(phone)),
  vatNumber: Type.Optional(nullable(vatNumber)),
  isB2b: Type.Optional(Type.Boolean()),
  taxExempt: Type.Optional(Type.Boolean()),
  acceptsMarketing: Type.Optional(Type.Boolean()),
});

const newCustomer = object({
  email,
  password: Type.Optional(password),
  name: Type.Optional(name),
  phone: Type.Optional(phone),
  isB2b: Type.Optional(Type.Boolean()),
  vatNumber: Type.Optional(vatNumber),
  taxExempt: Type.Optional(Type.Boolean()),
  acceptsMarketing: Type.Optional(Type.Boolean()),
});

export type NewCustomer = Static<typeof newCustomer>;
export type CustomerChange = Static<typeof customerChange>;

export const exampleProfile = {
  id: 'b7c2a3b4-5d6e-4f70-8a91-b2c3d4e5f620',
  email: 'ada@example.com',
  emailVerified: true,
  name: 'Ada Lovelace',
  phone: null,
  isB2b: true,
  taxExempt: false,
  acceptsMarketing: false,
  vatNumber: 'DE136695976',
  vatStatus: 'pending' as const,
  vatCheckedAt: null,
  vatName: null,
  version: 1,
  createdAt: '2026-01-15T09:30:00.000Z',
  updatedAt: '2026-01-15T09:30:00.000Z',
};
const exampleCustomer = { ...exampleProfile, vatConsultationNumber: null, disabled: false };

const reading = { kind: 'admin', permission: 'customers:read' } as const;
const writing = { kind: 'admin', permission: 'customers:write' } as const;
const one = { status: 200, description: 'The customer', schema: customer } as const;

export const createCustomer = defineOperation({
  id: 'createCustomer',
  method: 'POST',
  path: '/admin/v1/customers',
  tag: 'Customers',
  summary: 'Create a customer',
  description:
    'An e-mail is unique in the store, without regard to case. Without a password the customer sets one by a reset. A VAT number is checked with VIES after the answer.',
  auth: writing,
  body: newCustomer,
  response: { status: 201, description: 'The customer', schema: customer },
  errors: ['duplicate_email'],
  examples: {
    body: { email: 'ada@example.com', name: 'Ada Lovelace', isB2b: true, vatNumber: 'DE 136695976' },
    response: exampleCustomer,
  },
});

export const listCustomers = defineOperation({
  id: 'listCustomers',
  method: 'GET',
  path: '/admin/v1/customers',
  tag: 'Customers',
  summary: 'List customers',
  description: 'Newest first. `search` finds a part of the e-mail, name, phone or VAT number.',
  auth: reading,
  query: object({ search: Type.Optional(text(255)), page, pageSize }),
  response: { status: 200, description: 'A page of customers', schema: list(customer) },
  errors: [],
  examples: { response: { items: [exampleCustomer], total: 1, page: 1, pageSize: 20 } },
});

export const getCustomer = defineOperation({
  id: 'getCustomer',
  method: 'GET',
  path: '/admin/v1/customers/{id}',
  tag: 'Customers',
  summary: 'Get a customer',
  description: 'With the state of the VAT check.',
  auth: reading,
  params: idParams,
  response: one,
  errors: [],
  examples: { response: exampleCustomer },
});

export const updateCustomer = defineOperation({
  id: 'updateCustomer',
  method: 'PATCH',
  path: '/admin/v1/customers/{id}',
  tag: 'Customers',
  summary: 'Update a customer',
  description:
    'Absent members stay, null clears. When the VAT number changes, the check runs again; the same number in another notation is no change.',
  auth: writing,
  ifMatch: 'customer',
  params: idParams,
  body: customerChange,
  response: one,
  errors: [],
  examples: { body: { name: 'Ada King', phone: null }, response: { ...exampleCustomer, name: 'Ada King' } },
});

export const disableCustomer = defineOperation({
  id: 'disableCustomer',
  method: 'POST',
  path: '/admin/v1/customers/{id}/disable',
  tag: 'Customers',
  summary: 'Disable a customer',
  description: 'Ends every session at once; no login and no reset until the customer is enabled again.',
  auth: writing,
  ifMatch: 'customer',
  params: idParams,
  response: one,
  errors: [],
  examples: { response: { ...exampleCustomer, disabled: true } },
});

export const enableCustomer = defineOperation({
  id: 'enableCustomer',
  method: 'POST',
  path: '/admin/v1/customers/{id}/enable',
  tag: 'Customers',
  summary: 'Enable a customer',
  description: 'Login and reset work again; sessions that were ended stay ended.',
  auth: writing,
  ifMatch: 'customer',
  params: idParams,
  response: one,
  errors: [],
  examples: { response: exampleCustomer },
});

export const recheckVat = defineOperation({
  id: 'recheckVat',
  method: 'POST',
  path: '/admin/v1/customers/{id}/vat/recheck',
  tag: 'Customers',
  summary: 'Check a customer’s VAT number again',
  description:
    'Asks VIES anew, past any kept answer. Until it answers the number is pending, and VAT is charged.',
  auth: writing,
  ifMatch: 'customer',
  params: idParams,
  response: { status: 202, description: 'The customer, with the check under way', schema: customer },
  errors: ['vat_number_missing'],
  examples: { response: exampleCustomer },
});

export const customerAddress = object({
  id,
  ...address.properties,
  createdAt: timestamp,
  updatedAt: timestamp,
  version,
});

export const exampleCustomerAddress = {
  id: 'b8c2a3b4-5d6e-4f70-8a91-b2c3d4e5f621',
  ...exampleAddress,
  company: null,
  line2: null,
  region: null,
  phone: null,
  createdAt: '2026-01-15T09:30:00.000Z',
  updatedAt: '2026-01-15T09:30:00.000Z',
  version: 1,
};

const ofCustomer = object({ id, addressId: id });
const oneAddress = { status: 200, description: 'The address', schema: customerAddress } as const;

export const listCustomerAddresses = defineOperation({
  id: 'listCustomerAddresses',
  method: 'GET',
  path: '/admin/v1/customers/{id}/addresses',
  tag: 'Customers',
  summary: 'List a customer’s addresses',
  description: 'The address book, newest first.',
  auth: reading,
  params: idParams,
  query: object({ page, pageSize }),
  response: { status: 200, description: 'A page of addresses', schema: list(customerAddress) },
  errors: [],
  examples: { response: { items: [exampleCustomerAddress], total: 1, page: 1, pageSize: 20 } },
});

export const createCustomerAddress = defineOperation({
  id: 'createCustomerAddress',
  method: 'POST',
  path: '/admin/v1/customers/{id}/addresses',
  tag: 'Customers',
  summary: 'Add an address to a customer',
  description: 'The fields and limits of a shipping address.',
  auth: writing,
  params: idParams,
  body: address,
  response: { ...oneAddress, status: 201 },
  errors: [],
  examples: { body: exampleAddress, response: exampleCustomerAddress },
});

export const replaceCustomerAddress = defineOperation({
  id: 'replaceCustomerAddress',
  method: 'PUT',
  path: '/admin/v1/customers/{id}/addresses/{addressId}',
  tag: 'Customers',
  summary: 'Replace an address of a customer',
  description: 'The whole address; what is absent is cleared.',
  auth: writing,
  ifMatch: 'address',
  params: ofCustomer,
  body: address,
  response: oneAddress,
  errors: [],
  examples: { body: exampleAddress, response: exampleCustomerAddress },
});

export const deleteCustomerAddress = defineOperation({
  id: 'deleteCustomerAddress',
  method: 'DELETE',
  path: '/admin/v1/customers/{id}/addresses/{addressId}',
  tag: 'Customers',
  summary: 'Delete an address of a customer',
  description: 'Orders keep their own copy.',
  auth: writing,
  ifMatch: 'address',
  params: ofCustomer,
  response: { status: 204, description: 'Deleted' },
  errors: [],
  examples: {},
});
