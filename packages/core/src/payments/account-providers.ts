import type { PaymentProvider, ProviderAccount } from '@service/module-sdk';
import { createFakeProvider, type FakeOptions } from './fake-provider.ts';
import { createManualProvider } from './manual-provider.ts';
import { createStripeProvider } from './stripe-provider.ts';

export type OpenAccount = (account: ProviderAccount) => PaymentProvider;

export interface AccountProviderOptions {
  stripeApiUrl?: string | undefined;
  fakePayments?: Pick<FakeOptions, 'callbackUrl' | 'script'> | undefined;
}

/** Each holds connections; the keys to all of them are in memory anyway. */
const KEPT_OPEN = 200;

/** The providers of stores' accounts. One that was opened is kept until its keys change, with its connections. */
export function createAccountProviders(options: AccountProviderOptions): OpenAccount {
  const open = new Map<string, PaymentProvider>();
  return (account) => {
    const key = JSON.stringify(account);
    const kept = open.get(key);
    if (kept) return kept;
    if (open.size >= KEPT_OPEN) open.clear();
    const provider = openProvider(account, options);
    open.set(key, provider);
    return provider;
  };
}

function openProvider(
  { id, provider, secretKey, webhookSecret }: ProviderAccount,
  { stripeApiUrl, fakePayments }: AccountProviderOptions,
): PaymentProvider {
  if (provider === 'stripe')
    return createStripeProvider({ secretKey: secretKey ?? '', apiUrl: stripeApiUrl });
  if (provider === 'manual') return createManualProvider();
  if (!fakePayments || webhookSecret === null) return createFakeProvider();
  const callbackUrl = `${fakePayments.callbackUrl}/${id}`;
  return createFakeProvider({ callbackUrl, secret: webhookSecret, script: fakePayments.script });
}
