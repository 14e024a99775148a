export { deleteOldKeys } from './delete-old-keys.ts';
export { eraseKeysOf } from './erase-keys.ts';
export { type Answer, onceByKey } from './once-by-key.ts';
