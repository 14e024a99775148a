import type { AnyOperation } from './operation.ts';
import * as operations from './operations/index.ts';

/** Every operation of the interface, by name: loaders differ in the order in which they list a module's exports. */
export const ALL_OPERATIONS: readonly AnyOperation[] = Object.entries(operations)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([id, operation]) => ({ id, ...operation }));
