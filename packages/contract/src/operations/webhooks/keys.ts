import { defineOperation } from '../../operation.ts';
import { exampleKeySet, KEYS_KEPT_SECONDS, keySet } from '../../resources/key-set.ts';

export const getKeysOfStore = defineOperation({
  endpoint: 'GET /webhooks/{storeId}/keys',
  summary: 'Get the public keys of a store by its id',
  description:
    'The keys that sign the store’s deliveries, as a JSON Web Key Set: for receivers that don’t know a host of the store. May be kept for an hour; a receiver that meets an unknown `keyid` asks again.',
  auth: { kind: 'public' },
  revalidates: { keepSeconds: KEYS_KEPT_SECONDS },
  response: { status: 200, description: 'The keys', schema: keySet },
  examples: { response: exampleKeySet },
});
