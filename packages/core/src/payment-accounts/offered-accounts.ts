import type { Locale, operations, ResponseOf } from '@service/contract';
import { Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { defaultNames } from './default-names.ts';
import { showDeployment } from './find-account.ts';

type OfferedAccount = Omit<ResponseOf<typeof operations.listPaymentMethods>['items'][number], 'isChosen'>;

interface ActiveAccount extends OfferedAccount {
  isOffered: boolean;
  /** The shopper's language, else the store's. */
  locale: Locale;
}

/** What decides which accounts an order may be paid to. */
export interface Payable {
  total: bigint;
  currency: string;
  /** Of the buyer; null: the store's. */
  country: string | null;
}

/** Who pays is where the bill goes. */
export function countryOfBuyer({
  billingAddress,
  shippingAddress,
}: Readonly<Record<'billingAddress' | 'shippingAddress', unknown>>): string | null {
  return ((billingAddress ?? shippingAddress) as { country: string } | null)?.country ?? null;
}

/** Whether the account `account` of the store `t` is offered for what is to be paid. */
export function IS_OFFERED({ total, currency, country }: Payable): Prisma.Sql {
  return Prisma.sql`may_be_paid_by(account.countries, account.currencies, coalesce(${country}, t.country), ${currency}::text, ${total}::bigint)`;
}

/** That of `IN_ORDER`. */
export const ACCOUNT_ORDER = Prisma.sql`account.position, account.created_at, account.id`;

/** What a shopper may choose, in the store's order. Without an active account it is the deployment's. */
export async function listOfferedAccounts(
  { db, tenantId, services }: Context,
  { locale, ...payable }: Payable & { locale: Locale | null },
): Promise<OfferedAccount[]> {
  const active = await db.sql<ActiveAccount[]>`
    SELECT account.id AS "paymentAccountId", account.provider, account.publishable_key AS "publishableKey", account.instructions,
      coalesce(account.names ->> ${locale}, account.names ->> t.locale) AS name, coalesce(${locale}::text, t.locale) AS locale,
      ${IS_OFFERED(payable)} AS "isOffered"
    FROM payment_accounts account JOIN tenants t ON t.id = account.tenant_id
    WHERE account.tenant_id = ${tenantId}::uuid AND account.active
    ORDER BY ${ACCOUNT_ORDER}`;
  if (active.length === 0) return [{ paymentAccountId: null, ...showDeployment(services), name: null }];
  return active
    .filter(({ isOffered }) => isOffered)
    .map(({ isOffered: _, locale: language, name, ...method }) => ({
      ...method,
      name: name ?? defaultNames(method.provider)[language],
    }));
}

/**
 * Whether the account, or the deployment's (null), still takes what is to be paid; `isDueAnyhow`: whatever its terms say. The
 * deployment's takes it where no account is active.
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
