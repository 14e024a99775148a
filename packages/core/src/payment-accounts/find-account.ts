import { isUuid, refuse } from '@service/contract';
import type { PaymentAccountModel } from '@service/db';
import type { PaymentProvider, ProviderAccount } from '@service/module-sdk';
import { LRUCache } from 'lru-cache';
import type { Context, SystemContext } from '../context.ts';
import type { Sealer } from '../sealer.ts';

type SealedAccount = Pick<PaymentAccountModel, 'id' | 'provider' | 'secretKeySealed' | 'webhookSecretSealed'>;

export function credentialsOf(
  sealer: Sealer,
  { id, provider, secretKeySealed, webhookSecretSealed }: SealedAccount,
): ProviderAccount {
  const open = (sealed: string | null) => (sealed === null ? null : sealer.open(sealed));
  return { id, provider, secretKey: open(secretKeySealed), webhookSecret: open(webhookSecretSealed) };
}

/**
 * Returns the provider at which a payment was made, and at which it is refunded: the store's account, or the deployment's (null).
 */
export async function providerOf(ctx: Context, accountId: string | null): Promise<PaymentProvider> {
  if (accountId === null) return ctx.services.payments.provider;
  const account = await ctx.db.paymentAccount.findFirstOrThrow({ where: { id: accountId } });
  return ctx.services.payments.providerOfAccount(credentialsOf(ctx.services.sealer, account));
}

/** In the order that the store has set. */
export const IN_ORDER = [{ position: 'asc' as const }, { createdAt: 'asc' as const }, { id: 'asc' as const }];

/** The part of an account's data that shoppers need. */
export interface ShownAccount {
  provider: string;
  publishableKey: string | null;
  instructions: string | null;
}

/** The first account that shoppers may choose, and the key that the provider's form needs. */
export async function firstAccount({ db, services }: Context): Promise<ShownAccount> {
  const account = await db.paymentAccount.findFirst({
    where: { active: true },
    orderBy: IN_ORDER,
    select: { provider: true, publishableKey: true, instructions: true },
  });
  return account ?? showDeployment(services);
}

/**
 * The active account with this id, or the first one without an id, for money that an operator takes. Refuses with
 * `payment_method_unavailable`.
 */
export async function findManualAccount({ db }: Context, id: string | undefined): Promise<string> {
  const account = await db.paymentAccount.findFirst({
    where: { active: true, provider: 'manual', ...(id === undefined ? {} : { id }) },
    orderBy: IN_ORDER,
    select: { id: true },
  });
  return account?.id ?? refuse('payment_method_unavailable', 'The store has no such active manual account.');
}

/** The account with which a payment was made, in the language of its order. */
export async function readShownAccount(
  { db, services }: Context,
  { accountId: paymentAccountId }: { accountId: string | null },
  locale: string,
): Promise<ShownAccount & { paymentAccountId: string | null }> {
  if (paymentAccountId === null) return { paymentAccountId, ...showDeployment(services) };
  const account = await db.paymentAccount.findFirstOrThrow({ where: { id: paymentAccountId } });
  return { paymentAccountId, ...showAccount(account, locale) };
}

export type ShowableAccount = Pick<
  PaymentAccountModel,
  'provider' | 'publishableKey' | 'instructions' | 'instructionsByLocale'
>;

/** The account in a shopper's language. */
export function showAccount(
  { provider, publishableKey, instructions, instructionsByLocale }: ShowableAccount,
  locale: string,
): ShownAccount {
  const translated = (instructionsByLocale as Record<string, string>)[locale];
  return { provider, publishableKey, instructions: translated ?? instructions };
}

export function showDeployment({ payments }: Context['services']): ShownAccount {
  const { provider, publishableKey } = payments;
  return { provider: provider.name, publishableKey, instructions: null };
}

export interface CallbackAccount {
  id: string;
  tenantId: string;
  provider: PaymentProvider;
  /** Callbacks may be signed with any of them: also with the previous secret, while it is being replaced. */
  webhookSecrets: string[];
}

/** The store of each account, which never changes: a distributed database then reads the account from one node. */
const storeOf = new LRUCache<string, string>({ max: 10_000 });

/** The account in the address of a callback, of any store. */
export async function findCallbackAccount(
  { db, services, now }: SystemContext,
  id: string,
): Promise<CallbackAccount | undefined> {
  const tenantId = storeOf.get(id);
  const account = isUuid(id)
    ? await db.paymentAccount.findFirst({ where: { id, ...(tenantId ? { tenantId } : {}) } })
    : null;
  if (!account) return undefined;
  storeOf.set(id, account.tenantId);
  const { previousWebhookSecretSealed: previous, previousWebhookSecretExpiresAt: until } = account;
  const sealed = [account.webhookSecretSealed, until && until > now() ? previous : null];
  const webhookSecrets = sealed.flatMap((each) => (each ? [services.sealer.open(each)] : []));
  const provider = services.payments.providerOfAccount(credentialsOf(services.sealer, account));
  return { id: account.id, tenantId: account.tenantId, provider, webhookSecrets };
}
