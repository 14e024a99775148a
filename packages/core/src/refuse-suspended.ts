import { refuse } from '@service/contract';

/** Called where a token or a password names the store, and for every request whose credential names it. */
export function refuseSuspended(): never {
  refuse('store_suspended', 'The operator of the deployment has suspended this store.');
}
