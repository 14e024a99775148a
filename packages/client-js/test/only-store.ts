import { createStoreClient } from '../src/index.ts';

export const store = createStoreClient({ baseUrl: '', publishableKey: 'pk_1' });
