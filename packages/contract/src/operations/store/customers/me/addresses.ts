import { defineOperation } from '../../../../operation.ts';
import { address, exampleAddress } from '../../../../resources/address.ts';
import { customerAddress, exampleCustomerAddress } from '../../../../resources/customer-address.ts';
import { list, pageOf, pageQuery } from '../../../../schema.ts';

const oneAddress = { status: 200, description: 'The address', schema: customerAddress } as const;

export const listOwnAddresses = defineOperation({
  endpoint: 'GET /store/v1/customers/me/addresses',
  summary: 'List my addresses',
  description: 'The address book, newest first.',
  auth: { kind: 'customer' },
  query: pageQuery(),
  response: { status: 200, description: 'A page of addresses', schema: list(customerAddress) },
  examples: { response: pageOf(exampleCustomerAddress) },
});

export const createOwnAddress = defineOperation({
  endpoint: 'POST /store/v1/customers/me/addresses',
  summary: 'Add an address',
  description: 'The fields and limits of a shipping address.',
  auth: { kind: 'customer' },
  body: address,
  response: { ...oneAddress, status: 201 },
  examples: { body: exampleAddress, response: exampleCustomerAddress },
});

export const replaceOwnAddress = defineOperation({
  endpoint: 'PUT /store/v1/customers/me/addresses/{id}',
  summary: 'Replace an address',
  description: 'Replaces the whole address; absent fields are cleared.',
  auth: { kind: 'customer' },
  ifMatch: 'address',
  body: address,
  response: oneAddress,
  examples: {
    body: { ...exampleAddress, line1: 'Unter den Linden 2' },
    response: { ...exampleCustomerAddress, line1: 'Unter den Linden 2', version: 2 },
  },
});

export const deleteOwnAddress = defineOperation({
  endpoint: 'DELETE /store/v1/customers/me/addresses/{id}',
  summary: 'Delete an address',
  description: 'Orders keep their own copy.',
  auth: { kind: 'customer' },
  ifMatch: 'address',
  response: { status: 204, description: 'Deleted' },
});
