import { refuse } from '@service/contract';

/** Where a token or a password names the store, and for every request that a credential names it for. */
export function refuseSuspended(): never {
  refuse('store_suspended', 'The operator of the deployment has suspended this store.');
}
