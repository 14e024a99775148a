import type { AnyOperation } from './operation.ts';
import * as operations from './operations/index.ts';

/** Every operation of the interface. */
export const ALL_OPERATIONS: readonly AnyOperation[] = (Object.values(operations) as object[]).filter(
  (each): each is AnyOperation => 'path' in each,
);
