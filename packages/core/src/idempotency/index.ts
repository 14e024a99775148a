export { deleteOldKeys } from './delete-old-keys.ts';
export { type Repeatable, runOnce } from './run-once.ts';
