import { defineOperation } from '../operation.ts';
import { exampleKeySet, KEYS_KEPT_SECONDS, keySet } from '../resources/key-set.ts';

export const getKeys = defineOperation({
  endpoint: 'GET /.well-known/jwks.json',
  summary: 'Get the public keys of a store',
  description:
    'The keys that sign the store’s deliveries, as a JSON Web Key Set. The host of the request names the store. May be kept for an hour; a receiver that meets an unknown `keyid` asks again.',
  auth: { kind: 'store' },
  revalidates: { keepSeconds: KEYS_KEPT_SECONDS },
  response: { status: 200, description: 'The keys', schema: keySet },
  examples: { response: exampleKeySet },
});
