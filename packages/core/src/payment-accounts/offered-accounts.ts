import type { Locale, operations, ResponseOf } from '@service/contract';
import { Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { defaultNames } from './default-names.ts';
import { type ShowableAccount, showAccount, showDeployment } from './find-account.ts';

type OfferedAccount = Omit<ResponseOf<typeof operations.listPaymentMethods>['items'][number], 'isChosen'>;

interface ActiveAccount extends ShowableAccount {
  paymentAccountId: string;
  name: string | null;
  isOffered: boolean;
}

/** The facts that decide which accounts an order may be paid with. */
export interface Payable {
  total: bigint;
  currency: string;
  /** The buyer's country; null: the store's. */
  country: string | null;
}

/** The payer is at the billing address. */
export function countryOfBuyer({
  billingAddress,
  shippingAddress,
}: Readonly<Record<'billingAddress' | 'shippingAddress', unknown>>): string | null {
  return ((billingAddress ?? shippingAddress) as { country: string } | null)?.country ?? null;
}

/** Whether the account `account` of the store `t` is offered for the payment. */
export function IS_OFFERED({ total, currency, country }: Payable): Prisma.Sql {
  return Prisma.sql`may_be_paid_by(account.countries, account.currencies, coalesce(${country}, t.country), ${currency}::text, ${total}::bigint)`;
}

/** The order of `IN_ORDER`. */
export const ACCOUNT_ORDER = Prisma.sql`account.position, account.created_at, account.id`;

/** The accounts that a shopper may choose, in the store's order. If none is active, it is the deployment's. */
export async function listOfferedAccounts(
  { db, tenantId, services }: Context,
  { locale, ...payable }: Payable & { locale: Locale },
): Promise<OfferedAccount[]> {
  const active = await db.sql<ActiveAccount[]>`
    SELECT account.id AS "paymentAccountId", account.provider, account.publishable_key AS "publishableKey",
      account.instructions, account.instructions_by_locale AS "instructionsByLocale",
      coalesce(account.names ->> ${locale}, account.names ->> t.locale) AS name,
      ${IS_OFFERED(payable)} AS "isOffered"
    FROM payment_accounts account JOIN tenants t ON t.id = account.tenant_id
    WHERE account.tenant_id = ${tenantId}::uuid AND account.active
    ORDER BY ${ACCOUNT_ORDER}`;
  const nameOf = (provider: string) => defaultNames(provider)[locale];
  if (active.length === 0) {
    const shown = showDeployment(services);
    return [{ paymentAccountId: null, ...shown, name: nameOf(shown.provider) }];
  }
  return active
    .filter(({ isOffered }) => isOffered)
    .map(({ paymentAccountId, name, ...account }) => ({
      paymentAccountId,
      ...showAccount(account, locale),
      name: name ?? nameOf(account.provider),
    }));
}

/**
 * Whether the account, or the deployment's (null), still accepts the payment; `isDueAnyhow`: it does so regardless of its terms.
 * The deployment's account accepts it if no other is active.
 */
export async function isStillOffered(
  { db, tenantId }: Context,
  accountId: string | null,
  { isDueAnyhow, ...payable }: Payable & { isDueAnyhow: boolean },
): Promise<boolean> {
  const [row] = await db.sql<[{ isOffered: boolean }]>`
    SELECT coalesce(
      bool_or(account.id IS NOT DISTINCT FROM ${accountId}::uuid AND (${isDueAnyhow}::boolean OR ${IS_OFFERED(payable)})),
      ${accountId}::uuid IS NULL) AS "isOffered"
    FROM payment_accounts account JOIN tenants t ON t.id = account.tenant_id
    WHERE account.tenant_id = ${tenantId}::uuid AND account.active`;
  return row.isOffered;
}
