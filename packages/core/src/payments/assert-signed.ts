import { refuse } from '@service/contract';
import type { PaymentProvider, ProviderCallback } from '@service/module-sdk';
import type { SystemContext } from '../context.ts';
import { findCallbackAccount } from '../payment-accounts/index.ts';

/**
 * Accepts a callback that is signed with the secret of the account in its address: a store's account, or the deployment's where
 * the address has no id. Refuses with `invalid_signature`, also where there is no such account.
 */
export async function assertSigned(
  system: SystemContext,
  accountId: string | undefined,
  callback: Pick<ProviderCallback, 'rawBody' | 'header'>,
): Promise<void> {
  const verifier = await findVerifier(system, accountId);
  const now = system.now();
  const isSigned = verifier?.provider.verifyCallback({ ...callback, secrets: verifier.webhookSecrets, now });
  if (!isSigned)
    refuse('invalid_signature', 'The provider’s signature is missing, stale, or of other bytes.');
}

async function findVerifier(
  system: SystemContext,
  accountId: string | undefined,
): Promise<{ provider: PaymentProvider; webhookSecrets: string[] } | undefined> {
  const { provider, webhookSecret } = system.services.payments;
  if (accountId === undefined) return { provider, webhookSecrets: [webhookSecret] };
  return findCallbackAccount(system, accountId);
}
