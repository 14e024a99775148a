import { refuse } from '@service/contract';

/** Called when a token or a password identifies the store, and for every request whose credential does. */
export function refuseSuspended(): never {
  refuse('store_suspended', 'The operator of the deployment has suspended this store.');
}
