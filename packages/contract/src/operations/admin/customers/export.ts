import { Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import { id, object } from '../../../schema.ts';

const CSV =
  'email,name,group,business,acceptsMarketing,orders,addressCity,addressCountry\n' +
  'ada@example.com,Ada Lovelace,Trade,true,false,3,Berlin,DE\n';

export const exportCustomers = defineOperation({
  endpoint: 'GET /admin/v1/customers/export',
  fromReplica: true,
  summary: 'Export customers',
  description:
    'CSV, oldest first, with how many orders each has and the newest address. It has no erased customers. Texts that a spreadsheet would take for a formula begin with an apostrophe.',
  auth: { kind: 'admin', permission: 'customers:read' },
  query: object({ customerGroupId: Type.Optional(id) }),
  response: {
    status: 200,
    description: 'One row for each customer',
    contentTypes: ['text/csv'],
    schema: Type.String(),
  },
  examples: { response: CSV, files: { 'text/csv': CSV } },
});
