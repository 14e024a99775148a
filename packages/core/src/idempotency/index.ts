export { deleteOldKeys } from './delete-old-keys.ts';
export { eraseKeysOf } from './erase-keys.ts';
export { type Answer, type Repeatable, runOnce } from './run-once.ts';
