import { operations } from '@service/contract';
import { customers } from '@service/core';
import { operation, type Route } from '../../http/operation-route.ts';

export const customerRoutes: Route[] = [
  operation(operations.createCustomer, (ctx, { body }) => customers.createCustomer(ctx, body)),
  operation(operations.listCustomers, (ctx, { query }) => customers.listCustomers(ctx, query)),
  operation(operations.getCustomer, (ctx, { params }) => customers.getCustomer(ctx, params.id)),
  operation(operations.updateCustomer, (ctx, { params, body }) =>
    customers.updateCustomer(ctx, params.id, body),
  ),
  operation(operations.disableCustomer, (ctx, { params }) => customers.disableCustomer(ctx, params.id)),
  operation(operations.enableCustomer, (ctx, { params }) => customers.enableCustomer(ctx, params.id)),
  operation(operations.recheckVat, (ctx, { params }) => customers.recheckVat(ctx, params.id)),
  operation(operations.listCustomerAddresses, (ctx, { params, query }) =>
    customers.listAddresses(ctx, params.id, query),
  ),
  operation(operations.createCustomerAddress, (ctx, { params, body }) =>
    customers.createAddress(ctx, params.id, body),
  ),
  operation(operations.replaceCustomerAddress, (ctx, { params, body }) =>
    customers.replaceAddress(ctx, params.id, params.addressId, body),
  ),
  operation(operations.deleteCustomerAddress, (ctx, { params }) =>
    customers.deleteAddress(ctx, params.id, params.addressId),
  ),
];
