export { type Repeatable, runOnce } from './run-once.ts';
