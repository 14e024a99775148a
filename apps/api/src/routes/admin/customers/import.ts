import { customers } from '@service/core';
import { fileFormatOf } from '../../../http/file-format.ts';
import { type Route, route } from '../../../http/route.ts';

export const customersFileRoutes: Route[] = [
  route('POST /admin/v1/customers/import', 'customers:write', (ctx, { headers, query, stream }) =>
    customers.importCustomers(ctx, fileFormatOf(headers), stream, query),
  ),
];
