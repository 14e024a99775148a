import { isService } from './places.mjs';
import { keyOf } from './source.mjs';

export const json = {
  name: 'json',
  message:
    'parses JSON that nothing has counted: an empty array of two characters takes forty bytes. `parseBoundedJson` of packages/jobs counts first',
  appliesTo: isService,
  find: ({ ofType }) =>
    ofType('MemberExpression').filter((node) => node.object.name === 'JSON' && keyOf(node) === 'parse'),
  allowed: {
    'apps/api/src/http/serialize.ts#serializerOf': 'a copy of a schema of ours',
    'packages/config/src/part-options.ts#readModuleConfigs': 'a file of whoever runs the service',
    'packages/contract/src/events.ts#CATALOGUE': 'a copy of a schema of ours',
    'packages/contract/src/openapi.ts#plain': 'copies of the document of ours',
    'packages/contract/src/openapi.ts#opened': 'copies of the document of ours',
    'packages/contract/src/openapi/named-schemas.ts#nameSchemas': 'a schema of ours',
    'packages/core/src/idempotency/once-by-key.ts#findAnswer': 'a response of ours that is kept',
    'packages/core/src/imports/process-batches.ts#readRows': 'a row that was counted when its file came',
    'packages/core/src/payments/erase-payments.ts#eraseEvents': 'an event that was counted when it came',
    'packages/core/src/privacy/process-erasures.ts#eraseStep': 'what the erasure itself has written',
    'packages/core/src/webhooks/custom-headers.ts#hasHeaders': 'headers that were counted when they came',
    'packages/core/src/webhooks/endpoint-auth.ts#hasCredentials':
      'credentials that were counted when they came',
    'packages/db/src/backup/read-backup.ts#parse': 'a line of a backup, read by a command of its own',
    'packages/delivery/src/credentials/send-authorized.ts#createSendAuthorized':
      'credentials that were counted when they came',
    'packages/delivery/src/sign-delivery.ts#openHeaders': 'headers that were counted when they came',
    'packages/jobs/src/primitives/bounded-json.ts#parseBoundedJson': 'the primitive',
  },
};
