import { refuse } from '@service/contract';
import type { SystemContext } from '../context.ts';
import { findCallbackAccount } from '../payment-accounts/index.ts';
import { isSignedByProvider } from './provider-signature.ts';

interface Callback {
  rawBody: Buffer;
  header(name: string): string | undefined;
}

/**
 * Lets a callback through that is signed with the secret of the account which its address names: of a store, or without
 * an id of the deployment. Refuses with `invalid_signature`, also where there is no such account.
 */
export async function assertSigned(
  system: SystemContext,
  accountId: string | undefined,
  { rawBody, header }: Callback,
): Promise<void> {
  const { provider, webhookSecrets } = await findVerifier(system, accountId);
  // Stripe signs the same way, under a name of its own that can't be configured.
  const signature =
    header('payment-signature') ?? (provider === 'stripe' ? header('stripe-signature') : undefined);
  const isSigned = webhookSecrets.some((secret) =>
    isSignedByProvider(rawBody, signature, secret, system.now()),
  );
  if (!isSigned)
    refuse('invalid_signature', 'The header payment-signature is missing, stale, or signs other bytes.');
}

async function findVerifier(system: SystemContext, accountId: string | undefined) {
  const { provider, webhookSecret } = system.services.payments;
  if (accountId === undefined) return { provider: provider.name, webhookSecrets: [webhookSecret] };
  return (await findCallbackAccount(system, accountId)) ?? { provider: '', webhookSecrets: [] };
}
