import { refuse } from '@service/contract';
import type { PaymentProvider, ProviderAccount } from '@service/module-sdk';
import { LRUCache } from 'lru-cache';
import { OWN_PAYMENT_PROVIDERS } from '../own-payment-providers.ts';
import { boundProvider } from './bounded-provider.ts';
import { createFakeProvider, type FakeOptions } from './fake-provider.ts';
import { createManualProvider } from './manual-provider.ts';
import { createStripeProvider } from './stripe-provider.ts';

export type OpenAccount = (account: ProviderAccount) => PaymentProvider;

/** Opens the provider that a module offers. */
type OpenOfModule = (account: ProviderAccount) => PaymentProvider | undefined;

export interface AccountProviderOptions {
  stripeApiUrl?: string | undefined;
  fakePayments?: Pick<FakeOptions, 'callbackUrl' | 'script'> | undefined;
}

/** Each provider holds connections. The keys of all of them are in memory anyway. */
const KEPT_OPEN = 200;

/** The providers of stores' accounts. An opened provider, with its connections, is kept until its keys change. */
export function createAccountProviders(
  options: AccountProviderOptions,
  openOfModule: OpenOfModule,
): OpenAccount {
  const open = new LRUCache<string, PaymentProvider>({ max: KEPT_OPEN });
  return (account) => {
    const key = JSON.stringify(account);
    const kept = open.get(key);
    if (kept) return kept;
    const provider = boundProvider(openProvider(account, options, openOfModule));
    open.set(key, provider);
    return provider;
  };
}

function openProvider(
  account: ProviderAccount,
  { stripeApiUrl, fakePayments }: AccountProviderOptions,
  openOfModule: OpenOfModule,
): PaymentProvider {
  const { id, provider, secretKey, webhookSecret } = account;
  if (!OWN_PAYMENT_PROVIDERS.includes(provider)) return openOfModule(account) ?? missingProvider(provider);
  if (provider === 'stripe')
    return createStripeProvider({ secretKey: secretKey ?? '', apiUrl: stripeApiUrl });
  if (provider === 'manual') return createManualProvider();
  if (!fakePayments || webhookSecret === null) return createFakeProvider();
  const callbackUrl = `${fakePayments.callbackUrl}/${id}`;
  return createFakeProvider({ callbackUrl, secret: webhookSecret, script: fakePayments.script });
}

/** The provider of an account whose module is no longer loaded: every call and every event is retried later. */
function missingProvider(name: string): PaymentProvider {
  const refused = () => refuse('dependency_unavailable', `No module offers the payment provider ${name}.`);
  const rejected = async () => refused();
  return {
    name,
    checkAccount: rejected,
    openPayment: rejected,
    capturePayment: rejected,
    cancelPayment: rejected,
    refund: rejected,
    verifyCallback: refused,
    translateEvent: refused,
  };
}
