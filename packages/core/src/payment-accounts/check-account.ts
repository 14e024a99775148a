import { type FieldError, refuse, ServiceError } from '@service/contract';
import type { PaymentAccountModel } from '@service/db';
import type { ProviderAccount } from '@service/module-sdk';
import { awaitSlow, type Context } from '../context.ts';

/**
 * One of the service's providers, or a module's. If the deployment takes no real money, an account may use the fake provider too.
 */
export function assertOffered({ services: { payments, modules } }: Context, provider: string): void {
  const offered = [
    'stripe',
    'manual',
    ...(payments.provider.name === 'fake' ? ['fake'] : []),
    ...modules.list().flatMap(({ paymentProviders }) => paymentProviders),
  ];
  if (!offered.includes(provider))
    refuseMembers(`There are the providers ${offered.join(', ')}.`, [
      { path: '/body/provider', code: 'not_offered', message: 'is not offered by this deployment' },
    ]);
}

const MANUAL = ['instructions', 'instructionsByLocale', 'dueDays'] as const;
const BY_API = ['publishableKey', 'secretKey', 'webhookSecret'] as const;

/** A manual payment method needs instructions, and a provider needs keys. */
export function assertMembers(
  provider: string,
  given: { readonly [Member in (typeof MANUAL | typeof BY_API)[number]]?: unknown },
): void {
  const foreign: readonly (keyof typeof given)[] = provider === 'manual' ? BY_API : MANUAL;
  const errors = foreign
    .filter((member) => given[member] !== undefined)
    .map((member) => ({ path: `/body/${member}`, code: 'unexpected', message: `is not for ${provider}` }));
  if (errors.length > 0) refuseMembers('Some members are of another provider.', errors);
}

interface Keys {
  provider: string;
  publishableKey: string | null;
  secretKey: string | null;
}

/** Checks what needs no request: Stripe's keys contain their kind and their mode. */
export function assertKeys({ provider, publishableKey, secretKey }: Keys): void {
  if (provider !== 'stripe') return;
  const [publishable, secret] = [modeOf(publishableKey, 'pk'), modeOf(secretKey, '(?:sk|rk)')];
  const errors: FieldError[] = [
    ...(publishable ? [] : [keyError('publishableKey', 'pk_live_… or pk_test_…')]),
    ...(secret ? [] : [keyError('secretKey', 'sk_live_…, sk_test_…, rk_live_… or rk_test_…')]),
  ];
  if (publishable && secret && publishable !== secret)
    errors.push({
      path: '/body/publishableKey',
      code: 'other_mode',
      message: `is of the ${publishable} mode, and the secret key of the ${secret} mode`,
    });
  if (errors.length > 0) refuseMembers('The keys don’t fit.', errors);
}

function modeOf(key: string | null, kind: string): string | undefined {
  return new RegExp(`^${kind}_(live|test)_`).exec(key ?? '')?.[1];
}

function keyError(member: string, wanted: string): FieldError {
  return { path: `/body/${member}`, code: 'pattern', message: `must be a key such as ${wanted}` };
}

function refuseMembers(detail: string, errors: FieldError[]): never {
  refuse('validation_failed', detail, errors);
}

/**
 * Asks the provider whether the key works, and to which account it belongs. Refuses with `payment_account_refused` and the
 * provider's message, or with `dependency_unavailable` if there is no response in time.
 */
export async function askProvider(
  ctx: Context,
  credentials: ProviderAccount,
): Promise<{ providerAccountId: string | null; isLive: boolean | null }> {
  const { services, log } = ctx;
  const provider = services.payments.providerOfAccount(credentials);
  const check = await awaitSlow(ctx, () => provider.checkAccount()).catch((err: unknown) => {
    log.warn({ err, provider: credentials.provider }, 'a payment provider did not say whether a key works');
    if (err instanceof ServiceError) throw err;
    refuse('dependency_unavailable', `${credentials.provider} did not say whether the key works. Try again.`);
  });
  if (!check.ok) refuseKey(check.error);
  return { providerAccountId: check.accountId, isLive: check.isLive };
}

export function refuseKey(detail: string): never {
  refuse('payment_account_refused', detail, [
    { path: '/body/secretKey', code: 'refused', message: 'is refused by the provider' },
  ]);
}

/** Without the secret of its callbacks, an account would take money without any order becoming paid. */
export function assertComplete({
  provider,
  active,
  webhookSecretSealed,
}: Pick<PaymentAccountModel, 'provider' | 'active' | 'webhookSecretSealed'>): void {
  if (!active || provider === 'manual' || webhookSecretSealed !== null) return;
  refuse('payment_account_incomplete', 'The account can’t verify what the provider reports.', [
    { path: '/body/webhookSecret', code: 'missing', message: 'is needed before the account is active' },
  ]);
}
