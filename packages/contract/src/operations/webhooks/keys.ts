import { defineOperation } from '../../operation.ts';
import { exampleKeySet, KEYS_KEPT_SECONDS, keySet } from '../../resources/key-set.ts';
import { id, object } from '../../schema.ts';

export const getKeysOfStore = defineOperation({
  id: 'getKeysOfStore',
  endpoint: 'GET /webhooks/{storeId}/keys',
  tag: 'Webhooks',
  summary: 'Get the public keys of a store by its id',
  description:
    'The keys that sign the store’s deliveries, as a JSON Web Key Set: for receivers that don’t know a host of the store. May be kept for an hour; a receiver that meets an unknown `keyid` asks again.',
  auth: { kind: 'public' },
  revalidates: { keepSeconds: KEYS_KEPT_SECONDS },
  params: object({ storeId: id }),
  response: { status: 200, description: 'The keys', schema: keySet },
  examples: { response: exampleKeySet },
});
