export { removeOldKeys } from './remove-old-keys.ts';
export { type Repeatable, runOnce } from './run-once.ts';
