import { defineOperation } from '../../../operation.ts';
import { address, exampleAddress } from '../../../resources/address.ts';
import { customerAddress, exampleCustomerAddress } from '../../../resources/customer-address.ts';
import { list, pageOf, pageQuery } from '../../../schema.ts';

const oneAddress = { status: 200, description: 'The address', schema: customerAddress } as const;

export const listCustomerAddresses = defineOperation({
  endpoint: 'GET /admin/v1/customers/{id}/addresses',
  summary: 'List a customer’s addresses',
  description: 'The address book, newest first.',
  auth: { kind: 'admin', permission: 'customers:read' },
  query: pageQuery(),
  response: { status: 200, description: 'A page of addresses', schema: list(customerAddress) },
  examples: { response: pageOf(exampleCustomerAddress) },
});

export const createCustomerAddress = defineOperation({
  endpoint: 'POST /admin/v1/customers/{id}/addresses',
  summary: 'Add an address to a customer',
  description: 'The fields and limits of a shipping address.',
  auth: { kind: 'admin', permission: 'customers:write' },
  body: address,
  response: { ...oneAddress, status: 201 },
  examples: { body: exampleAddress, response: exampleCustomerAddress },
});

export const replaceCustomerAddress = defineOperation({
  endpoint: 'PUT /admin/v1/customers/{id}/addresses/{addressId}',
  summary: 'Replace an address of a customer',
  description: 'Replaces the whole address; absent fields are cleared.',
  auth: { kind: 'admin', permission: 'customers:write' },
  ifMatch: 'address',
  body: address,
  response: oneAddress,
  examples: {
    body: { ...exampleAddress, line1: 'Unter den Linden 2' },
    response: { ...exampleCustomerAddress, line1: 'Unter den Linden 2', version: 2 },
  },
});

export const deleteCustomerAddress = defineOperation({
  endpoint: 'DELETE /admin/v1/customers/{id}/addresses/{addressId}',
  summary: 'Delete an address of a customer',
  description: 'Orders keep their own copy.',
  auth: { kind: 'admin', permission: 'customers:write' },
  ifMatch: 'address',
  response: { status: 204, description: 'Deleted' },
});
